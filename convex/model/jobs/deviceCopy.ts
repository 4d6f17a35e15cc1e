import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isWithin, type TimeRange } from "../../../domain/days";
import { getCustomer, toCustomer } from "../customers/customers";
import type { Customer } from "../customers/validators";
import { invalid } from "../errors";
import { officeOf } from "../office/settings";
import { toJob } from "./jobs";
import { estimatesWithin, installsWithin } from "./schedule";
import type { DeviceCopy } from "./validators";

/** Milliseconds: yesterday to six days ahead, where clocks go back, and a margin. */
const MAX_RANGE_MS = 10 * 24 * 60 * 60 * 1000;

/**
 * The limit of estimates, and of installs, in one read. With the most text and photos that each may have, 402 jobs
 * stay below the 16 MiB that a Convex function may read.
 */
const MAX_VISITS = 200;

/**
 * The whole jobs with a time in the range, and their customers, for the copy on a device. If a range has more than 200
 * estimates or installs, the result covers only the part up to `until`, where the next read begins.
 */
export async function copyForDevice(
  ctx: QueryCtx,
  workspaceId: string,
  range: TimeRange,
): Promise<DeviceCopy> {
  const length = range.until - range.from;
  if (!(length > 0 && length <= MAX_RANGE_MS))
    throw invalid("until", "A copy holds from one to ten days.");
  // Reads one more than the limit: its time is where the complete part ends.
  const limit = MAX_VISITS + 1;
  const estimates = await estimatesWithin(ctx, workspaceId, range).take(limit);
  const installs = await installsWithin(ctx, workspaceId, range).take(limit);
  const until = Math.min(
    range.until,
    estimates[MAX_VISITS]?.job_estimate_date ?? range.until,
    installs[MAX_VISITS]?.job_install_date ?? range.until,
  );
  const whole = { from: range.from, until };
  const found = [...estimates, ...installs].filter(
    (job) =>
      isWithin(job.job_estimate_date, whole) ||
      isWithin(job.job_install_date, whole),
  );
  const jobs = [...new Map(found.map((job) => [job._id, job])).values()];
  const customers = await customersOf(ctx, workspaceId, jobs);
  const office = await officeOf(ctx, workspaceId);
  return { jobs: jobs.map(toJob), customers, ...office, until };
}

async function customersOf(
  ctx: QueryCtx,
  workspaceId: string,
  jobs: readonly Doc<"jobs">[],
): Promise<Customer[]> {
  const ids = new Set(jobs.map((job) => job.job_customer_id));
  const rows = await Promise.all(
    [...ids].map((id) => getCustomer(ctx, workspaceId, id)),
  );
  return rows.flatMap((row) => (row === null ? [] : [toCustomer(row)]));
}
