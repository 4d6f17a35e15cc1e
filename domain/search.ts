import { normalizePhone, PHONE_DIGITS } from "./phone";
import { foldText } from "./text";

/**
 * Search as people type it: any part of a word, in any case, with or without
 * accents, and a phone number with or without its punctuation.
 *
 * What can be found is written down as tokens: of each word the word and all
 * its endings ("smith mith ith th h"), so that a part of a word is the
 * beginning of a token, which a search index can find.
 */

/** A search index drops longer tokens (Convex: from 32 bytes on). */
const MAX_TOKEN_BYTES = 31;

/** A search index takes no more terms in one search (Convex). */
export const MAX_SEARCH_TERMS = 16;

/**
 * One thing the text must hold, in one of several spellings, each a list of
 * tokens: "555-1234" is 5551234, or a 555 and a 1234.
 */
export type SearchTerm = readonly (readonly string[])[];

/** Numbers and the marks that people put between them. */
const NUMBERS_AND_MARKS = /^\+?[\d().\s-]*\d$/;

/** Tokens by which any part of the words of these texts is found. */
export function partTokens(texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => wordsOf(text ?? "")).flatMap(endingsOf);
}

/** Tokens by which a long text is found: by how its words begin. */
export function wordTokens(text: string | undefined): string[] {
  return wordsOf(text ?? "").map(cutToken);
}

/** Tokens by which an id is found: as a whole, or by how it begins. */
export function idTokens(id: string): string[] {
  return [cutToken(foldText(id).replace(/[^\p{L}\p{N}]/gu, ""))];
}

/** The text that a search index holds and `matchesSearch` reads. */
export function searchTextOf(tokens: readonly string[]): string {
  return [...new Set(tokens)].filter((token) => token !== "").join(" ");
}

/** What the typed text asks for; nothing for a blank one. */
export function searchTerms(typed: string): SearchTerm[] {
  return chunksOf(typed).flatMap((chunk): SearchTerm[] => {
    const words = wordsOf(chunk).map(cutToken);
    if (words.length === 0) return [];
    if (isSplitNumber(chunk, words)) return [[[normalizePhone(chunk)], words]];
    return words.map((word) => [[word]]);
  });
}

/** Whether the search text holds every term in one of its spellings. */
export function matchesSearch(
  searchText: string,
  terms: readonly SearchTerm[],
): boolean {
  const text = ` ${searchText}`;
  return terms.every((term) =>
    term.some((tokens) => tokens.every((token) => text.includes(` ${token}`))),
  );
}

/** How many terms are tried on their own where all of them find too much. */
const TERMS_TRIED = 2;

/**
 * The searches to make of an index, until one of them finds all it could. An
 * index answers what holds any of the terms and ranks what holds most of them
 * first, up to a limit; the last term alone may be the beginning of a token.
 *
 * The first search has every term, and last the one that was typed last and so
 * may be unfinished. Where it finds too much to be sure, the longest terms
 * follow, each alone: every match holds each of them.
 */
export function indexQueries(terms: readonly SearchTerm[]): string[] {
  const needed = terms.map(neededToken);
  const last = needed.at(-1);
  if (last === undefined) return [];
  const others = [...new Set(terms.flat(2))]
    .filter((token) => token !== last)
    .sort(shortestFirst)
    .slice(-(MAX_SEARCH_TERMS - 1));
  const longest = [...needed].sort(shortestFirst).slice(-TERMS_TRIED).reverse();
  return [...new Set([[...others, last].join(" "), ...longest])];
}

export type RankedName = {
  readonly id: string;
  readonly name: string;
};

/** How well a match answers the typed text; less is better. */
export function searchRank(match: RankedName, typed: string): number {
  const wanted = foldText(typed);
  const name = foldText(match.name);
  if (foldText(match.id) === wanted) return 0;
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 2;
  const [first = ""] = wordsOf(typed);
  return wordsOf(match.name).some((word) => word.startsWith(first)) ? 3 : 4;
}

function isSplitNumber(chunk: string, parts: readonly string[]): boolean {
  return (
    parts.length > 1 &&
    parts.every((part) => part.length <= PHONE_DIGITS) &&
    NUMBERS_AND_MARKS.test(chunk)
  );
}

/** A whole number's last part is found wherever the whole number is. */
function neededToken(term: SearchTerm): string {
  return term.at(-1)?.at(-1) ?? "";
}

function shortestFirst(a: string, b: string): number {
  return a.length - b.length;
}

/** Runs of numbers stay together; other words stand alone. */
function chunksOf(typed: string): string[] {
  return (
    foldText(typed).match(/\+?\(?\d[\d().\s-]*(?![\p{L}\d])(?<=\d)|[^\s]+/gu) ??
    []
  );
}

/** "O'Brien-Smith" -> "obrien", "smith". */
function wordsOf(text: string): string[] {
  return foldText(text)
    .replace(/['’`]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function endingsOf(word: string): string[] {
  const letters = [...word];
  // No token has more letters than bytes, so the copies are short.
  return letters.map((_, start) =>
    cutToken(letters.slice(start, start + MAX_TOKEN_BYTES).join("")),
  );
}

/** A token's beginning of at most MAX_TOKEN_BYTES bytes in UTF-8. */
function cutToken(token: string): string {
  let bytes = 0;
  let cut = "";
  for (const letter of token) {
    bytes += utf8Length(letter.codePointAt(0) ?? 0);
    if (bytes > MAX_TOKEN_BYTES) return cut;
    cut += letter;
  }
  return cut;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
