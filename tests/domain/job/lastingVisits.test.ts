import { describe, expect, it } from "vitest";
import fc from "fast-check";
import type { Id } from "@convex/_generated/dataModel";
import { calendarEntries, entriesByDay } from "@domain/job/calendar";
import { addDays, dayKeyOf, dayRange } from "@domain/dates/days";
import {
  daysOf,
  dayOfVisitText,
  lastsInto,
  laterDayText,
  movedWith,
  visitsInto,
} from "@domain/job/lastingVisits";
import { timeAfter } from "@domain/job/visitLength";
import { aJob } from "../../support/builders";
import { inZone, ZONES } from "../../support/zones";

const id = (text: string) => text as Id<"jobs">;
const at = (day: number, hours = 8) => new Date(2026, 10, day, hours).getTime();

describe("the days of a visit", () => {
  it.each([
    ["without a length", at(16), undefined, 1],
    ["of a day's work", at(16), 9 * 60, 1],
    ["of two days", at(16), 33 * 60, 2],
    ["of two weeks", at(1), 14 * 1440, 15],
    ["over midnight", at(16, 20), 6 * 60, 2],
    ["until midnight", at(16, 20), 4 * 60, 1],
    ["of three days until midnight", at(16, 0), 3 * 1440, 3],
  ])("the days of a visit %s are counted", (_, begins, length, count) => {
    const days = daysOf({ at: begins, length });
    expect(days).toHaveLength(count);
    expect(days[0]).toBe(dayKeyOf(begins));
  });

  it("the days are one where the end of the visit is no date", () => {
    const last = Date.parse("9999-12-30T12:00Z");
    expect(daysOf({ at: last, length: 9999 })).toHaveLength(1);
  });

  it("the days are numbered from the first one", () => {
    const visit = { at: at(16), length: 33 * 60 };
    expect(laterDayText(visit, dayRange("2026-11-17"))).toBe("Day 2 of 2");
    expect(dayOfVisitText({ number: 3, of: 4 })).toBe("Day 3 of 4");
  });

  it.each(ZONES)("are those that a visit lasts into, for every start and length, in %s", (zone) => {
    inZone(zone, () => {
      fc.assert(
        fc.property(
          fc.integer({
            min: Date.parse("2026-01-01"),
            max: Date.parse("2027-01-01"),
          }),
          fc.integer({ min: 1, max: 14 * 1440 }),
          (begins, length) => {
            const [first = "", ...later] = daysOf({ at: begins, length });
            expect(first).toBe(dayKeyOf(begins));
            for (let more = 1; more <= 16; more++) {
              const day = addDays(first, more);
              const { from, until } = dayRange(day);
              if (from >= until) continue;
              expect(later.includes(day)).toBe(lastsInto({ at: begins, length }, from));
            }
            const end = timeAfter(begins, length) - 1;
            expect([first, ...later].at(-1)).toBe(dayKeyOf(end));
          },
        ),
      );
    });
  });
});

describe("the calendar", () => {
  const long = aJob({
    job_install_date: at(16),
    job_install_length: 57 * 60,
    job_status: "install_scheduled",
  });

  it("shows a visit on each of its days, before those that begin there, among the six of a cell", () => {
    const others = Array.from({ length: 7 }, (_, index) =>
      aJob({ _id: id(`other${index}`), job_estimate_date: at(17, index) }),
    );
    const days = entriesByDay(calendarEntries([...others, long]));
    expect([...days.keys()].sort()).toEqual(["2026-11-16", "2026-11-17", "2026-11-18"]);
    const { shown, hidden } = days.get("2026-11-17")!;
    expect(shown).toHaveLength(6);
    expect(hidden).toHaveLength(2);
    expect(shown[0]).toMatchObject({
      jobId: long._id,
      at: at(16),
      part: { number: 2, of: 3 },
    });
    expect(days.get("2026-11-16")?.shown[0]?.part).toBeUndefined();
  });

  it("shows a canceled visit on its first day only", () => {
    const entries = calendarEntries([{ ...long, job_status: "cancelled" }]);
    expect(entries).toHaveLength(1);
  });

  it("moves the whole visit by as many days as its later day is moved", () => {
    const [, second] = calendarEntries([long]);
    expect(movedWith(second!, "2026-11-20")).toBe(at(19));
    expect(movedWith(second!, "2026-11-16")).toBe(at(15));
  });
});

it("a day has the visits that last into it, without those of canceled jobs, the earliest first", () => {
  const visit = (change: Parameters<typeof aJob>[0]) =>
    aJob({ job_status: "install_scheduled", ...change });
  const jobs = [
    visit({
      _id: id("night"),
      job_install_date: at(17, 20),
      job_install_length: 360,
    }),
    visit({
      _id: id("long"),
      job_estimate_date: at(15),
      job_estimate_length: 6000,
    }),
    visit({
      _id: id("today"),
      job_install_date: at(18),
      job_install_length: 6000,
    }),
    visit({
      _id: id("over"),
      job_install_date: at(17),
      job_install_length: 600,
    }),
    visit({ _id: id("open"), job_install_date: at(17) }),
    visit({
      _id: id("cancelled"),
      job_status: "cancelled",
      job_install_date: at(17),
      job_install_length: 6000,
    }),
  ];
  const found = visitsInto(jobs, dayRange("2026-11-18"));
  expect(found.map(({ job, type }) => [job._id, type])).toEqual([
    ["long", "estimate"],
    ["night", "install"],
  ]);
});
