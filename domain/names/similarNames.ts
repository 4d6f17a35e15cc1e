import { doubleMetaphone } from "double-metaphone";
import { foundWordsOf, wordsOf } from "./search";

/**
 * Names that are spelled like a typed one, or sound like it. An office keeps the different words of its customers'
 * names, each with its sounds. A typed word is compared with all of them: even a large office has only a few thousand.
 */

/** A word of a name with its phonetic codes: "smith", ["SM0", "XMT"]. */
export type NameWord = {
  readonly word: string;
  readonly sounds: readonly string[];
  /** A bit for each letter: words with too few in common are not compared. */
  readonly letters: number;
};

/** The limit of a name's words that are compared. Real names have fewer than 6. */
const MAX_NAME_WORDS = 6;

/** Shorter words are within one letter of too many others: they only begin a word. */
const MIN_SIMILAR_LETTERS = 3;
const MAX_EDITS = 2;
/** From this length on, two letters may be wrong. */
const MIN_LETTERS_OF_TWO_EDITS = 6;
/** From this length on, an unfinished word is compared with the beginnings of words. */
const MIN_UNFINISHED_LETTERS = 4;

/** How many similar words of each of two typed words are looked up together. */
const MAX_OF_PAIRS = 8;

/** The lowest is the nearest. The beginning of a word costs nothing: the exact search finds it. */
const COST = {
  oneEditAndSound: 0.75,
  oneEdit: 1,
  sound: 1.25,
  eachFurtherEdit: 0.25,
  unfinished: 1.5,
  twoEdits: 2,
  joined: 0.5,
} as const;

/** The words of a name by which it is compared, each once. */
export function nameWords(name: string): string[] {
  return [...new Set(foundWordsOf(name).filter(isNameWord))];
}

export function isNameWord(word: string): boolean {
  return /^\p{L}{2,}$/u.test(word);
}

/** "smith" -> "smith/SM0/XMT", as it is stored. */
export function nameWordText(word: string): string {
  return [word, ...soundsOf(word)].join("/");
}

export function parseNameWord(text: string): NameWord {
  const [word = "", ...sounds] = text.split("/");
  return { word, sounds, letters: lettersOf(word) };
}

/** The words that a typed word may stand for, the nearest first, each with its cost. */
type SimilarWords = ReadonlyMap<string, number>;

export type TypedName = {
  /** The cost of the reading, before that of its words. */
  readonly cost: number;
  readonly words: readonly {
    readonly typed: string;
    readonly similar: SimilarWords;
  }[];
};

/**
 * The readings of a typed text as a name, the likeliest first: as it stands, and
 * with two words joined, for "Mc Donald". None if it holds a number.
 */
export function nameReadings(typed: string): string[][] {
  const words = wordsOf(typed);
  const isName =
    words.length <= MAX_NAME_WORDS &&
    words.some((word) => word.length >= MIN_SIMILAR_LETTERS) &&
    !words.some((word) => /\p{N}/u.test(word));
  if (!isName) return [];
  const joined = words
    .slice(1)
    .map((word, at) => words.toSpliced(at, 2, `${words[at] ?? ""}${word}`));
  return [words, ...joined];
}

/** Compares a reading with all known words. Null if one of its words is similar to none. */
export function compareName(
  reading: readonly string[],
  known: readonly NameWord[],
  isJoined: boolean,
): TypedName | null {
  const words = reading.map((typed) => ({
    typed,
    similar: similarWords(typed, known),
  }));
  const isKnown = words.every(
    ({ typed, similar }) => typed.length < MIN_SIMILAR_LETTERS || similar.size > 0,
  );
  return isKnown ? { cost: isJoined ? COST.joined : 0, words } : null;
}

