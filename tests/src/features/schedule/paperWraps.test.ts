import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarEntries, entriesByDay } from "@domain/job/calendar";
import { dayRange, monthGrid } from "@domain/dates/days";
import { isKeptOnSheet, paperWraps } from "@/features/schedule/paperWraps";

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

test.each([
  [0, "Maria Lopez", true],
  [6, "Maria Lopez", true],
  [6, "Alexandria Montgomery-Smith", false],
  [3, "Alexandria Montgomery-Smith", true],
  [12, "Bo Li", false],
])("in a month with %i visits a day of %s, long names wrap on paper: %j", (visits, name, wraps) => {
  expect(paperWraps(WEEKS, entriesOf(visits, name))).toBe(wraps);
});

test.each([
  [0, true],
  [16, true],
  [17, false],
])("a week with %i visits a day is kept on one sheet of paper: %j", (visits, isKept) => {
  const [week = []] = WEEKS;
  expect(isKeptOnSheet(week, entriesOf(visits))).toBe(isKept);
});

test("a month with fewer visits or shorter names than one that wraps, wraps too", () => {
  const count = fc.integer({ min: 0, max: 30 });
  const letters = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(count, count, letters, letters, (a, b, short, long) => {
      const [few, many] = [Math.min(a, b), Math.max(a, b)];
      const names = [short, long].sort((x, y) => x - y);
      const [one, two] = names.map((length) => "x".repeat(length));
      if (paperWraps(WEEKS, entriesOf(many, two)))
        expect(paperWraps(WEEKS, entriesOf(few, one))).toBe(true);
    }),
    { numRuns: 30 },
  );
});
