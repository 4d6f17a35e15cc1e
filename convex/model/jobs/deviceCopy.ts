import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isWithin, type TimeRange } from "../../../domain/dates/days";
import { getCustomer, toCustomer } from "../customers/customers";
import type { Customer } from "../customers/validators";
import { invalid } from "../errors";
import { officeOf } from "../office/settings";
import { toJob } from "./jobs";
import { jobsLastingInto } from "./lasting";
import { estimatesWithin, installsWithin } from "./schedule";
import type { DeviceCopy } from "./validators";

/** Milliseconds: yesterday to six days ahead, where clocks go back, and a margin. */
const MAX_RANGE_MS = 10 * 24 * 60 * 60 * 1000;

/**
 * The limit of estimates, and of installs, in one read. With the most text and photos that each may have, 402 jobs
 * stay below the 16 MiB that a Convex function may read. Jobs that last into the range are some of them.
 */
const MAX_VISITS = 200;

/**
 * The whole jobs with a time in the range or with a visit that lasts into it, and their customers, for the copy on
 * a device. A range with more than 200 estimates or installs is answered in
 * part: up to `until`, where the next read begins.
 */
export async function copyForDevice(
  ctx: QueryCtx,
  workspaceId: string,
  range: TimeRange,
): Promise<DeviceCopy> {
  const length = range.until - range.from;
  if (!(length > 0 && length <= MAX_RANGE_MS))
    throw invalid("until", "A copy holds from one to ten days.");
  const begun = await jobsLastingInto(ctx, workspaceId, range.from);
  const most = MAX_VISITS - Math.ceil(begun.length / 2);
  // Reads one more than the limit: its time is where the complete part ends.
  const limit = most + 1;
  const estimates = await estimatesWithin(ctx, workspaceId, range).take(limit);
  const installs = await installsWithin(ctx, workspaceId, range).take(limit);
  const until = Math.min(
    range.until,
    estimates[most]?.job_estimate_date ?? range.until,
    installs[most]?.job_install_date ?? range.until,
  );
  const whole = { from: range.from, until };
  const found = [...estimates, ...installs].filter(
    (job) => isWithin(job.job_estimate_date, whole) || isWithin(job.job_install_date, whole),
  );
  const all = [...begun, ...found];
  const jobs = [...new Map(all.map((job) => [job._id, job])).values()];
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
  const rows = await Promise.all([...ids].map((id) => getCustomer(ctx, workspaceId, id)));
  return rows.flatMap((row) => (row === null ? [] : [toCustomer(row)]));
}
