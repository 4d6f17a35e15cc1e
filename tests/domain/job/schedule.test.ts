import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareOnDay,
  dayBadge,
  firstTimeOn,
  jobsOnDay,
  redLineIndex,
  dayOutcome,
  photoFieldOn,
  visitOutcome,
} from "@domain/job/schedule";
import { dayRange } from "@domain/dates/days";

const day = { from: 1000, until: 2000 };
const job = (estimate?: number, install?: number) => ({
  job_status: "approved" as const,
  job_estimate_date: estimate,
  job_install_date: install,
});

describe("jobs on a day", () => {
  // Spec 7.44
  it.each([
    [job(), false],
    [job(999), false],
    [job(1000), true],
    [job(1999), true],
    [job(2000), false],
    [job(5, 1500), true],
    [job(1500, 5000), true],
  ])("the job %j is scheduled on the day: %j", (subject, isThere) => {
    expect(firstTimeOn(subject, day) !== null).toBe(isThere);
  });

  // Spec 2.32, 2.33
  it("shows the estimate first, then the install, then its status", () => {
    expect(dayBadge(job(1200, 1100), day)).toEqual({
      kind: "estimate",
      label: "Estimate Scheduled",
      at: 1200,
    });
    expect(dayBadge(job(900, 1100), day)).toEqual({
      kind: "install",
      label: "Install Scheduled",
      at: 1100,
    });
    expect(dayBadge(job(900, 2000), day)).toEqual({
      kind: "status",
      label: "Approved",
      at: null,
    });
    expect(dayBadge({ ...job(), job_status: "completed" }, day).label).toBe("Install Complete");
  });

  it("a photo taken on the day goes to the list of its visit, and the person is asked where the day has both or none", () => {
    expect(photoFieldOn(job(1200), day)).toBe("job_photo_estimate");
    expect(photoFieldOn(job(1200, 2000), day)).toBe("job_photo_estimate");
    expect(photoFieldOn(job(900, 1100), day)).toBe("job_photo_install");
    expect(photoFieldOn(job(1200, 1100), day)).toBeNull();
    expect(photoFieldOn(job(900, 2000), day)).toBeNull();
  });

  it("a job on a day is ordered by the earlier of its times on the day", () => {
    expect(firstTimeOn(job(1500, 1200), day)).toBe(1200);
    expect(firstTimeOn(job(500, 1200), day)).toBe(1200);
    expect(firstTimeOn(job(1500, 500), day)).toBe(1500);
    expect(firstTimeOn(job(500, 2500), day)).toBeNull();
    const jobs = [job(1800), job(500, 1500), job(1900, 1100), job()];
    expect([...jobs].sort((a, b) => compareOnDay(a, b, day))).toEqual([
      job(1900, 1100),
      job(500, 1500),
      job(1800),
      job(),
    ]);
  });

  it("jobs at one time on a day are in the order in which they were made", () => {
    const made = [3, 1, 2].map((_creationTime) => ({
      ...job(1200),
      _creationTime,
    }));
    expect(jobsOnDay(made, day).map(({ _creationTime }) => _creationTime)).toEqual([1, 2, 3]);
  });
});

describe("the red line", () => {
  const jobs = [job(1100), job(1500), job(500, 1800)];

  // Spec 2.36
  it.each([
    [1000, 0],
    [1099, 0],
    [1100, 1],
    [1400, 1],
    [1500, 2],
    [1700, 2],
    [1800, 3],
    [1900, 3],
  ])("the red line at %d is drawn before job %d", (now, index) => {
    expect(redLineIndex(jobs, day, now)).toBe(index);
  });

  // Spec 2.37
  it("the red line is at the start of an empty day, and waits for the later time of a job", () => {
    expect(redLineIndex([], day, 1500)).toBe(0);
    expect(redLineIndex([job(1100, 1900)], day, 1500)).toBe(0);
  });

  // Spec 2.36
  it("the red line does not wait for a time on another day", () => {
    expect(redLineIndex([job(1100, 5000), job(1600)], day, 1500)).toBe(1);
  });

  it("the red line has only past jobs above it on an ordered day", () => {
    const anyJob = fc.integer({ min: 1000, max: 1999 }).map((at) => job(at));
    fc.assert(
      fc.property(fc.array(anyJob), fc.integer({ min: 1000, max: 1999 }), (some, now) => {
        const ordered = [...some].sort((a, b) => compareOnDay(a, b, day));
        const line = redLineIndex(ordered, day, now);
        const times = ordered.map((subject) => firstTimeOn(subject, day) ?? 0);
        expect(times.slice(0, line).every((time) => time <= now)).toBe(true);
        expect(times.slice(line).every((time) => time > now)).toBe(true);
      }),
    );
  });
});

it("a day shows a job as over only if no visit of that day is left", () => {
  const day = dayRange("2026-11-20");
  const job_status = "approved";
  const estimate = { job_status, job_estimate_date: day.from } as const;
  const install = { job_status, job_install_date: day.from } as const;
  expect(dayOutcome(estimate, day)).toBe("finished");
  expect(dayOutcome(install, day)).toBeNull();
  expect(dayOutcome({ ...estimate, ...install }, day)).toBeNull();
  expect(dayOutcome({ ...install, job_status: "cancelled" }, day)).toBe("cancelled");
  const undated = { job_install_date: day.until };
  expect(dayOutcome({ ...undated, job_status: "completed" }, day)).toBe("finished");
  expect(dayOutcome({ ...undated, job_status: "approved" }, day)).toBeNull();
});

it("a visit ends with the status of its job", () => {
  expect(visitOutcome("estimate", "estimate_scheduled")).toBeNull();
  for (const status of [
    "estimate_sent",
    "approved",
    "install_scheduled",
    "completed",
    "installed_paid",
  ] as const)
    expect(visitOutcome("estimate", status)).toBe("finished");
  for (const status of ["lead", "called", "service"] as const)
    expect(visitOutcome("estimate", status)).toBeNull();
  expect(visitOutcome("install", "install_scheduled")).toBeNull();
  expect(visitOutcome("install", "completed")).toBe("finished");
  expect(visitOutcome("install", "installed_paid")).toBe("finished");
  expect(visitOutcome("install", "service")).toBeNull();
  for (const type of ["estimate", "install"] as const)
    expect(visitOutcome(type, "cancelled")).toBe("cancelled");
});
