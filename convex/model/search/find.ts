import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  holdsWords,
  MAX_MATCHES,
  searchReadings,
  wordPrefixes,
} from "../../../domain/search";

/**
 * A job or customer has a row for each of its words. A search of one word reads
 * the rows that begin with it. Of several words it reads the rows of the one with
 * the fewest, and looks for the others in each row's `text`.
 */

/** The limit of rows read for one typed word. Convex lets a function read 32,000 documents. */
const MAX_ROWS = 4_000;

/** So many of the longest words are tried: they are likely to have few rows. */
const WORDS_TRIED = 3;

/** Rows read of each word in turn, until those of one have all been read. */
const STEP = 64;

export type WordRow = Doc<"searchWords">;

export type SearchOf = Pick<WordRow, "workspaceId" | "of">;

export type Match = Pick<WordRow, "rowId" | "createdAt" | "summaryId">;

export type Found = {
  /** Each once, by the id of the job or customer. */
  readonly matches: Map<string, Match>;
  /** False if more rows begin with the words than are read. */
  readonly isComplete: boolean;
};

/** The jobs or customers of a workspace that hold all typed words. */
export async function findByWords(
  ctx: QueryCtx,
  of: SearchOf,
  typed: string,
): Promise<Found> {
  const matches = new Map<string, Match>();
  let isComplete = true;
  for (const words of searchReadings(typed)) {
    const tried = await readRarest(words, (word) =>
      rowsBeginning(ctx, of, wordPrefixes(word)),
    );
    for (const { rows } of tried)
      for (const row of rows)
        if (words.length === 1 || holdsWords(row.text, words))
          matches.set(row.rowId, row);
    isComplete &&= tried.some(({ isDone }) => isDone);
  }
  return { matches, isComplete };
}

/** Of more than MAX_MATCHES the newest. */
export function newestOf<Of extends Pick<Match, "createdAt">>(
  matches: ReadonlyMap<string, Of>,
): Of[] {
  return [...matches.values()]
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, MAX_MATCHES);
}

/** The rows of the typed word that has the fewest; of several words, if none has few enough to read them all. */
export async function readRarest<Row>(
  words: readonly string[],
  rowsOf: (word: string) => AsyncGenerator<Row>,
): Promise<readonly WordRows<Row>[]> {
  const longest = words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS_TRIED);
  return await readFewest(longest.map(rowsOf), { step: STEP, most: MAX_ROWS });
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
  { workspaceId, of }: SearchOf,
  prefixes: readonly string[],
): AsyncGenerator<WordRow> {
  for (const prefix of prefixes)
    yield* ctx.db
      .query("searchWords")
      .withIndex("by_workspace_and_word", (q) =>
        q
          .eq("workspaceId", workspaceId)
          .eq("of", of)
          .gte("word", prefix)
          .lt("word", `${prefix}\u{10ffff}`),
      )
      .order("desc");
}
