import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

type Install = "installed" | "redundant" | "no line" | "active before";

let installs: Install[];
let register: ReturnType<typeof vi.fn>;

/** The browser's answers to the page's registrations, one after another. */
function browserAnswers(...answers: Install[]) {
  installs = answers;
}

function aRegistration(install: Install) {
  if (install === "no line") throw new TypeError("Failed to fetch sw.js");
  if (install === "active before") return { active: {}, waiting: null, installing: null };
  const installing = Object.assign(new EventTarget(), { state: "installing" });
  queueMicrotask(() => {
    installing.state = install;
    installing.dispatchEvent(new Event("statechange"));
  });
  return { active: null, waiting: null, installing };
}

/** A fresh page, with its own copy of the modules. */
async function openPage() {
  vi.resetModules();
  const { savePageFiles, hasPageFiles } = await import("@/lib/pageFiles");
  const { setConnectionState } = await import("@/lib/connection/connectionState");
  const lineReturns = {
    "the browser is online": () => window.dispatchEvent(new Event("online")),
    "the socket is connected": () => {
      setConnectionState("offline");
      setConnectionState("live");
    },
  };
  return { savePageFiles, hasFiles: hasPageFiles.get, lineReturns };
}

const attempts = async (count: number) =>
  await waitFor(() => expect(register).toHaveBeenCalledTimes(count));

beforeEach(() => {
  register = vi.fn((_url: string) =>
    Promise.resolve().then(() => aRegistration(installs.shift() ?? "no line")),
  );
  vi.stubGlobal("navigator", { serviceWorker: { controller: null, register } });
});
afterEach(() => vi.unstubAllGlobals());

it.each(["the browser is online", "the socket is connected"] as const)(
  "registers the worker again when %s, until the device has all files",
  async (event) => {
    browserAnswers("no line", "redundant", "installed");
    const { savePageFiles, hasFiles, lineReturns } = await openPage();
    expect(hasFiles()).toBeNull();
    const saving = savePageFiles(true);
    await attempts(1);
    await waitFor(() => expect(hasFiles()).toBe(false));
    await waitFor(() => {
      lineReturns[event]();
      expect(register.mock.calls.length).toBeGreaterThanOrEqual(2);
    });
    await waitFor(() => {
      lineReturns[event]();
      expect(hasFiles()).toBe(true);
    });
    expect(await saving).not.toBeNull();
    lineReturns[event]();
    expect(register).toHaveBeenCalledTimes(3);
  },
);

it("the files of the page are ready at once if an earlier visit stored them", async () => {
  browserAnswers("active before");
  const { savePageFiles, hasFiles } = await openPage();
  await savePageFiles(true);
  await waitFor(() => expect(hasFiles()).toBe(true));
  expect(register).toHaveBeenCalledExactlyOnceWith("/sw.js", {
    updateViaCache: "none",
  });
});

it.each([
  ["the build has no service worker", false, true],
  ["the browser has none, as over plain http", true, false],
])("registers no worker if %s", async (_, hasWorker, isSecure) => {
  if (!isSecure) vi.stubGlobal("navigator", {});
  const { savePageFiles, hasFiles } = await openPage();
  expect(await savePageFiles(hasWorker)).toBeNull();
  expect(register).not.toHaveBeenCalled();
  expect(hasFiles()).toBeNull();
});
