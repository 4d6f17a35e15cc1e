import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { START_STEPS, useStartProgress } from "@/features/home/startProgress";

beforeEach(() => {
  localStorage.clear();
});

const progressOf = (office: string) =>
  renderHook(() => useStartProgress(office)).result;

it("a device remembers for each office what was chosen and done at its start", () => {
  const progress = progressOf("w1");
  expect(progress.current.hasBegun).toBe(false);
  act(() => progress.current.note());
  expect(progress.current.hasBegun).toBe(true);
  for (const entry of ["empty", "prices", "phone"] as const)
    act(() => progress.current.note(entry));
  for (const { current } of [progress, progressOf("w1")])
    expect(START_STEPS.filter((step) => current.has(step))).toEqual([
      "prices",
      "phone",
    ]);
  expect(progressOf("w2").current.hasBegun).toBe(false);
  expect(progressOf("w2").current.has("prices")).toBe(false);
});
