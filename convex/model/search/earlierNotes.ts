/**
 * Notes of workspaces whose rows are of an earlier version, until they are rebuilt: found by whole words, through the
 * search indexes of the platform.
 * Convex takes the last term of a search as the beginning of at most 64 words, in
 * the order of the words of all workspaces. So the last term is one that is in no
 * notes, and words are found as they are, whatever other workspaces hold.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { notesHold } from "../../../domain/search";
import type { JobStatus } from "../../../domain/jobs";
import type { JobTimes } from "../../../domain/schedule";

const LAST_TERM = "zqxjkvzqxjkvzqxjkvzqxjkvzqxjkv0";

/** Convex returns at most this many rows of one search. */
const SEARCH_LIMIT = 1_024;

/** At most this many words are tried, the longest first, until one has few enough rows. */
const WORDS_TRIED = 2;

type NotedJob = JobTimes & {
  readonly jobId: Id<"jobs">;
  readonly createdAt: number;
  readonly job_status: JobStatus;
};

type Found = {
  readonly jobs: readonly NotedJob[];
  /** False if the read limit was hit. */
  readonly isComplete: boolean;
};

/** The jobs of a workspace whose notes hold all words. */
export async function findByEarlierNotes(
  ctx: QueryCtx,
  workspaceId: string,
  words: readonly string[],
): Promise<Found> {
  const jobs: NotedJob[] = [];
  let isComplete = false;
  const longest = words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS_TRIED);
  for (const word of longest) {
    const found = await findByWord(ctx, workspaceId, `${word} ${LAST_TERM}`);
    jobs.push(...found.rows.filter(({ notes }) => notesHold(notes, words)));
    isComplete = found.isComplete;
    if (isComplete) break;
  }
  return { jobs, isComplete };
}

/** `job` has the notes: those of the job, or of its summary without accents. */
type Noted = NotedJob & { readonly notes: string };

async function findByWord(
  ctx: QueryCtx,
  workspaceId: string,
  search: string,
): Promise<{ rows: Noted[]; isComplete: boolean }> {
  const jobs = await ctx.db
    .query("jobs")
    .withSearchIndex("job_notes", (q) =>
      q.search("job_notes", search).eq("workspaceId", workspaceId),
    )
    .take(SEARCH_LIMIT);
  const summaries = await ctx.db
    .query("jobSummaries")
    .withSearchIndex("folded_notes", (q) =>
      q.search("foldedNotes", search).eq("workspaceId", workspaceId),
    )
    .take(SEARCH_LIMIT);
  return {
    rows: [...jobs.map(notedJob), ...summaries.map(notedSummary)],
    isComplete: [jobs, summaries].every((rows) => rows.length < SEARCH_LIMIT),
  };
}

function notedJob(job: Doc<"jobs">): Noted {
  const { _id: jobId, _creationTime: createdAt, job_notes: notes = "" } = job;
  return { ...job, jobId, createdAt, notes };
}

function notedSummary(summary: Doc<"jobSummaries">): Noted {
  const { jobCreatedAt: createdAt, foldedNotes: notes = "" } = summary;
  return { ...summary, createdAt, notes };
}
