import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  idTokens,
  partTokens,
  searchTextOf,
  wordTokens,
} from "../../../domain/search";
import { changedFields, isEmpty } from "../changes";

type SearchRow = Omit<Doc<"jobSearch">, "_id" | "_creationTime">;

/** What the search row is made of, beside what never changes. */
const SEARCHED_FIELDS: readonly (keyof Doc<"jobs">)[] = [
  "job_customer_id",
  "job_customer_phone",
  "customer_name",
  "job_address",
  "job_city",
  "job_status",
  "job_estimate_date",
  "job_install_date",
  "job_notes",
];

export function isSearched(change: Partial<Doc<"jobs">>): boolean {
  return SEARCHED_FIELDS.some((field) => field in change);
}

/** Writes the row by which the job list finds and orders this job. */
export async function writeJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  const wanted = searchRowOf(job);
  const row = await getSearchRow(ctx, job.workspaceId, job._id);
  if (row === null) {
    await ctx.db.insert("jobSearch", wanted);
    return;
  }
  const change = changedFields(row, wanted);
  if (!isEmpty(change)) await ctx.db.patch("jobSearch", row._id, change);
}

export async function deleteJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  const row = await getSearchRow(ctx, job.workspaceId, job._id);
  if (row !== null) await ctx.db.delete("jobSearch", row._id);
}

async function getSearchRow(
  ctx: MutationCtx,
  workspaceId: string,
  jobId: Id<"jobs">,
): Promise<Doc<"jobSearch"> | null> {
  return await ctx.db
    .query("jobSearch")
    .withIndex("by_workspace_and_job", (q) =>
      q.eq("workspaceId", workspaceId).eq("jobId", jobId),
    )
    .unique();
}

function searchRowOf(job: Doc<"jobs">): SearchRow {
  return {
    workspaceId: job.workspaceId,
    jobId: job._id,
    jobCreatedAt: job._creationTime,
    job_status: job.job_status,
    job_estimate_date: job.job_estimate_date,
    job_install_date: job.job_install_date,
    searchText: searchTextOf([
      ...idTokens(job._id),
      ...idTokens(job.job_customer_id),
      ...partTokens([
        job.job_customer_id,
        job.customer_name,
        job.job_customer_phone,
        job.job_address,
        job.job_city,
      ]),
      ...wordTokens(job.job_notes),
    ]),
  };
}
