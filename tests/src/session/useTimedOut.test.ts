import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTimedOut } from "@/session/useTimedOut";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("useTimedOut is true after the timeout, and false once the wait is over", () => {
  const { result, rerender } = renderHook(({ isWaiting }) => useTimedOut(isWaiting, 1000), {
    initialProps: { isWaiting: true },
  });
  act(() => void vi.advanceTimersByTime(999));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
  rerender({ isWaiting: false });
  expect(result.current).toBe(false);
  rerender({ isWaiting: true });
  expect(result.current).toBe(false);
});
