import { describe, expect, it } from "vitest";
import { lengthUntil, steppedLength } from "@domain/job/visitEnds";

describe("the end of a visit", () => {
  const start = (hour: number, minute = 0) =>
    new Date(2026, 10, 25, hour, minute).getTime();

  it.each([
    ["the middle of the day", start(8), 16 * 60, 480],
    ["between two steps", start(8), 16 * 60 + 8, 495],
    ["before its start", start(8), 60, 15],
    ["midnight", start(20), 1440, 240],
    ["below the day", start(20), 9999, 240],
    ["after a start between two steps", start(8, 5), 9 * 60, 55],
    ["just before midnight", start(23, 55), 1440, 15],
  ])("is set by a row: %s", (_, at, minute, length) => {
    expect(lengthUntil(at, minute)).toBe(length);
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
