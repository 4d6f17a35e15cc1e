/** The words of a person's name, and when two names agree. */
import { groupBy } from "../text/groups";
import { APOSTROPHES, foldText } from "../text/text";

export type Name = {
  readonly words: readonly string[];
  /** The sorted initials of the words: equal for names that agree. */
  readonly initials: string;
  /** The sorted words: names with equal keys agree. */
  readonly key: string;
};

/**
 * Whether the names have the same words in any order, ignoring case, accents and punctuation. An initial agrees with a
 * word that it begins.
 */
export function namesAgree(one: string, other: string): boolean {
  return wordsAgree(nameOf(one), nameOf(other));
}

/** The words of a name; empty if it has neither a letter nor a digit. */
export function nameOf(name: string): Name {
  const plain = foldText(name).replace(APOSTROPHES, "");
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort();
  return {
    words,
    initials: words.map(initialOf).join(""),
    key: words.join(" "),
  };
}

/**
 * Whether the words can be paired so that the two words of each pair are equal, or one is the other's initial. Only
 * words with the same first letter can pair. Every spelled-out word without an equal partner needs an initial.
 */
export function wordsAgree(one: Name, other: Name): boolean {
  if (one.initials !== other.initials || one.key === "") return false;
  if (one.key === other.key) return true;
  const others = groupBy(other.words, initialOf);
  return [...groupBy(one.words, initialOf)].every(([initial, words]) => {
    const partners = others.get(initial) ?? [];
    const free = partners.filter((word) => !isInitial(word));
    const unpaired = words.filter((word) => {
      if (isInitial(word)) return false;
      const at = free.indexOf(word);
      if (at !== -1) free.splice(at, 1);
      return at === -1;
    });
    return unpaired.length <= partners.filter(isInitial).length;
  });
}

const initialOf = (word: string) => String.fromCodePoint(word.codePointAt(0) ?? 0);
export const isInitial = (word: string) => word === initialOf(word);
