import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChunkLoadErrorPanel, ScreenErrorPanel } from "@/components/ChunkLoadErrorPanel";
import { setConnectionState } from "@/lib/connection/connectionState";
import { beginPendingWork } from "@/lib/pendingWork";
import { reloadWithNewVersion } from "@/lib/waitingWorker";

vi.mock("@/lib/waitingWorker", async (original) => ({
  ...(await original<object>()),
  reloadWithNewVersion: vi.fn<() => Promise<void>>(() => Promise.resolve()),
}));

const OPEN = "/assets/start-1.js";
const NEXT = "/assets/start-2.js";
const PANELS = {
  "code that is gone": <ChunkLoadErrorPanel error={new Error("gone")} />,
  "a function that is gone": (
    <ScreenErrorPanel error={new Error("gone")} onRetry={vi.fn<() => void>()} />
  ),
};

/** Null: nothing answers. */
function serve(script: string | null) {
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof globalThis.fetch>(() =>
      script === null
        ? Promise.reject(new TypeError("Failed to fetch"))
        : Promise.resolve(new Response(`<script type="module" src="${script}"></script>`)),
    ),
  );
}

beforeEach(() => {
  const script = document.createElement("script");
  script.type = "module";
  script.setAttribute("src", OPEN);
  document.head.replaceChildren(script);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(reloadWithNewVersion).mockClear();
  act(() => setConnectionState("connecting"));
});

it.each(Object.entries(PANELS))(
  "offers one button, which loads the new version, in place of a screen with %s",
  async (_, panel) => {
    serve(NEXT);
    render(panel);
    expect(await screen.findByRole("heading", { name: "A new version is ready" })).toBeVisible();
    expect(screen.queryByText(/connection|went wrong/i)).toBeNull();
    const [button, ...others] = screen.getAllByRole("button");
    expect(others).toEqual([]);
    await userEvent.click(button!);
    await vi.waitFor(() => expect(reloadWithNewVersion).toHaveBeenCalledOnce());
  },
);

it("keeps typed text that is stored nowhere, and says what to do", async () => {
  serve(NEXT);
  const end = beginPendingWork("unsaved");
  render(PANELS["code that is gone"]);
  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  expect(
    await screen.findByText(/^Save or close what you are editing/, undefined, {
      timeout: 30_000,
    }),
  ).toBeVisible();
  expect(reloadWithNewVersion).not.toHaveBeenCalled();
  end();
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  await vi.waitFor(() => expect(reloadWithNewVersion).toHaveBeenCalledOnce());
});

it("reloads as soon as the device has stored the text typed a moment ago", async () => {
  serve(NEXT);
  const end = beginPendingWork("unsaved");
  render(PANELS["code that is gone"]);
  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  expect(reloadWithNewVersion).not.toHaveBeenCalled();
  end();
  await vi.waitFor(() => expect(reloadWithNewVersion).toHaveBeenCalledOnce());
  expect(screen.queryByText(/^Save or close/)).toBeNull();
});

it("offers the new version once the server answers after an update, while text is open", async () => {
  serve(null);
  act(() => setConnectionState("live"));
  act(() => setConnectionState("offline"));
  const end = beginPendingWork("unsaved");
  render(PANELS["code that is gone"]);
  const panel = await screen.findByText(/the server does not answer/);
  expect(panel).not.toHaveTextContent("connection");
  serve(NEXT);
  act(() => setConnectionState("live"));
  expect(await screen.findByRole("heading", { name: "A new version is ready" })).toBeVisible();
  expect(reloadWithNewVersion).not.toHaveBeenCalled();
  end();
});

it("says that a part of this version failed, and tries again by a reload", async () => {
  serve(OPEN);
  render(PANELS["code that is gone"]);
  expect(await screen.findByText(/could not be loaded\. Try again/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(reloadWithNewVersion).toHaveBeenCalledOnce());
});
