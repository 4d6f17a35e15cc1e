import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePaced } from "@/lib/usePaced";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the value follows the first change at once, and those of the next 50 ms together after them", () => {
  const seen: string[] = [];
  const { rerender } = renderHook(
    ({ text }) => {
      const paced = usePaced(text, 50);
      if (seen.at(-1) !== paced) seen.push(paced);
    },
    { initialProps: { text: "" } },
  );
  rerender({ text: "o" });
  expect(seen).toEqual(["", "o"]);
  rerender({ text: "oa" });
  rerender({ text: "oak" });
  act(() => void vi.advanceTimersByTime(49));
  expect(seen).toEqual(["", "o"]);
  act(() => void vi.advanceTimersByTime(1));
  expect(seen).toEqual(["", "o", "oak"]);
  act(() => void vi.advanceTimersByTime(50));
  rerender({ text: "oaks" });
  expect(seen).toEqual(["", "o", "oak", "oaks"]);
});
