import { describe, expect, it } from "vitest";
import { canSetEnd, lengthUntil, steppedLength } from "@domain/job/visitEnds";

describe("the end of a visit", () => {
  const start = (hour: number, minute = 0) => new Date(2026, 10, 25, hour, minute).getTime();

  it.each([
    ["the middle of the day", start(8), 16 * 60, 480],
    ["between two steps", start(8), 16 * 60 + 8, 495],
    ["before its start", start(8), 60, 15],
    ["midnight", start(20), 1440, 240],
    ["below the day", start(20), 9999, 240],
    ["after a start between two steps", start(8, 5), 9 * 60, 55],
    ["just before midnight", start(23, 55), 1440, 15],
  ])("is set by a row: %s", (_, at, minute, length) => {
    expect(lengthUntil({ at }, minute)).toBe(length);
  });

  it.each([
    ["on its last day", 3, 16 * 60, 2 * 1440 + 480],
    ["at the midnight before it", 3, 0, 2 * 1440 - 480],
    ["two weeks after the start at most", 15, 1440, 14 * 1440],
  ])("is set by a row of a later day: %s", (_, number, minute, length) => {
    const part = { number, of: number };
    expect(lengthUntil({ at: start(8), part }, minute)).toBe(length);
  });

  it("is set on the first and the last day of a visit only", () => {
    const days = [undefined, { number: 2, of: 3 }, { number: 3, of: 3 }];
    expect(days.map(canSetEnd)).toEqual([true, false, true]);
  });

  it.each([
    ["later, of a visit without a length", [start(8), undefined, 1], 75],
    ["earlier, of a visit without a length", [start(8), undefined, -1], 45],
    ["to the next quarter", [start(8), 50, 1], 60],
    ["to the quarter before", [start(8), 50, -1], 45],
    ["not before its first quarter", [start(8), 15, -1], 15],
    ["over midnight", [start(23), 60, 1], 75],
    ["not beyond two weeks", [start(8), 14 * 1440, 1], 14 * 1440],
  ] as const)("is stepped %s", (_, [at, length, direction], next) => {
    expect(steppedLength({ at, length }, direction)).toBe(next);
  });
});
