import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MAX_WORDS, searchText } from "../../../domain/search";

/** A job or a customer, as far as its search words name it. */
export type WordsOf = Pick<
  Doc<"searchWords">,
  "workspaceId" | "of" | "rowId" | "createdAt" | "summaryId"
>;

/** Writes the differences to the stored words of a job or customer. No words remove it from search. */
export async function writeWords(
  ctx: MutationCtx,
  row: WordsOf,
  words: readonly string[],
): Promise<void> {
  const { summaryId } = row;
  const text = searchText(words);
  const missing = new Set(words);
  const stored = await ctx.db
    .query("searchWords")
    .withIndex("by_workspace_and_row", (q) =>
      q.eq("workspaceId", row.workspaceId).eq("rowId", row.rowId),
    )
    .take(2 * MAX_WORDS);
  for (const one of stored)
    if (!missing.delete(one.word)) await ctx.db.delete("searchWords", one._id);
    else if (one.text !== text || one.summaryId !== summaryId)
      await ctx.db.patch("searchWords", one._id, { text, summaryId });
  for (const word of missing)
    await ctx.db.insert("searchWords", { ...row, word, text });
}
