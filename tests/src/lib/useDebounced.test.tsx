import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDebounced } from "@/lib/useDebounced";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the value follows once it is stable, not before", () => {
  const { result, rerender } = renderHook(({ text }) => useDebounced(text, 200), {
    initialProps: { text: "" },
  });
  for (const text of ["o", "oa", "oak"]) {
    rerender({ text });
    act(() => void vi.advanceTimersByTime(199));
    expect(result.current).toBe("");
  }
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe("oak");
});
