import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayKeyOf, dayRange, monthGrid } from "@domain/dates/days";
import { formatTime } from "@domain/dates/times";
import { JOB_STATUSES, type JobStatus } from "@domain/job/jobs";
import {
  movedTo,
  nextVisit,
  openVisitsOf,
  openVisitsOn,
  statusAfterVisit,
  statusOfVisit,
  visitsOn,
} from "@domain/job/visits";
import { inZone } from "../../support/zones";

const ZONES = ["America/New_York", "America/Phoenix", "Asia/Kolkata"];

describe("the status that fits a date", () => {
  it("the status that fits a date is the scheduled one of the visit, for a job that is not so far yet", () => {
    const offered = (type: "estimate" | "install") =>
      JOB_STATUSES.filter((status) => statusOfVisit(type, status) !== null);
    expect(offered("estimate")).toEqual(["lead", "called"]);
    expect(offered("install")).toEqual([
      "lead",
      "called",
      "estimate_scheduled",
      "estimate_sent",
      "approved",
    ]);
    expect(statusOfVisit("estimate", "called")).toBe("estimate_scheduled");
    expect(statusOfVisit("install", "approved")).toBe("install_scheduled");
  });
});

describe("the status after a visit", () => {
  it("the status after a visit never leads backwards, and not from Service or Cancelled", () => {
    const marked = (type: "estimate" | "install") =>
      JOB_STATUSES.filter((status) => statusAfterVisit(type, status) !== null);
    expect(marked("estimate")).toEqual(["lead", "called", "estimate_scheduled"]);
    expect(marked("install")).toEqual([
      "lead",
      "called",
      "estimate_scheduled",
      "estimate_sent",
      "approved",
      "install_scheduled",
    ]);
    expect(statusAfterVisit("estimate", "lead")).toBe("estimate_sent");
    expect(statusAfterVisit("install", "approved")).toBe("completed");
  });
});

describe("the next visit of today", () => {
  const day = dayRange("2026-11-20");
  const at = (hour: number) => day.from + hour * 60 * 60 * 1000;
  const estimate = (hour: number, job_status: JobStatus = "called") => ({
    name: `at ${hour}`,
    job_status,
    job_estimate_date: at(hour),
  });
  const next = (jobs: readonly ReturnType<typeof estimate>[], hour: number) =>
    nextVisit(jobs, day, at(hour))?.job.name;

  it("the next visit of today is the one that has begun, until it is marked or another begins", () => {
    const jobs = [estimate(8), estimate(9), estimate(11)];
    expect(next(jobs, 7)).toBe("at 8");
    expect(next(jobs, 8.5)).toBe("at 8");
    expect(next(jobs, 9.5)).toBe("at 9");
    expect(next([estimate(8), estimate(9, "estimate_sent"), estimate(11)], 9.5)).toBe("at 11");
    expect(next(jobs, 23)).toBe("at 11");
  });

  it("the next visit of today is the first to come if the last one that began cannot be marked", () => {
    expect(next([estimate(8, "service"), estimate(9)], 8.5)).toBe("at 9");
    expect(next([estimate(8, "cancelled"), estimate(9)], 8.5)).toBe("at 9");
    expect(next([estimate(8, "approved")], 8.5)).toBeUndefined();
    expect(next([], 8)).toBeUndefined();
  });

  it("the next visit of today is never one of another day", () => {
    const later = { ...estimate(8), job_estimate_date: day.until };
    expect(nextVisit([later], day, at(8))).toBeNull();
  });

  it("the next visit of today is always an open visit of the day that began last or is to come", () => {
    const anyJob = fc.record({
      job_status: fc.constantFrom(...JOB_STATUSES),
      job_estimate_date: fc.integer({ min: 0, max: 23 }).map(at),
    });
    fc.assert(
      fc.property(fc.array(anyJob), fc.integer({ min: 0, max: 23 }).map(at), (jobs, now) => {
        const open = openVisitsOn(jobs, day);
        const found = nextVisit(jobs, day, now);
        if (found === null) {
          expect(open.filter((visit) => visit.at > now)).toEqual([]);
          return;
        }
        expect(open).toContainEqual(found);
        const between = open.filter((visit) => visit.at > now && visit.at < found.at);
        expect(between).toEqual([]);
      }),
    );
  });
});