/** How far a name is from the typed one. Each typed word needs another word of it; null if a typed word has none. */
export function nameCost(words: readonly string[], typed: TypedName): number | null {
  const free = new Set(words);
  let sum = typed.cost;
  for (const { typed: beginning, similar } of typed.words) {
    const costOf = (word: string) =>
      word.startsWith(beginning) ? 0 : (similar.get(word) ?? Infinity);
    let [nearest, least] = ["", Infinity];
    for (const word of free) if (costOf(word) < least) [nearest, least] = [word, costOf(word)];
    if (least === Infinity) return null;
    free.delete(nearest);
    sum += least;
  }
  return sum;
}

/**
 * Pairs of words that the two longest typed words may stand for, the nearest
 * first, each in both orders. None for a single word.
 */
export function similarPairs({ words }: TypedName): [string, string][] {
  const [first, second] = words
    .filter(({ similar }) => similar.size > 0)
    .toSorted((a, b) => b.typed.length - a.typed.length);
  if (first === undefined || second === undefined) return [];
  const others = [...second.similar].slice(0, MAX_OF_PAIRS);
  return [...first.similar]
    .slice(0, MAX_OF_PAIRS)
    .flatMap(([one, cost]) => others.map(([other, more]) => ({ one, other, cost: cost + more })))
    .sort((a, b) => a.cost - b.cost)
    .flatMap(({ one, other }) => [
      [one, other],
      [other, one],
    ]);
}

function similarWords(typed: string, known: readonly NameWord[]): SimilarWords {
  if (typed.length < MIN_SIMILAR_LETTERS) return new Map();
  const sounds = soundsOf(typed);
  const compared = { word: typed, sounds, letters: lettersOf(typed) };
  const similar: [string, number][] = [];
  for (const one of known) {
    const cost = wordCost(compared, one);
    if (cost !== null) similar.push([one.word, cost]);
  }
  return new Map(similar.sort(([, one], [, other]) => one - other));
}

function wordCost(typed: NameWord, known: NameWord): number | null {
  const { length } = typed.word;
  if (known.word.startsWith(typed.word)) return 0;
  const isAlike = known.sounds.some((sound) => typed.sounds.includes(sound));
  const missing = countBits(typed.letters & ~known.letters);
  const tooLong = length - known.word.length;
  if (!isAlike && Math.max(missing, tooLong) > MAX_EDITS) return null;
  const edits = editsToBeginnings(typed.word, known.word);
  const whole = edits.at(-1) ?? Infinity;
  if (whole === 1) return isAlike ? COST.oneEditAndSound : COST.oneEdit;
  if (isAlike && whole <= Math.max(4, length, known.word.length) / 2)
    return COST.sound + (whole - 2) * COST.eachFurtherEdit;
  if (length >= MIN_UNFINISHED_LETTERS && Math.min(...edits) === 1) return COST.unfinished;
  return whole === 2 && length >= MIN_LETTERS_OF_TWO_EDITS ? COST.twoEdits : null;
}

/**
 * The edits from `typed` to each beginning of `known`, the empty one first and
 * the whole word last: letters left out, added, replaced, or swapped with the
 * next one (the optimal string alignment distance).
 */
function editsToBeginnings(typed: string, known: string): number[] {
  const width = known.length + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: width }, (_, at) => at);
  for (let row = 1; row <= typed.length; row++) {
    const current = [row];
    for (let at = 1; at < width; at++) {
      const isSame = typed[row - 1] === known[at - 1];
      const isSwapped = typed[row - 1] === known[at - 2] && typed[row - 2] === known[at - 1];
      current.push(
        Math.min(
          (last[at] ?? Infinity) + 1,
          (current[at - 1] ?? Infinity) + 1,
          (last[at - 1] ?? Infinity) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[at - 2] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last;
}

/** Letters with the same last five bits share a bit. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** The phonetic codes of a word; none for a word in a non-Latin alphabet. */
function soundsOf(word: string): string[] {
  return [...new Set(doubleMetaphone(word))].filter((sound) => sound !== "");
}
