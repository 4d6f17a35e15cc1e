/**
 * The words of a job or customer as rows of the search index. Each two words of a name share a row, so that a search
 * for "maria lopez" reads only the rows with both, however many customers are named Maria or Lopez.
 */
import { nameWords } from "./similarNames";

/** What a row holds: one word of a name, two words of a name, or a word of another text. */
export const WORD_KINDS = ["jobs", "jobNames", "jobPairs", "customers", "customerNames"] as const;

export type WordKind = (typeof WORD_KINDS)[number];

export type StoredWord = { readonly of: WordKind; readonly word: string };

/** The limit of a name's words that form pairs. Real names have fewer than 6. */
const MAX_PAIRED = 6;

/** The rows of a job's words. Pairs are of another kind than words, so that the rows of each word have one order. */
export function jobWordRows(words: readonly string[], name: string): StoredWord[] {
  const names = pairedWords(words, name);
  return [
    ...words.map((word): StoredWord => ({
      of: names.includes(word) ? "jobNames" : "jobs",
      word,
    })),
    ...pairsOf(names).map((word): StoredWord => ({ of: "jobPairs", word })),
  ];
}

/**
 * The rows of a customer's words. Each word of the name begins a row: "maria lopez" and "lopez maria". A word such as
 * "lopez85" of an e-mail address is stored among the names, because what is typed for it may begin the name too.
 */
export function customerWordRows(words: readonly string[], name: string): StoredWord[] {
  const names = pairedWords(words, name);
  const others = words.filter((word) => !names.includes(word));
  const [first, last] = [names[0], names.at(-1)];
  // The last word begins no pair.
  const ofNames = first === last ? names : [...pairsOf(names), `${last} ${first}`];
  return [
    ...ofNames.map((word): StoredWord => ({ of: "customerNames", word })),
    ...others.map((word): StoredWord => ({
      of: beginsName(word, names) ? "customerNames" : "customers",
      word,
    })),
  ];
}

/** The two longest typed words that may be of one name; null if there are fewer than two, or one begins the other. */
export function typedPair(words: readonly string[]): readonly [string, string] | null {
  const [one, other] = words
    .filter((word) => /^\p{L}+$/u.test(word))
    .toSorted((a, b) => b.length - a.length);
  if (one === undefined || other === undefined) return null;
  return one.startsWith(other) ? null : [one, other];
}

/** The letters at the beginning of a stored word: "lopez" in "lopez maria" and in "lopez85". */
export function firstLetters(stored: string): string {
  return stored.split(/[ \d]/u, 1)[0] ?? "";
}

function pairedWords(words: readonly string[], name: string): string[] {
  return nameWords(name)
    .slice(0, MAX_PAIRED)
    .filter((word) => words.includes(word));
}

function pairsOf(names: readonly string[]): string[] {
  return names.flatMap((word, at) => names.slice(at + 1).map((other) => `${word} ${other}`));
}

function beginsName(word: string, names: readonly string[]): boolean {
  const letters = firstLetters(word);
  return letters !== "" && names.some((name) => name.startsWith(letters));
}
