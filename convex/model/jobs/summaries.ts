import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { trashKeyOf } from "../../../domain/history/trashKeys";
import { changedFields, isEmpty } from "../../../domain/changes/fields";
import { lasting } from "./lasting";
import { countJob } from "./totals";

/**
 * The summary of a job: what calendars, lists by date and the counts of the
 * office read instead of the job, so that a price, a photo or a note runs none
 * of them again.
 */
type Summary = Omit<Doc<"jobSummaries">, "_id" | "_creationTime">;

/** The number of entries of a job's history that are searched for its last change of status. */
const CHANGES_READ = 50;

const SUMMARIZED_FIELDS: readonly (keyof Doc<"jobs">)[] = [
  "customer_name",
  "job_address",
  "job_customer_id",
  "job_status",
  "job_estimate_date",
  "job_install_date",
  "job_estimate_crew",
  "job_install_crew",
  "job_estimate_length",
  "job_install_length",
  "job_estimate_window",
  "job_install_window",
];

export function isSummarized(change: Partial<Doc<"jobs">>): boolean {
  return SUMMARIZED_FIELDS.some((field) => field in change);
}

/**
 * Writes the differences to the stored summary of a job, which may be in the trash, and counts the job in the totals.
 * Returns the id of the summary. `at` is the time of the status, if it has changed.
 */
export async function writeSummary(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  { person, at: statusChangedAt }: { person: string; at: number },
): Promise<Id<"jobSummaries">> {
  const { workspaceId, _id } = job;
  const stored =
    (await getSummary(ctx, workspaceId, _id)) ??
    (await getSummary(ctx, trashKeyOf(workspaceId), _id));
  const wanted = summaryOf(job, statusChangedAt);
  const counted = stored?.isCounted ? stored.job_status : null;
  await countJob(ctx, { workspaceId, person }, [counted, job.job_status]);
  if (stored === null) return await ctx.db.insert("jobSummaries", wanted);
  const isSameStatus = stored.job_status === job.job_status;
  const change = changedFields(stored, {
    ...wanted,
    ...(isSameStatus ? { statusChangedAt: stored.statusChangedAt } : {}),
  });
  if (!isEmpty(change)) await ctx.db.patch("jobSummaries", stored._id, change);
  return stored._id;
}

/** Moves the summary into the trash with its job: the time of the job's status is not stored elsewhere for long. */
export async function trashSummary(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  person: string,
): Promise<void> {
  const { workspaceId } = job;
  const stored = await getSummary(ctx, workspaceId, job._id);
  if (stored === null) return;
  const counted = stored.isCounted ? stored.job_status : null;
  await countJob(ctx, { workspaceId, person }, [counted, null]);
  await ctx.db.patch("jobSummaries", stored._id, {
    workspaceId: trashKeyOf(workspaceId),
    isCounted: undefined,
  });
}

/** Deletes the summary of a job that is removed from the trash. */
export async function deleteSummary(
  ctx: MutationCtx,
  { workspaceId, _id }: Doc<"jobs">,
): Promise<void> {
  const stored = await getSummary(ctx, workspaceId, _id);
  if (stored !== null) await ctx.db.delete("jobSummaries", stored._id);
}

export async function getSummary(
  ctx: QueryCtx,
  workspaceId: string,
  jobId: Id<"jobs">,
): Promise<Doc<"jobSummaries"> | null> {
  return await ctx.db
    .query("jobSummaries")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", workspaceId).eq("jobId", jobId))
    .unique();
}

/** When the job got its status, from its history; else when it was created. */
export async function statusTimeOf(ctx: QueryCtx, job: Doc<"jobs">): Promise<number> {
  const changes = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", job.workspaceId).eq("subject", job._id),
    )
    .order("desc")
    .take(CHANGES_READ);
  const last = changes.find(({ writes }) =>
    writes.some(({ id, after }) => id === job._id && "job_status" in after),
  );
  return last?.lastAt ?? last?._creationTime ?? job._creationTime;
}

function summaryOf(job: Doc<"jobs">, statusChangedAt: number): Summary {
  return {
    workspaceId: job.workspaceId,
    jobId: job._id,
    jobCreatedAt: job._creationTime,
    customer_name: job.customer_name,
    job_address: job.job_address,
    job_customer_id: job.job_customer_id,
    job_status: job.job_status,
    statusChangedAt,
    job_estimate_date: job.job_estimate_date,
    job_install_date: job.job_install_date,
    job_estimate_crew: job.job_estimate_crew,
    job_install_crew: job.job_install_crew,
    job_estimate_length: job.job_estimate_length,
    job_install_length: job.job_install_length,
    job_estimate_window: job.job_estimate_window,
    job_install_window: job.job_install_window,
    estimateLasts: lasting(job, "estimate"),
    installLasts: lasting(job, "install"),
    foldedNotes: undefined,
    isCounted: true,
    clientKey: job.clientKey,
  };
}
