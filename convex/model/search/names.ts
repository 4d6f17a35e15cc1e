/**
 * The different words of all customers' names of a workspace, in a fixed number of rows. A search that found nothing
 * compares the typed words with all of them. A new customer writes a row only for a word that no name had before, and
 * a word stays until no customer has it.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { firstLetters, type WordKind } from "../../../domain/names/namePairs";
import {
  isNameWord,
  nameWordText,
  parseNameWord,
  type NameWord,
} from "../../../domain/names/similarNames";
import { groupBy } from "../../../domain/text/groups";

/** The number of rows. Each search for similar names reads all of them. */
const PARTS = 32;

/**
 * Convex limits an array to 8,192 elements. Names of an office with more words, of some 500,000 customers, are not
 * suggested.
 */
const MAX_WORDS_OF_PART = 4_000;

export async function readNameWords(ctx: QueryCtx, workspaceId: string): Promise<NameWord[]> {
  const parts = await ctx.db
    .query("nameWords")
    .withIndex("by_workspace_and_part", (q) => q.eq("workspaceId", workspaceId))
    .take(PARTS);
  return parts.flatMap(({ words }) => words.map(parseNameWord));
}

export async function addNameWords(
  ctx: MutationCtx,
  workspaceId: string,
  words: readonly string[],
): Promise<void> {
  for (const [part, added] of groupBy(words, partOf)) {
    const row = await getPart(ctx, workspaceId, part);
    const present = new Set(row?.words);
    const missing = new Set(added.map(nameWordText).filter((word) => !present.has(word)));
    if (missing.size === 0) continue;
    const joined = [...present, ...missing].sort().slice(0, MAX_WORDS_OF_PART);
    if (row === null) await ctx.db.insert("nameWords", { workspaceId, part, words: joined });
    else await ctx.db.patch("nameWords", row._id, { words: joined });
  }
}

/** Removes those of the given search words that no customer has any more. */
export async function removeNameWords(
  ctx: MutationCtx,
  workspaceId: string,
  stored: readonly string[],
): Promise<void> {
  const words = new Set(stored.map((word) => word.split(" ")[0] ?? ""));
  for (const word of [...words].filter(isNameWord)) {
    if (await isWordOfCustomer(ctx, workspaceId, word)) continue;
    const row = await getPart(ctx, workspaceId, partOf(word));
    const text = nameWordText(word);
    if (row === null || !row.words.includes(text)) continue;
    const left = row.words.filter((one) => one !== text);
    if (left.length === 0) await ctx.db.delete("nameWords", row._id);
    else await ctx.db.patch("nameWords", row._id, { words: left });
  }
}

/** Spreads words evenly, in every language, so that each row is small. */
function partOf(word: string): number {
  let sum = 0;
  for (let at = 0; at < word.length; at++) sum += word.charCodeAt(at);
  return sum % PARTS;
}

async function getPart(
  ctx: QueryCtx,
  workspaceId: string,
  part: number,
): Promise<Doc<"nameWords"> | null> {
  return await ctx.db
    .query("nameWords")
    .withIndex("by_workspace_and_part", (q) => q.eq("workspaceId", workspaceId).eq("part", part))
    .unique();
}

async function isWordOfCustomer(
  ctx: QueryCtx,
  workspaceId: string,
  word: string,
): Promise<boolean> {
  for (const of of ["customerNames", "customers"] as const)
    if (await rowsOfWord(ctx, { workspaceId, of }, word).first()) return true;
  return false;
}

export type Words = { readonly workspaceId: string; readonly of: WordKind };

/** The rows of a word, also those in which another word of the name follows it. */
export function rowsOfWord(ctx: QueryCtx, words: Words, word: string) {
  // The character after the space that precedes the other word.
  return rowsBetween(ctx, words, [word, `${word}!`]).order("desc");
}

/** The words that begin with the text, by their first letters: one row for each, see `firstLetters`. */
export async function* firstRows(
  ctx: QueryCtx,
  words: Words,
  begin: string,
): AsyncGenerator<{ letters: string; row: Doc<"searchWords"> }> {
  const [first, until] = beginning(begin);
  for (let from = first; from < until;) {
    const row = await rowsBetween(ctx, words, [from, until]).first();
    if (row === null) return;
    const letters = firstLetters(row.word);
    yield { letters, row };
    // ":" sorts after the digits, and those after the space before another word of the name.
    from = `${letters}:`;
  }
}

/** The range of the words that begin with the text. */
export function beginning(text: string): [from: string, until: string] {
  return [text, `${text}\u{10ffff}`];
}

/** The rows with words from `from` on and before `until`. */
export function rowsBetween(
  ctx: QueryCtx,
  { workspaceId, of }: Words,
  [from, until]: readonly [string, string],
) {
  return ctx.db
    .query("searchWords")
    .withIndex("by_workspace_and_word", (q) =>
      q.eq("workspaceId", workspaceId).eq("of", of).gte("word", from).lt("word", until),
    );
}
