import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { StoredWord } from "../../../domain/names/namePairs";
import { MAX_WORDS } from "../../../domain/names/search";

/** A job or a customer, as far as its search words name it. */
export type WordsOf = Pick<Doc<"searchWords">, "workspaceId" | "rowId" | "createdAt" | "summaryId">;

type StoredWords = {
  readonly words: readonly StoredWord[];
  /** All words, as `searchText` makes it. */
  readonly text: string;
};

export const NO_WORDS: StoredWords = { words: [], text: "" };

/**
 * Writes the differences to the stored words of a job or customer, and returns
 * the removed words. No words remove it from search.
 */
export async function writeWords(
  ctx: MutationCtx,
  row: WordsOf,
  { words, text }: StoredWords,
): Promise<string[]> {
  const { summaryId } = row;
  const missing = new Map(words.map((word) => [keyOf(word), word]));
  const removed: string[] = [];
  const stored = await ctx.db
    .query("searchWords")
    .withIndex("by_workspace_and_row", (q) =>
      q.eq("workspaceId", row.workspaceId).eq("rowId", row.rowId),
    )
    .take(2 * MAX_WORDS);
  for (const one of stored)
    if (!missing.delete(keyOf(one))) {
      await ctx.db.delete("searchWords", one._id);
      removed.push(one.word);
    } else if (one.text !== text || one.summaryId !== summaryId)
      await ctx.db.patch("searchWords", one._id, { text, summaryId });
  for (const { of, word } of missing.values())
    await ctx.db.insert("searchWords", { ...row, of, word, text });
  return removed;
}

function keyOf({ of, word }: StoredWord): string {
  return `${of} ${word}`;
}
