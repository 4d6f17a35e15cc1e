/** All characters that people and programs use as an apostrophe. */
export const APOSTROPHES = /['‘’`ʻʼ]/g;

const MARKS = /\p{M}+/gu;

/** Letters without a decomposition, and how people type them on other keyboards. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ŧ: "t",
};

/**
 * Normalizes case, accents and spaces for comparison: "Élan  Gutters" becomes
 * "elan gutters", "Łukasz" "lukasz". Used by search and by the matching of labels.
 */
export function foldText(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[ßæœþøłđðħıŧ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The compatibility decomposition without its combining marks. The text's own marks are removed first, because
 * normalization sorts each run of marks, which takes time quadratic in the length of the run.
 */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, "").normalize("NFKD").replace(MARKS, "");
}

/** "Estimate Delivered" -> "estimate_delivered": the specification's rule. */
export function toKey(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

/** The option equal to `text`, ignoring case, spaces and punctuation. */
export function matchOption<Option extends string>(
  options: readonly Option[],
  text: string,
): Option | null {
  const key = toKey(text);
  return options.find((option) => toKey(option) === key) ?? null;
}

/** 12345 -> "12,345". */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** "1 job", "2 jobs", "0 jobs". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** "30 days", of a length in milliseconds. */
export function daysText(length: number): string {
  return counted(length / (24 * 60 * 60 * 1000), "day");
}

/** Orders names alphabetically, ignoring case and accents. */
export function compareNames(a: string, b: string): number {
  const foldedA = foldText(a);
  const foldedB = foldText(b);
  if (foldedA === foldedB) return 0;
  return foldedA < foldedB ? -1 : 1;
}

/** The trimmed text, or null if it is blank. */
export function textOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}

/** Encodes text for a URL. Drops lone surrogates, such as half of a pasted emoji: encodeURIComponent throws on them. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, ""));
}
