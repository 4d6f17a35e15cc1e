/** What a customer's jobs add up to, and the customer's next visit. */
import type { JobStatus } from "./jobs";
import { roundToCents } from "../text/money";
import { VISIT_FIELDS, type VisitField } from "./visits";

interface PricedJob {
  readonly _id: string;
  readonly job_status: JobStatus;
  readonly jobs_price?: number | undefined;
  readonly job_estimate_date?: number | undefined;
  readonly job_install_date?: number | undefined;
}

interface NextVisit<Id extends string = string> {
  readonly jobId: Id;
  readonly field: VisitField;
  readonly at: number;
}

export interface CustomerTotals<Id extends string = string> {
  /** The number of jobs. */
  readonly jobs: number;
  /** The prices of the jobs with the status Installed and Paid, in dollars. */
  readonly paid: number;
  /** The prices of the jobs with the status Install Complete, in dollars. */
  readonly complete: number;
  /** The number of jobs without a price, whatever their status. */
  readonly unpriced: number;
  /** Null if no visit is to come. */
  readonly nextVisit: NextVisit<Id> | null;
}

/** Visits from the time `now` on are still to come. */
export function customerTotals<Job extends PricedJob>(
  jobs: readonly Job[],
  now: number,
): CustomerTotals<Job["_id"]> {
  return {
    jobs: jobs.length,
    paid: sumOfPrices(jobs, "installed_paid"),
    complete: sumOfPrices(jobs, "completed"),
    unpriced: jobs.filter(({ jobs_price: price }) => price === undefined).length,
    nextVisit: nextVisit(jobs, now),
  };
}

function sumOfPrices(jobs: readonly PricedJob[], status: JobStatus): number {
  const prices = jobs
    .filter(({ job_status }) => job_status === status)
    .map(({ jobs_price: price = 0 }) => price);
  return roundToCents(prices.reduce((sum, price) => sum + price, 0));
}

/** The visits of cancelled jobs do not take place. */
function nextVisit<Job extends PricedJob>(
  jobs: readonly Job[],
  now: number,
): NextVisit<Job["_id"]> | null {
  const visits = jobs
    .filter(({ job_status }) => job_status !== "cancelled")
    .flatMap((job) =>
      VISIT_FIELDS.flatMap((field) => {
        const at = job[field];
        return at === undefined || at < now ? [] : [{ jobId: job._id, field, at }];
      }),
    );
  return visits.toSorted((a, b) => a.at - b.at)[0] ?? null;
}
