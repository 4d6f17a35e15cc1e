import { expect, it } from "vitest";
import { JOB_STATUSES } from "@domain/job/jobs";
import { nextStatus } from "@domain/job/nextStatus";

const DATES = { job_estimate_date: 1, job_install_date: 2 };

it.each([
  ["lead", {}, "called"],
  ["lead", DATES, "estimate_scheduled"],
  ["called", {}, null],
  ["called", DATES, "estimate_scheduled"],
  ["estimate_scheduled", {}, "estimate_sent"],
  ["estimate_sent", {}, "approved"],
  ["approved", {}, null],
  ["approved", DATES, "install_scheduled"],
  ["install_scheduled", {}, "completed"],
  ["completed", {}, "installed_paid"],
  ["installed_paid", DATES, null],
  ["service", DATES, null],
  ["cancelled", DATES, null],
] as const)("offers after %s with %j: %s", (job_status, dates, next) => {
  expect(nextStatus({ job_status, ...dates })).toBe(next);
});

it("never leads in a circle", () => {
  for (const start of JOB_STATUSES) {
    const seen = new Set<string>();
    for (
      let status: ReturnType<typeof nextStatus> = start;
      status !== null;
      status = nextStatus({ job_status: status, ...DATES })
    ) {
      expect(seen).not.toContain(status);
      seen.add(status);
    }
  }
});
