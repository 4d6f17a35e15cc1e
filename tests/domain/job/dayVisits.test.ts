import fc from "fast-check";
import { expect, it } from "vitest";
import { dayRange } from "@domain/dates/days";
import {
  dayCounts,
  hasOpenVisit,
  openVisitsInto,
  stayingText,
  visitsOfDay,
  whenText,
} from "@domain/job/dayVisits";
import { JOB_STATUSES } from "@domain/job/jobs";
import { dayOutcome } from "@domain/job/schedule";
import { openVisitsOn } from "@domain/job/visits";
import { aJob } from "../../support/builders";

const DAY = dayRange("2026-11-17");
const at = (day: number, hours = 8) => new Date(2026, 10, day, hours).getTime();

/** An install from Monday at 8 AM until Wednesday at 5 PM. */
const long = aJob({
  ...{ customer_name: "Noor Haddad", job_status: "install_scheduled" },
  ...{ job_install_date: at(16), job_install_length: 57 * 60 },
});
const short = aJob({ customer_name: "Ann Field", job_estimate_date: at(17) });

it("an install of three days is an install of its second day, and its estimate of a week before is not", () => {
  const jobs = [{ ...long, job_estimate_date: at(10) }, short];
  expect(dayCounts(jobs, DAY)).toEqual({
    ...{ visits: 2, estimates: 1, installs: 1, finished: 0 },
  });
  expect(visitsOfDay(jobs, DAY).map((visit) => whenText(visit, DAY))).toEqual([
    "Day 2 of 3",
    "8:00 AM",
  ]);
});

it("a visit that lasts into the day is open until it is made, and finished from then on", () => {
  expect(openVisitsInto([long], DAY)).toHaveLength(1);
  expect(hasOpenVisit(long, DAY)).toBe(true);
  const done = { ...long, job_status: "completed" as const };
  expect(openVisitsInto([done], DAY)).toEqual([]);
  expect(hasOpenVisit(done, DAY)).toBe(false);
  expect(dayCounts([done], DAY)).toMatchObject({ installs: 1, finished: 1 });
});

it("a day whose visits all begin on it counts and drives to them as before", () => {
  const time = fc.option(fc.constantFrom(at(16, 20), at(17), at(17, 15)), {
    nil: undefined,
  });
  const job = fc.record({
    job_estimate_date: time,
    job_install_date: time,
    job_status: fc.constantFrom(...JOB_STATUSES),
  });
  fc.assert(
    fc.property(job, (times) => {
      const one = aJob(times);
      const onDay = [times.job_estimate_date, times.job_install_date].map(
        (each) => each !== undefined && each >= DAY.from,
      );
      if (!onDay.includes(true)) return;
      const outcome = dayOutcome(one, DAY);
      expect(dayCounts([one], DAY)).toEqual({
        visits: 1,
        estimates: Number(onDay[0]),
        installs: Number(onDay[1]),
        finished: Number(outcome === "finished"),
      });
      expect(hasOpenVisit(one, DAY)).toBe(outcome === null);
      expect(hasOpenVisit(one, DAY)).toBe(openVisitsOn([one], DAY).length > 0);
    }),
  );
});

it("says which visits a move of the day leaves where they are", () => {
  const other = { ...long, customer_name: "Ann Field" };
  const visits = openVisitsInto([long, other], DAY);
  expect(stayingText([], DAY)).toBe("");
  expect(stayingText(visits.slice(0, 1), DAY)).toBe(
    "Not moved, because it began on an earlier day: Noor Haddad (day 2 of 3).",
  );
  expect(stayingText(visits, DAY)).toBe(
    "Not moved, because they began on an earlier day: Noor Haddad (day 2 of 3), Ann Field (day 2 of 3).",
  );
});
