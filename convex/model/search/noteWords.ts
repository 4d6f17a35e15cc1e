/**
 * The words of a job's notes, eight to a row, in any order. A row for each word would be as many documents as a note
 * has words; an index for each place of a row costs no more than one row for each word does.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { notesWords } from "../../../domain/names/search";

export const PLACES = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

type Place = (typeof PLACES)[number];

/** More than the longest notes have, also after many changes. */
const MAX_ROWS = 600;

/** Writes the differences to the stored words of the job's notes. No notes remove them. */
export async function writeNoteWords(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  notes: string | undefined,
): Promise<void> {
  const { workspaceId, _id: jobId, _creationTime: createdAt } = job;
  const rows = await ctx.db
    .query("noteWords")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", workspaceId).eq("jobId", jobId))
    .take(MAX_ROWS);
  const wanted = new Set(notesWords(notes ?? ""));
  const kept = rows.map((row) =>
    PLACES.map((place) => row[place]).map((word) =>
      word !== undefined && wanted.delete(word) ? word : undefined,
    ),
  );
  const missing = [...wanted];
  for (const [at, row] of rows.entries()) {
    const words = (kept[at] ?? []).map((word) => word ?? missing.shift());
    const isKept = PLACES.every((place, index) => row[place] === words[index]);
    if (words.every((word) => word === undefined)) await ctx.db.delete("noteWords", row._id);
    else if (!isKept) await ctx.db.patch("noteWords", row._id, inPlaces(words));
  }
  for (let at = 0; at < missing.length; at += PLACES.length)
    await ctx.db.insert("noteWords", {
      workspaceId,
      jobId,
      createdAt,
      ...inPlaces(missing.slice(at, at + PLACES.length)),
    });
}

function inPlaces(words: readonly (string | undefined)[]) {
  const places = PLACES.map((place, at) => [place, words[at]] as const);
  return Object.fromEntries(places) as Record<Place, string | undefined>;
}

/** The rows with a word that begins with the text: for each place, in descending order of the words. */
export async function* noteRowsBeginning(
  ctx: QueryCtx,
  workspaceId: string,
  begin: string,
): AsyncGenerator<Doc<"noteWords">> {
  for (const place of PLACES)
    yield* ctx.db
      .query("noteWords")
      .withIndex(`by_workspace_and_${place}`, (q) =>
        q.eq("workspaceId", workspaceId).gte(place, begin).lt(place, `${begin}\u{10ffff}`),
      )
      .order("desc");
}
