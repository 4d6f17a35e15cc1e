import { PLACE_FIELDS } from "../../../domain/customer/places";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isClientKey } from "../clientKeys";
import { notFound, wrongType } from "../errors";
import type { Job, JobLocation } from "./validators";

export function toJob(row: Doc<"jobs">): Job {
  const { workspaceId: _workspaceId, ...job } = row;
  return job;
}

/** Finds a job by its id, or by its client key. */
export async function getJob(
  ctx: QueryCtx,
  workspaceId: string,
  id: string,
): Promise<Doc<"jobs"> | null> {
  if (isClientKey(id))
    return await ctx.db
      .query("jobs")
      .withIndex("by_workspace_and_client_key", (q) =>
        q.eq("workspaceId", workspaceId).eq("clientKey", id),
      )
      .unique();
  const jobId = ctx.db.normalizeId("jobs", id);
  const job = jobId === null ? null : await ctx.db.get("jobs", jobId);
  return job?.workspaceId === workspaceId ? job : null;
}

export async function lastPlaceOf(
  ctx: QueryCtx,
  workspaceId: string,
  customerId: string,
): Promise<JobLocation | null> {
  const job = await ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("job_customer_id", customerId),
    )
    .order("desc")
    .first();
  if (job === null) return null;
  const known = PLACE_FIELDS.filter((field) => job[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, job[field]])) as JobLocation;
}

export async function requireJob(
  ctx: QueryCtx,
  workspaceId: string,
  id: string,
): Promise<Doc<"jobs">> {
  const job = await getJob(ctx, workspaceId, id);
  if (job !== null) return job;
  const isId = isClientKey(id) || ctx.db.normalizeId("jobs", id) !== null;
  throw isId ? notFound("job", "id") : wrongType("id");
}
