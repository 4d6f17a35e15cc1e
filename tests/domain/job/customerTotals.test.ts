import fc from "fast-check";
import { expect, it } from "vitest";
import { customerTotals } from "@domain/job/customerTotals";
import { JOB_STATUSES } from "@domain/job/jobs";
import { roundToCents } from "@domain/text/money";

const NOW = 1_000;
const times = fc.option(fc.integer({ min: 0, max: 2 * NOW }), {
  nil: undefined,
});
const jobs = fc.array(
  fc.record({
    _id: fc.uuid(),
    job_status: fc.constantFrom(...JOB_STATUSES),
    jobs_price: fc.option(
      fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
      { nil: undefined },
    ),
    job_estimate_date: times,
    job_install_date: times,
  }),
);

it("the totals of a customer count each job once, whatever the order", () => {
  fc.assert(
    fc.property(jobs, (all) => {
      const totals = customerTotals(all, NOW);
      const sumOf = (status: string) =>
        all
          .filter(({ job_status }) => job_status === status)
          .reduce((cents, { jobs_price: price = 0 }) => {
            return cents + Math.round(price * 100);
          }, 0) / 100;
      expect(totals).toMatchObject({
        jobs: all.length,
        paid: roundToCents(sumOf("installed_paid")),
        complete: roundToCents(sumOf("completed")),
        unpriced: all.filter((job) => job.jobs_price === undefined).length,
      });
      const { nextVisit, ...sums } = customerTotals(all.toReversed(), NOW);
      expect({ ...sums, at: nextVisit?.at }).toEqual({
        ...sums,
        at: totals.nextVisit?.at,
      });
    }),
  );
});

it("the next visit is the earliest to come of a job that is not canceled", () => {
  fc.assert(
    fc.property(jobs, (all) => {
      const coming = all
        .filter(({ job_status }) => job_status !== "cancelled")
        .flatMap((job) => [job.job_estimate_date, job.job_install_date])
        .filter((at) => at !== undefined && at >= NOW);
      const { nextVisit } = customerTotals(all, NOW);
      expect(nextVisit?.at).toBe(
        coming.length === 0 ? undefined : Math.min(...(coming as number[])),
      );
      if (nextVisit === null) return;
      const job = all.find(({ _id }) => _id === nextVisit.jobId);
      expect(job?.[nextVisit.field]).toBe(nextVisit.at);
    }),
  );
});

it("a free job has a price, and a job without a price has none", () => {
  const lead = { _id: "job", job_status: "lead" } as const;
  expect(customerTotals([{ ...lead, jobs_price: 0 }], 0).unpriced).toBe(0);
  expect(customerTotals([lead], 0).unpriced).toBe(1);
});
