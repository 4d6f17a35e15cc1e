import { afterEach, expect, it, vi } from "vitest";
import {
  isChunkLoadError,
  labelChunkLoadErrors,
  reloadIfOnline,
} from "@/lib/chunkLoadError";

afterEach(() => vi.unstubAllGlobals());

it("gives a part that could not be fetched a name of its own, which the router does not answer by reloading", () => {
  labelChunkLoadErrors();
  const failure = new TypeError(
    "Failed to fetch dynamically imported module: /assets/jobs.js",
  );
  expect(isChunkLoadError(failure)).toBe(false);
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(Object.assign(event, { payload: failure }));
  expect(isChunkLoadError(failure)).toBe(true);
  expect(failure.message).not.toMatch(/dynamically imported module/);
  // The import still fails: whoever asked for the part must hear of it.
  expect(event.defaultPrevented).toBe(false);
});

it("leaves every other failure alone", () => {
  expect(isChunkLoadError(new Error("boom"))).toBe(false);
  expect(isChunkLoadError("boom")).toBe(false);
});

it.each([
  ["an answer", () => Promise.resolve(new Response()), true],
  ["no answer", () => Promise.reject(new TypeError("fetch failed")), false],
  [
    "a refusal",
    () => Promise.resolve(new Response(null, { status: 503 })),
    false,
  ],
])("with %s the page is loaded anew or stays", async (_, fetch, reloads) => {
  vi.stubGlobal("fetch", fetch);
  const reload = vi.fn();
  expect(await reloadIfOnline(reload)).toBe(reloads);
  expect(reload).toHaveBeenCalledTimes(reloads ? 1 : 0);
});