describe("moved visits", () => {
  // The grid of November 2026 has 42 days in none of the zones: March 2026 has,
  // from March 1 to April 11 with the day on which New York's clocks skip 2 AM.
  it.each(ZONES)("a moved visit lands on each of 42 days at the same time in %s", (zone) =>
    inZone(zone, () => {
      const days = [...monthGrid("2026-03"), ...monthGrid("2026-04")]
        .flat()
        .filter((day, at, all) => all.indexOf(day) === at)
        .slice(0, 42);
      expect(days).toHaveLength(42);
      const at = new Date("2026-03-20T13:10:25.007").getTime();
      for (const day of days) {
        const moved = movedTo(at, day) ?? 0;
        expect([dayKeyOf(moved), formatTime(moved)]).toEqual([day, "1:10 PM"]);
        expect(movedTo(moved, "2026-03-20")).toBe(at);
      }
    }),
  );

  it("a moved visit stays on its day at the first and the last minute", () =>
    inZone("America/New_York", () => {
      for (const time of ["00:00:00", "23:59:59.999"]) {
        const at = new Date(`2026-10-31T${time}`).getTime();
        // A day of 25 hours, and one of 23.
        for (const day of ["2026-11-01", "2026-03-08"])
          expect(dayKeyOf(movedTo(at, day) ?? 0)).toBe(day);
      }
    }));

  it("a moved visit takes the later hour if clocks skip its time", () =>
    inZone("America/New_York", () => {
      const at = new Date("2026-03-07T02:30:00").getTime();
      expect(formatTime(movedTo(at, "2026-03-08") ?? 0)).toBe("3:30 AM");
    }));

  it("a moved visit is not moved to a day that the calendar of the zone skips", () =>
    inZone("Pacific/Apia", () => {
      const at = new Date("2011-12-28T09:00:00").getTime();
      expect(movedTo(at, "2011-12-30")).toBeNull();
    }));
});

it("the visits of a day are those of jobs that are not canceled, the earliest first; the open ones are not over", () => {
  const day = dayRange("2026-11-20");
  const job_status = "lead";
  const both = {
    job_status,
    job_estimate_date: day.from + 5,
    job_install_date: day.from + 1,
  } as const;
  const other = { job_status, job_estimate_date: day.until } as const;
  const early = { job_status, job_install_date: day.from } as const;
  const done = { job_status: "completed", job_install_date: day.from } as const;
  const canceled = { ...early, job_status: "cancelled" } as const;
  const jobs = [both, other, early, canceled, done];
  const open = [
    { job: early, type: "install", at: day.from },
    { job: both, type: "install", at: day.from + 1 },
    { job: both, type: "estimate", at: day.from + 5 },
  ];
  expect(openVisitsOn(jobs, day)).toEqual(open);
  expect(visitsOn(jobs, day)).toEqual([
    open[0],
    { job: done, type: "install", at: day.from },
    ...open.slice(1),
  ]);
});

it("the visits of one kind that several jobs move together are those that are not over, the earliest first", () => {
  const job = (job_status: JobStatus, estimate: number, install?: number) => ({
    job_status,
    job_estimate_date: estimate,
    job_install_date: install,
  });
  const late = job("called", 9, 20);
  const early = job("lead", 5);
  const made = job("approved", 1, 10);
  const jobs = [late, early, made, job("cancelled", 2, 3)];
  expect(openVisitsOf(jobs, "estimate")).toEqual([
    { job: early, type: "estimate", at: 5 },
    { job: late, type: "estimate", at: 9 },
  ]);
  expect(openVisitsOf(jobs, "install")).toEqual([
    { job: made, type: "install", at: 10 },
    { job: late, type: "install", at: 20 },
  ]);
});
