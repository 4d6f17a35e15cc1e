import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { typedPair } from "../../../domain/names/namePairs";
import { holdsWords, searchReadings, wordPrefixes } from "../../../domain/names/search";
import { beginning, firstRows, rowsBetween } from "./names";

/**
 * A customer has a row for each of its words, and for each two words of the name. A search for two words of a name
 * reads the rows of both words, and of customers who have one of them elsewhere. Any other search reads the rows of the
 * typed word that has the fewest, and looks for the other words in each row's `text`.
 */

/** The limit of rows read, in all, to see which word has few. With the customers that they name, 300 documents. */
const MAX_TRIED = 120;

/** How many of the longest words are tried: long words are likely to have few rows. */
const WORDS_TRIED = 3;
const STEP = 20;

/** The limits of rows of names with two typed words, of first words of names, and of rows outside of names. */
const MAX_NAMES = 60;
const MAX_FIRST_WORDS = 24;
const MAX_UNNAMED = 16;

/** The limit of rows read for a typed word where no name has two. Convex lets a function read 32,000 documents. */
const MAX_ROWS = 4_000;

export type WordRow = Doc<"searchWords">;

type Reading = {
  readonly workspaceId: string;
  readonly words: readonly string[];
  /** The limit of rows that are read to see which word has few. */
  readonly share: number;
};

/**
 * A row of each customer that holds all typed words, by the customer's id. If one word is common, the customers first
 * in the alphabet; if several words are common, only customers with two of them in the name, if there are any.
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
      if (words.length === 1 || holdsWords(row.text, words)) found.set(row.rowId, row);
  return found;
}

async function rowsHolding(ctx: QueryCtx, reading: Reading): Promise<readonly WordRow[]> {
  const { workspaceId, words, share } = reading;
  const pair = typedPair(words);
  const named = pair === null ? null : await rowsOfPair(ctx, reading, pair);
  if (named?.isWhole) return named.rows;
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, WORDS_TRIED);
  const read = async (most: number) =>
    await readFewest(
      longest.map((word) => rowsBeginning(ctx, workspaceId, word)),
      { step: STEP, most },
    );
  const tried = await read(share / longest.length);
  const rows = tried.flatMap((one) => one.rows);
  if (words.length === 1 || tried.some(({ isDone }) => isDone)) return rows;
  if (named !== null && named.rows.length > 0) return [...rows, ...named.rows];
  return (await read(MAX_ROWS)).flatMap((one) => one.rows);
}

/**
 * Rows of the customers with both words in the name and, if the limits allow, of those with one of the words elsewhere.
 * `isWhole` if these are all.
 */
async function rowsOfPair(
  ctx: QueryCtx,
  { workspaceId, words }: Reading,
  pair: readonly [string, string],
): Promise<{ rows: readonly WordRow[]; isWhole: boolean }> {
  const ofNames = await rowsOfNames(ctx, workspaceId, pair);
  const rows = [...ofNames.rows];
  let { isWhole } = ofNames;
  const elsewhere = { workspaceId, of: "customers" } as const;
  for (const prefix of pair.flatMap(wordPrefixes)) {
    if (!isWhole) break;
    const range = rowsBetween(ctx, elsewhere, beginning(prefix));
    const unnamed = await range.take(MAX_UNNAMED);
    rows.push(...unnamed);
    isWhole = unnamed.length < MAX_UNNAMED;
  }
  return { rows: rows.filter(({ text }) => holdsWords(text, words)), isWhole };
}

/** Rows of names in which a word that begins with one text is followed by a word that begins with the other. */
async function rowsOfNames(
  ctx: QueryCtx,
  workspaceId: string,
  [one, other]: readonly [string, string],
): Promise<{ rows: readonly WordRow[]; isWhole: boolean }> {
  const names = { workspaceId, of: "customerNames" } as const;
  const rows: WordRow[] = [];
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    let count = 0;
    for await (const { letters } of firstRows(ctx, names, first)) {
      const left = MAX_NAMES - rows.length;
      if (left === 0 || count === MAX_FIRST_WORDS) return { rows, isWhole: false };
      const range = rowsBetween(ctx, names, beginning(`${letters} ${second}`));
      rows.push(...(await range.take(left)));
      count += 1;
    }
  }
  return { rows, isWhole: rows.length < MAX_NAMES };
}

/** The rows of several words: all rows of the first word that ends within `most` rows, else the first rows of each. */
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
    for (const of of ["customerNames", "customers"] as const)
      yield* rowsBetween(ctx, { workspaceId, of }, beginning(prefix));
}
