import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { jobWordRows } from "../../../domain/names/namePairs";
import {
  searchText,
  searchWords,
  SEARCHED_JOB_FIELDS,
  searchedOfJob,
} from "../../../domain/names/search";
import { writeNoteWords } from "../search/noteWords";
import { NO_WORDS, writeWords } from "../search/words";

export function isSearchedJob(change: Partial<Doc<"jobs">>): boolean {
  return SEARCHED_JOB_FIELDS.some((field) => field in change);
}

export async function writeJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  summaryId: Id<"jobSummaries">,
): Promise<void> {
  const words = searchWords(searchedOfJob(job));
  await writeWords(
    ctx,
    { ...nameOf(job), summaryId },
    {
      words: jobWordRows(words, job.customer_name),
      text: searchText(words),
    },
  );
}

export async function deleteJobSearch(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  await writeWords(ctx, nameOf(job), NO_WORDS);
  await writeNoteWords(ctx, job, undefined);
}

function nameOf({ workspaceId, _id, _creationTime }: Doc<"jobs">) {
  const createdAt = _creationTime;
  return { workspaceId, rowId: _id, createdAt };
}
