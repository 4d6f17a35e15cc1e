import { afterEach, expect, it, vi } from "vitest";
import {
  isChunkLoadError,
  labelChunkLoadErrors,
  reloadIfOnline,
} from "@/lib/chunkLoadError";

afterEach(() => vi.unstubAllGlobals());

it("replaces a chunk load error's message, so that the router does not reload", () => {
  labelChunkLoadErrors();
  const failure = new TypeError(
    "Failed to fetch dynamically imported module: /assets/jobs.js",
  );
  expect(isChunkLoadError(failure)).toBe(false);
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(Object.assign(event, { payload: failure }));
  expect(isChunkLoadError(failure)).toBe(true);
  expect(failure.message).not.toMatch(/dynamically imported module/);
  // preventDefault would suppress the error; the import must still reject.
  expect(event.defaultPrevented).toBe(false);
});

it("ignores every other error", () => {
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
])("with %s the page reloads or stays", async (_, fetch, reloads) => {
  vi.stubGlobal("fetch", fetch);
  const reload = vi.fn();
  expect(await reloadIfOnline(reload)).toBe(reloads);
  expect(reload).toHaveBeenCalledTimes(reloads ? 1 : 0);
});
