import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DayCopyProvider, useDayCopies } from "@/offline/days/DayCopyProvider";
import { emptyDevice } from "../../../support/deviceStores";
import { FakeBackend } from "../../../support/fakeBackend";
import { OutboxPage } from "../../../support/outboxPage";
import "@/offline/createOutbox";
import "@/offline/days/DayCopyKeeper";
import "@/offline/device/openDeviceStore";

beforeEach(() => {
  emptyDevice();
  vi.stubGlobal("requestIdleCallback", (work: () => void) => work());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The page on a device for which these media queries match. */
function aPage(...matching: readonly string[]) {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      ({
        ...{ media, matches: matching.includes(media) },
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const backend = new FakeBackend();
  backend.answer(api.jobs.forDevice, ({ until }) => ({
    ...{ jobs: [], customers: [], templates: {}, settings: {}, until },
  }));
  const query = vi.spyOn(backend, "query");
  const { result } = renderHook(useDayCopies, {
    wrapper: ({ children }) => (
      <OutboxPage backend={backend}>
        <DayCopyProvider>{children}</DayCopyProvider>
      </OutboxPage>
    ),
  });
  return { query, copy: () => result.current.copy };
}

const soon = { interval: 2 };

it.each(["(pointer: coarse)", "(display-mode: standalone)"])(
  "a device that matches %s copies days",
  async (media) => {
    const { copy } = aPage(media);
    expect(copy()).toBeUndefined();
    await vi.waitFor(() => expect(copy()).toMatchObject({ jobs: [] }), soon);
  },
);

it("a browser on a desk copies no days", async () => {
  const { copy, query } = aPage();
  await vi.waitFor(() => expect(copy()).toBeNull(), soon);
  expect(query).not.toHaveBeenCalled();
});

it("a browser that keeps nothing has no copy, and does not wait for one", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const { copy } = aPage("(pointer: coarse)");
  await vi.waitFor(() => expect(copy()).toBeNull(), soon);
});
