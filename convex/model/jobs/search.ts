import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  searchText,
  searchWords,
  SEARCHED_JOB_FIELDS,
  searchedOfJob,
} from "../../../domain/search";
import { writeNoteWords } from "../search/noteWords";
import { NO_WORDS, writeWords } from "../search/words";
import { getSummary } from "./summaries";

export function isSearchedJob(change: Partial<Doc<"jobs">>): boolean {
  return SEARCHED_JOB_FIELDS.some((field) => field in change);
}

export async function writeJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  summaryId: Id<"jobSummaries">,
): Promise<void> {
  const words = searchWords(searchedOfJob(job));
  const stored = { words, text: searchText(words) };
  await writeWords(ctx, { ...nameOf(job), summaryId }, stored);
}

/** Writes the words of the notes of a new job. */
export async function addNotesSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  await writeNoteWords(ctx, job, job.job_notes);
}

/** Writes the words of the notes. A summary of an earlier version has the notes themselves, which are then obsolete. */
export async function writeNotesSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  await writeNoteWords(ctx, job, job.job_notes);
  const summary = await getSummary(ctx, job.workspaceId, job._id);
  if (summary?.foldedNotes !== undefined)
    await ctx.db.patch("jobSummaries", summary._id, { foldedNotes: undefined });
}

export async function deleteJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  await writeWords(ctx, nameOf(job), NO_WORDS);
  await writeNoteWords(ctx, job, undefined);
}

function nameOf({ workspaceId, _id, _creationTime }: Doc<"jobs">) {
  const createdAt = _creationTime;
  return { workspaceId, of: "jobs", rowId: _id, createdAt } as const;
}
