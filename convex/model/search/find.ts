import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isNameWord } from "../../../domain/similarNames";
import {
  holdsWords,
  searchReadings,
  wordPrefixes,
} from "../../../domain/search";
import { customerRows } from "./names";

/**
 * A customer has a row for each of its words. A search reads the rows that begin with the typed word that has the
 * fewest, and looks for the other words in each row's `text`. Where all typed words are common it reads the rows of
 * names with two of them first: a row of a name has the other words of the name behind its own.
 */

/** Rows read to see which typed word has few, in all. With the customers that they name, 300 documents at most. */
const MAX_TRIED = 120;

/** So many of the longest words are tried: they are likely to have few rows. */
const WORDS_TRIED = 3;
const STEP = 20;

/** Of names with two of the typed words, and of the words that begin as the first of the two. */
const MAX_NAMES = 60;
const MAX_FIRST_WORDS = 24;

/** The limit of rows read for a typed word where no name has two. Convex lets a function read 32,000 documents. */
const MAX_ROWS = 4_000;

export type WordRow = Doc<"searchWords">;

type Reading = {
  readonly workspaceId: string;
  readonly words: readonly string[];
  /** The most rows that are read to see which word has few. */
  readonly share: number;
};

/**
 * A row of each customer that holds all typed words, by the customer's id. Of the customers with one common word those
 * first in the alphabet; of those with several common words, only those with two of them in the name, if there are any.
 */
export async function findCustomers(
  ctx: QueryCtx,
  workspaceId: string,
  typed: string,
): Promise<Map<string, WordRow>> {
  const readings = searchReadings(typed);
  const share = MAX_TRIED / readings.length;
  const found = new Map<string, WordRow>();
  for (const words of readings)
    for (const row of await rowsHolding(ctx, { workspaceId, words, share }))
      if (words.length === 1 || holdsWords(row.text, words))
        found.set(row.rowId, row);
  return found;
}

async function rowsHolding(
  ctx: QueryCtx,
  reading: Reading,
): Promise<readonly WordRow[]> {
  const { workspaceId, words, share } = reading;
  const longest = words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS_TRIED);
  const read = async (most: number) =>
    await readFewest(
      longest.map((word) => rowsBeginning(ctx, workspaceId, word)),
      { step: STEP, most },
    );
  const tried = await read(share / longest.length);
  const rows = tried.flatMap((one) => one.rows);
  if (words.length === 1 || tried.some(({ isDone }) => isDone)) return rows;
  const named = await rowsOfTwoNames(ctx, reading);
  if (named.length > 0) return [...rows, ...named];
  return (await read(MAX_ROWS)).flatMap((one) => one.rows);
}

/** Rows of names in which a word that begins as one of the two longest is followed by one that begins as the other. */
async function rowsOfTwoNames(
  ctx: QueryCtx,
  { workspaceId, words }: Reading,
): Promise<WordRow[]> {
  const [one = "", other = ""] = words.toSorted((a, b) => b.length - a.length);
  const found: WordRow[] = [];
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const)
    for await (const word of wordsBeginning(ctx, workspaceId, first)) {
      if (found.length >= MAX_NAMES) return found;
      const rows = customerRows(
        ctx,
        workspaceId,
        beginning(`${word} ${second}`),
      );
      for (const row of await rows.take(MAX_NAMES - found.length))
        if (holdsWords(row.text, words)) found.push(row);
    }
  return found;
}

/** The different words of names that begin so, each found by its first row. */
async function* wordsBeginning(
  ctx: QueryCtx,
  workspaceId: string,
  begin: string,
): AsyncGenerator<string> {
  const [first, until] = beginning(begin);
  let from = first;
  for (let count = 0; count < MAX_FIRST_WORDS && from < until; count++) {
    const row = await customerRows(ctx, workspaceId, [from, until]).first();
    if (row === null) return;
    const [word = ""] = row.word.split(" ");
    if (isNameWord(word)) yield word;
    // Behind the name's other words, and behind its numbers in e-mail addresses: ":" follows the digits.
    from = `${word.replace(/\d.*$/u, "")}:`;
  }
}

/** Rows of several words, all rows of at least one of them if `most` of each suffice. */
export async function readFewest<Row>(
  words: readonly AsyncGenerator<Row>[],
  { step, most }: { readonly step: number; readonly most: number },
): Promise<readonly WordRows<Row>[]> {
  const tried = words.map((rows) => new WordRows(rows));
  try {
    for (let read = 0; read < most; read += step)
      for (const rows of tried) {
        await rows.read(step);
        if (rows.isDone) return [rows];
      }
    return tried;
  } finally {
    for (const rows of tried) await rows.close();
  }
}

/** The rows of a typed word, read in parts. */
class WordRows<Row> {
  readonly rows: Row[] = [];
  isDone = false;
  readonly #iterator: AsyncGenerator<Row>;

  constructor(iterator: AsyncGenerator<Row>) {
    this.#iterator = iterator;
  }

  async read(count: number): Promise<void> {
    for (let at = 0; at < count && !this.isDone; at++) {
      const next = await this.#iterator.next();
      if (next.done === true) this.isDone = true;
      else this.rows.push(next.value);
    }
  }

  async close(): Promise<void> {
    await this.#iterator.return(undefined);
  }
}

async function* rowsBeginning(
  ctx: QueryCtx,
  workspaceId: string,
  word: string,
): AsyncGenerator<WordRow> {
  for (const prefix of wordPrefixes(word))
    yield* customerRows(ctx, workspaceId, beginning(prefix));
}

function beginning(text: string): [from: string, until: string] {
  return [text, `${text}\u{10ffff}`];
}
