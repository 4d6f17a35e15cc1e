/**
 * A row for each gutter cleaning. The newest row of a place determines when it is due again (domain/job/dueAgain.ts).
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changedFields, isEmpty } from "../../../domain/changes/fields";
import { cleaningTime, dueFrom, isCleaning, placeOf } from "../../../domain/job/dueAgain";
import { getSummary } from "./summaries";

type Row = Omit<Doc<"cleanings">, "_id" | "_creationTime">;

const FIELDS: readonly (keyof Doc<"jobs">)[] = [
  "job_customer_id",
  "job_address",
  "job_status",
  "job_categories",
  "job_estimate_date",
  "job_install_date",
  "job_due_months",
  "job_due_date",
];

export function isOfCleaning(change: Partial<Doc<"jobs">>): boolean {
  return FIELDS.some((field) => field in change);
}

/** Writes the differences to the row of a job, whose summary has the time of its status. */
export async function writeCleaning(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  if (!isCleaning(job)) {
    await deleteCleaning(ctx, job);
    return;
  }
  const stored = await getCleaning(ctx, job);
  const summary = await getSummary(ctx, job.workspaceId, job._id);
  const wanted = rowOf({ ...job, statusChangedAt: summary?.statusChangedAt });
  if (stored === null) await ctx.db.insert("cleanings", wanted);
  else {
    const { isNewest: _marked, ...change } = changedFields(stored, wanted);
    if (isEmpty(change)) return;
    await ctx.db.patch("cleanings", stored._id, { ...change, isNewest: false });
    if (stored.place !== wanted.place) await markNewest(ctx, stored);
  }
  await markNewest(ctx, wanted);
}

/** Deletes the row of a job that was cancelled, is no longer a cleaning, or is in the trash. */
export async function deleteCleaning(
  ctx: MutationCtx,
  job: Pick<Doc<"jobs">, "workspaceId" | "_id">,
): Promise<void> {
  const stored = await getCleaning(ctx, job);
  if (stored === null) return;
  await ctx.db.delete("cleanings", stored._id);
  await markNewest(ctx, stored);
}

/** A written row has no mark yet. The row that had it, if any, is then the newest or the second. */
async function markNewest(
  ctx: MutationCtx,
  { workspaceId, place }: Pick<Row, "workspaceId" | "place">,
): Promise<void> {
  const [newest, next] = await ctx.db
    .query("cleanings")
    .withIndex("by_workspace_and_place", (q) => q.eq("workspaceId", workspaceId).eq("place", place))
    .order("desc")
    .take(2);
  if (newest?.isNewest === false) await ctx.db.patch("cleanings", newest._id, { isNewest: true });
  if (next?.isNewest === true) await ctx.db.patch("cleanings", next._id, { isNewest: false });
}

async function getCleaning(
  ctx: QueryCtx,
  { workspaceId, _id }: Pick<Doc<"jobs">, "workspaceId" | "_id">,
): Promise<Doc<"cleanings"> | null> {
  return await ctx.db
    .query("cleanings")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", workspaceId).eq("jobId", _id))
    .unique();
}

function rowOf(job: Doc<"jobs"> & { readonly statusChangedAt: number | undefined }): Row {
  return {
    workspaceId: job.workspaceId,
    jobId: job._id,
    place: placeOf(job),
    at: cleaningTime(job),
    isNewest: false,
    isOwn: undefined,
    from: undefined,
    ...dueFrom(job),
  };
}
