import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";

test("returns the previous value while the next one loads", () => {
  const { result, rerender } = renderHook(({ value }) => useKeepPreviousData(value), {
    initialProps: { value: undefined as string[] | undefined },
  });
  expect(result.current).toBeUndefined();
  const first = ["a"];
  rerender({ value: first });
  expect(result.current).toBe(first);
  rerender({ value: undefined });
  expect(result.current).toBe(first);
  const second: string[] = [];
  rerender({ value: second });
  expect(result.current).toBe(second);
});

test("treats null as a loaded value", () => {
  const initialProps: { value: string | null | undefined } = { value: "a" };
  const { result, rerender } = renderHook(({ value }) => useKeepPreviousData(value), {
    initialProps,
  });
  rerender({ value: null });
  expect(result.current).toBeNull();
});
