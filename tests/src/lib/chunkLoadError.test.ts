import { afterEach, expect, it, vi } from "vitest";
import {
  explainChunkLoadError,
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

it.each([
  ["no server", null, "Check the connection and try again."],
  [
    "this version",
    '<script type="module" src="/assets/index-1.js">',
    "Try again.",
  ],
  [
    "another version",
    '<script type="module" src="/assets/index-2.js">',
    "gone.",
  ],
])("explains a chunk load error with %s", async (_, served, words) => {
  const script = document.createElement("script");
  script.type = "module";
  script.setAttribute("src", "/assets/index-1.js");
  document.head.replaceChildren(script);
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    served === null
      ? Promise.reject(new TypeError("fetch failed"))
      : Promise.resolve(new Response(served)),
  );
  vi.stubGlobal("fetch", fetch);
  expect(await explainChunkLoadError()).toContain(words);
  // A service worker would answer "/" from its cache.
  expect(fetch.mock.calls[0]?.[0]).toBe("/?version");
});
