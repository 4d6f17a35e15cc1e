import fc from "fast-check";
import { expect, it } from "vitest";
import { dayKeyOf } from "@domain/dates/days";
import { MAX_LENGTH } from "@domain/job/jobInput";
import { movedTo } from "@domain/job/visits";
import { overlap, spanOf, timeAfter } from "@domain/job/visitLength";
import { minuteOfDay } from "@domain/job/weekGrid";
import { inZone, ZONES } from "../../support/zones";

const MINUTE = 60_000;
const anyZone = fc.constantFrom(...ZONES);
/** Whole minutes of six years. */
const anyStart = fc
  .integer({
    min: Date.UTC(2024, 0, 1) / MINUTE,
    max: Date.UTC(2029, 11, 31) / MINUTE,
  })
  .map((minute) => minute * MINUTE);
const anyLength = fc.integer({ min: 1, max: MAX_LENGTH });

/** What a clock on the wall shows, as minutes since 1970 without a zone. */
const wall = (at: number) => Date.parse(`${dayKeyOf(at)}T00:00Z`) / MINUTE + minuteOfDay(at);

it("ends when the wall clock shows the start and the length, or just after an hour that it skips", () => {
  fc.assert(
    fc.property(anyZone, anyStart, anyLength, (zone, at, length) => {
      inZone(zone, () => {
        const end = timeAfter(at, length);
        expect(end).toBeGreaterThan(at);
        const late = wall(end) - wall(at) - length;
        expect([0, 30, 60]).toContain(late);
        // If the clock skips the time at which the visit would end, the visit ends in the hour
        // after the change.
        if (late > 0) expect(wall(end - late * MINUTE)).not.toBe(wall(end));
      });
    }),
  );
});

it.each([
  [
    "an install over the skipped hour",
    "2026-03-07T08:00:00-05:00",
    32 * 60,
    "2026-03-08T16:00:00-04:00",
  ],
  ["over the repeated hour", "2026-10-31T08:00:00-04:00", 32 * 60, "2026-11-01T16:00:00-05:00"],
  ["over midnight", "2026-07-01T22:00:00-04:00", 4 * 60, "2026-07-02T02:00:00-04:00"],
  ["into the skipped hour", "2026-03-08T01:30:00-05:00", 45, "2026-03-08T03:15:00-04:00"],
  [
    "in the second of the repeated hours",
    "2026-11-01T01:30:00-05:00",
    15,
    "2026-11-01T01:45:00-05:00",
  ],
  ["through the repeated hour", "2026-11-01T00:30:00-04:00", 120, "2026-11-01T02:30:00-05:00"],
])("keeps the clock time of its end: %s", (_, start, length, end) => {
  inZone("America/New_York", () => {
    expect(timeAfter(Date.parse(start), length)).toBe(Date.parse(end));
  });
});

it("a visit that moves to another day ends at the same time of day", () => {
  fc.assert(
    fc.property(
      anyZone,
      fc.integer({ min: 0, max: 365 }),
      fc.integer({ min: 6 * 60, max: 10 * 60 }),
      (zone, count, minute) => {
        inZone(zone, () => {
          const at = new Date(2026, 0, 5, 0, minute).getTime();
          const to = movedTo(at, dayKeyOf(new Date(2026, 0, 5 + count, 12).getTime()))!;
          const ends = [at, to].map((start) => timeAfter(start, 8 * 60));
          expect(minuteOfDay(ends[1]!)).toBe(minuteOfDay(ends[0]!));
        });
      },
    ),
  );
});

const at = (hour: number, minute = 0) => new Date(2026, 10, 24, hour, minute).getTime();

it.each([
  ["without lengths an hour apart", { at: at(8) }, { at: at(9) }, true],
  ["without lengths, more than an hour apart", { at: at(8) }, { at: at(9, 1) }, false],
  ["during a long one", { at: at(8), length: 480 }, { at: at(15, 59) }, true],
  ["at the end of a long one", { at: at(8), length: 480 }, { at: at(16) }, false],
  ["at the end of a short one", { at: at(8), length: 30 }, { at: at(8, 30) }, false],
  ["before a long one", { at: at(7) }, { at: at(8), length: 480 }, true],
  ["at once", { at: at(8), length: 1 }, { at: at(8), length: 1 }, true],
  ["on the second day of a long one", { at: at(8), length: 33 * 60 }, { at: at(40, 59) }, true],
])("says whether visits overlap: %s", (_, one, other, expected) => {
  expect(overlap(one, other)).toBe(expected);
  expect(overlap(other, one)).toBe(expected);
});

it("visits without a length overlap as those that begin within an hour", () => {
  fc.assert(
    fc.property(anyStart, fc.integer({ min: -180, max: 180 }), (start, apart) => {
      const other = { at: start + apart * MINUTE };
      expect(overlap({ at: start }, other)).toBe(Math.abs(apart) <= 60);
    }),
  );
});

it("the two visits of a job have a span each", () => {
  const job = { job_estimate_window: 120, job_install_length: 480 };
  expect(spanOf(job, "estimate")).toEqual({ window: 120 });
  expect(spanOf(job, "install")).toEqual({ length: 480 });
});
