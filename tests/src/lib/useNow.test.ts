import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useNow } from "@/lib/useNow";

const NOON = new Date(2026, 10, 20, 12).getTime();
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: NOON + 15_000 }));
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it("the time is the current minute, from one full minute to the next", () => {
  const { result } = renderHook(useNow);
  expect(result.current).toBe(NOON);
  wait(44_999);
  expect(result.current).toBe(NOON);
  wait(1);
  expect(result.current).toBe(NOON + MINUTE);
  wait(2 * MINUTE);
  expect(result.current).toBe(NOON + 3 * MINUTE);
});

it("the time is the current minute again as soon as a page with stopped timers is shown", () => {
  const { result } = renderHook(useNow);
  vi.setSystemTime(NOON + 60 * MINUTE + 59_000);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(result.current).toBe(NOON + 60 * MINUTE);
  wait(1000);
  expect(result.current).toBe(NOON + 61 * MINUTE);
});
