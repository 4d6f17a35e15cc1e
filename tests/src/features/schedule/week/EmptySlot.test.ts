import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { weekOf } from "@domain/dates/days";
import { useEmptySlot } from "@/features/schedule/week/EmptySlot";

const HOURS = { from: 7, until: 19 };
const WEEK = weekOf("2026-11-11");

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 11, 13), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function show(days = WEEK) {
  const { result } = renderHook(() => useEmptySlot(days, HOURS));
  return {
    slot: () => result.current.slot,
    isPointed: () => result.current.isPointed,
    move: (count: number, minutes: number) => act(() => result.current.moveBy(count, minutes)),
    point: (day: string, minute: number) => act(() => result.current.point({ day, minute }, false)),
  };
}

it("offers a new job at 9 AM of today, or of the first day of another week", () => {
  expect(show().slot()).toEqual({ day: "2026-11-11", minute: 540 });
  expect(show(weekOf("2026-11-18")).slot()).toEqual({
    day: "2026-11-15",
    minute: 540,
  });
});

it.each([
  ["within a half hour", 10 * 60 + 29, 10 * 60],
  ["at a half hour", 10 * 60 + 30, 10 * 60 + 30],
  ["before the shown hours", 6 * 60, 7 * 60],
  ["after the shown hours", 19 * 60, 18 * 60 + 30],
])("offers the half hour under a pointer %s", (_name, minute, expected) => {
  const { slot, point, isPointed } = show();
  point("2026-11-12", minute);
  expect(slot()).toEqual({ day: "2026-11-12", minute: expected });
  expect(isPointed()).toBe(true);
});

it("the arrow keys keep the slot within the shown days and hours", () => {
  const { slot, move, point } = show();
  move(1, 0);
  move(0, 30);
  expect(slot()).toEqual({ day: "2026-11-12", minute: 570 });
  for (const [minute, minutes] of [
    [7 * 60, -30],
    [18 * 60 + 30, 30],
  ] as const) {
    point("2026-11-12", minute);
    move(0, minutes);
    expect(slot()).toEqual({ day: "2026-11-12", minute });
  }
  for (const [day, count] of [
    ["2026-11-08", -1],
    ["2026-11-14", 1],
  ] as const) {
    point(day, 600);
    move(count, 0);
    expect(slot()).toEqual({ day, minute: 600 });
  }
});
