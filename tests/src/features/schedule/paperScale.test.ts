import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarEntries, entriesByDay } from "@domain/calendar";
import { dayRange, monthGrid } from "@domain/days";
import { paperScale } from "@/features/schedule/paperScale";

const WEEKS = monthGrid("2026-11");

/** A month with so many visits on each day. */
function entriesOf(visitsADay: number, name = "Maria Lopez") {
  return entriesByDay(
    calendarEntries(
      WEEKS.flat().flatMap((day) =>
        Array.from({ length: visitsADay }, (_, index) => ({
          _id: `${day} ${index}`,
          customer_name: name,
          job_address: "12 Oak St",
          job_status: "approved" as const,
          job_install_date: dayRange(day).from + index * 60_000,
        })),
      ),
    ),
  );
}

test("a month of six visits a day prints at full size", () => {
  expect(paperScale(WEEKS, undefined)).toBe(1);
  expect(paperScale(WEEKS, entriesOf(6))).toBe(1);
});

test("a month of ten visits a day prints smaller", () => {
  expect(paperScale(WEEKS, entriesOf(10))).toBeLessThan(1);
});

test("more visits and longer names never print larger, and nothing prints below half size", () => {
  const count = fc.integer({ min: 0, max: 30 });
  const letters = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(count, count, letters, letters, (a, b, short, long) => {
      const [few, many] = [Math.min(a, b), Math.max(a, b)];
      const names = [short, long].sort((x, y) => x - y);
      const [one, two] = names.map((length) => "x".repeat(length));
      const larger = paperScale(WEEKS, entriesOf(few, one));
      const smaller = paperScale(WEEKS, entriesOf(many, two));
      expect(smaller).toBeLessThanOrEqual(larger);
      expect(smaller).toBeGreaterThanOrEqual(0.5);
    }),
    { numRuns: 30 },
  );
});
