import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { askToKeepPhotos, MAY_BE_DELETED, NEARLY_FULL } from "@/offline/photos/photoStorage";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it.each([
  ["keeps it", { isKept: true, usage: 0 }, null],
  ["refuses to keep it", { isKept: false, usage: 0 }, MAY_BE_DELETED],
  ["has little room left", { isKept: true, usage: 995_000_000 }, NEARLY_FULL],
])("says why photos may be lost if the browser %s", async (_, { isKept, usage }, said) => {
  const persist = vi.fn(() => Promise.resolve(isKept));
  const storage = {
    persist,
    persisted: () => Promise.resolve(false),
    estimate: () => Promise.resolve({ quota: 1_000_000_000, usage }),
  };
  vi.stubGlobal("navigator", { userAgent: "Chrome/143", storage });
  expect(await askToKeepPhotos()).toBe(said);
  expect(persist).toHaveBeenCalledOnce();
});
