import { afterEach, expect, it, vi } from "vitest";
import {
  findChunkLoadCause,
  isChunkLoadError,
  labelChunkLoadErrors,
  reloadIfOnline,
} from "@/lib/chunkLoadError";

afterEach(() => vi.unstubAllGlobals());

it("replaces a chunk load error's message, so that the router does not reload", () => {
  labelChunkLoadErrors();
  const failure = new TypeError("Failed to fetch dynamically imported module: /assets/jobs.js");
  expect(isChunkLoadError(failure)).toBe(false);
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(Object.assign(event, { payload: failure }));
  expect(isChunkLoadError(failure)).toBe(true);
  expect(failure.message).not.toMatch(/dynamically imported module/);
  expect(failure.cause).toMatchObject({
    message: expect.stringContaining("/assets/jobs.js") as string,
  });
  // preventDefault would suppress the error; the import must still reject.
  expect(event.defaultPrevented).toBe(false);
});

it("ignores every other error", () => {
  expect(isChunkLoadError(new Error("boom"))).toBe(false);
  expect(isChunkLoadError("boom")).toBe(false);
});

/** Of the page that is open. */
const OPEN = "/assets/start-1.js";
const pageWith = (script: string) =>
  `<!doctype html><script src="/theme.js"></script><script type="module" crossorigin src="${script}"></script>`;

function serverThatAnswers(answer: Response | null) {
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    answer === null ? Promise.reject(new TypeError("fetch failed")) : Promise.resolve(answer),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

it.each([
  ["this version", new Response(pageWith(OPEN)), "failed", true],
  ["the next one", new Response(pageWith("/assets/start-2.js")), "newVersion", true],
  ["one whose name begins alike", new Response(pageWith(`${OPEN}x`)), "newVersion", true],
  ["no server", null, "noAnswer", false],
  ["a server that starts", new Response("Bad Gateway", { status: 502 }), "noAnswer", false],
  ["the sign-in page of a network", new Response("<p>Welcome to the hotel"), "noAnswer", false],
] as const)(
  "finds the cause with %s, and reloads if Downspout answers",
  async (_, answer, cause, reloads) => {
    const script = document.createElement("script");
    script.type = "module";
    script.setAttribute("src", OPEN);
    document.head.replaceChildren(script);
    const fetch = serverThatAnswers(answer?.clone() ?? null);
    expect(await findChunkLoadCause()).toBe(cause);
    // A service worker would answer "/" from its cache.
    expect(fetch.mock.calls[0]?.[0]).toBe("/?version");
    serverThatAnswers(answer);
    const reload = vi.fn<() => void>();
    expect(await reloadIfOnline(reload)).toBe(reloads);
    expect(reload).toHaveBeenCalledTimes(reloads ? 1 : 0);
  },
);
