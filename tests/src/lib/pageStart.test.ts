import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { captureInstallPrompt, runWhenIdle } from "@/lib/pageStart";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("runs a task 3 s after the page has loaded", () => {
  vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  const task = vi.fn();
  runWhenIdle(task);
  vi.advanceTimersByTime(60_000);
  expect(task).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(2999);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledOnce();
});

it("runs a task 3 s later on a page that is loaded", () => {
  vi.spyOn(document, "readyState", "get").mockReturnValue("complete");
  const task = vi.fn();
  runWhenIdle(task);
  vi.advanceTimersByTime(3000);
  expect(task).toHaveBeenCalledOnce();
});

it("keeps the browser's offer to install the page, and prevents the browser's own prompt", () => {
  const captured = captureInstallPrompt();
  expect(captured()).toBeNull();
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  window.dispatchEvent(offer);
  expect(captured()).toBe(offer);
  expect(offer.defaultPrevented).toBe(true);
});
