import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  MAX_MATCHES,
  MAX_TYPED_WORDS,
  NOTES_VERSION,
  notesHold,
  notesWords,
} from "../../../domain/search";
import { completeVersion } from "../derivedVersion";
import { findByEarlierNotes } from "./earlierNotes";
import { readRarest } from "./find";
import { noteRowsBeginning } from "./noteWords";

type NotedJob = {
  readonly jobId: Id<"jobs">;
  readonly createdAt: number;
  /** Where it was read. */
  readonly job?: Pick<
    Doc<"jobs">,
    "job_status" | "job_estimate_date" | "job_install_date"
  >;
};

type Found = {
  readonly jobs: readonly NotedJob[];
  /** False if the read limit was hit. */
  readonly isComplete: boolean;
};

/** The jobs of a workspace whose notes have, for each typed word, a word that begins with it. */
export async function findByNotes(
  ctx: QueryCtx,
  workspaceId: string,
  typed: string,
): Promise<Found> {
  const words = notesWords(typed).slice(0, MAX_TYPED_WORDS);
  if (words.length === 0) return { jobs: [], isComplete: true };
  const found = await findByRows(ctx, workspaceId, words);
  const version = await completeVersion(ctx, workspaceId);
  if (version >= NOTES_VERSION) return found;
  const earlier = await findByEarlierNotes(ctx, workspaceId, words);
  return {
    jobs: [...earlier.jobs, ...found.jobs],
    isComplete: earlier.isComplete && found.isComplete,
  };
}

async function findByRows(
  ctx: QueryCtx,
  workspaceId: string,
  words: readonly string[],
): Promise<Found> {
  const tried = await readRarest(words, (word) =>
    noteRowsBeginning(ctx, workspaceId, word),
  );
  const rows = tried.flatMap((one) => one.rows);
  const jobs = [...new Map(rows.map((row) => [row.jobId, row])).values()].sort(
    (a, b) => b.createdAt - a.createdAt,
  );
  return {
    jobs: words.length === 1 ? jobs : await withWords(ctx, jobs, words),
    isComplete: tried.some(({ isDone }) => isDone),
  };
}

/** The newest of the jobs whose notes have all words: one more than a search finds. */
async function withWords(
  ctx: QueryCtx,
  jobs: readonly NotedJob[],
  words: readonly string[],
): Promise<NotedJob[]> {
  const found: NotedJob[] = [];
  for (const { jobId, createdAt } of jobs) {
    if (found.length > MAX_MATCHES) break;
    const job = await ctx.db.get("jobs", jobId);
    if (job !== null && notesHold(job.job_notes, words))
      found.push({ jobId, createdAt, job });
  }
  return found;
}
