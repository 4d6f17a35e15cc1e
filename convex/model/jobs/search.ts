import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  searchWords,
  SEARCHED_JOB_FIELDS,
  searchedOfJob,
} from "../../../domain/search";
import { writeWords } from "../search/words";

export function isSearchedJob(change: Partial<Doc<"jobs">>): boolean {
  return SEARCHED_JOB_FIELDS.some((field) => field in change);
}

export async function writeJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  summaryId: Id<"jobSummaries">,
): Promise<void> {
  const words = searchWords(searchedOfJob(job));
  await writeWords(ctx, { ...nameOf(job), summaryId }, words);
}

export async function deleteJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  await writeWords(ctx, nameOf(job), []);
}

function nameOf({ workspaceId, _id, _creationTime }: Doc<"jobs">) {
  const createdAt = _creationTime;
  return { workspaceId, of: "jobs", rowId: _id, createdAt } as const;
}
