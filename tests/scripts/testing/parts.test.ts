import { afterEach, expect, it, vi } from "vitest";
import { showProgress, type Running } from "../../../scripts/testing/parts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a run reports the progress of each of its parts every ten seconds", () => {
  vi.useFakeTimers();
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  const unit: Running = {
    title: "Unit tests",
    results: [],
    total: null,
    startedAt: 0,
  };
  const running = new Set([unit, { ...unit, title: "Browser tests", total: 28 }]);
  const hide = showProgress(running);
  vi.advanceTimersByTime(9_999);
  expect(print).not.toHaveBeenCalled();
  for (const { results } of running) results.push({ title: "a", outcome: "passed", attempts: 1 });
  vi.advanceTimersByTime(1);
  expect(print).toHaveBeenLastCalledWith("0:10 Unit tests: 2, Browser tests: 2 of 28");
  unit.results.length = 0;
  vi.advanceTimersByTime(60_000);
  expect(print).toHaveBeenCalledTimes(7);
  expect(print).toHaveBeenLastCalledWith("1:10 Unit tests: running, Browser tests: running");
  hide();
  vi.advanceTimersByTime(60_000);
  expect(print).toHaveBeenCalledTimes(7);
});
