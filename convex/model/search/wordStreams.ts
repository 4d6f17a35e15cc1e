/**
 * The rows of all words that begin with a typed text, in the order in which their jobs were created. The index has this
 * order within one word only, so the rows of the words are merged. A text with which too many words begin has no such
 * stream.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Words } from "./names";
import { PLACES } from "./noteWords";
import type { ReadBudget } from "./readBudget";

/** The limit of rows read, for each page, to find the words that begin with the text. */
const MAX_OPENING = 56;

/** A word with this many rows is read by its own range of the index. */
const MANY_ROWS = 2;

export type Direction = {
  readonly order: "asc" | "desc";
  /** The creation time at which the rows begin, in this order. */
  readonly from: number | null;
};

export type StreamRow = {
  readonly jobId: string;
  readonly createdAt: number;
  /** All words of the job. Missing in a row of notes. */
  readonly text?: string;
};

type Rows = AsyncIterable<{ row: StreamRow; word: string; doc: object }>;

/** One index, and the text with which the words begin. */
export type WordRange = {
  /** The rows of the words beyond `edge`, or of all, in the order of the index. */
  readonly beyond: (edge: string | null, order: Direction["order"]) => Rows;
  readonly ofWord: (word: string, direction: Direction) => Rows;
};

export type WordStream = {
  readonly rows: AsyncGenerator<StreamRow>;
  /** Whether opening the stream has read all of its rows. */
  readonly isRead: boolean;
};

/** Null if too many words begin with the text: finding them reads more than `limit` rows for each page. */
export async function openStream(
  ranges: readonly WordRange[],
  direction: Direction,
  { budget, limit = MAX_OPENING }: { budget: ReadBudget; limit?: number },
): Promise<WordStream | null> {
  const few: StreamRow[] = [];
  const long: Rows[] = [];
  const most = budget.documents + limit * budget.pages;
  for (const range of ranges)
    for (let edge: string | null | undefined = null; edge !== undefined;) {
      const read = range.beyond(edge, direction.order);
      const opened: Opened = await untilManyRows(read, budget, most);
      if (budget.documents > most) return null;
      few.push(...opened.few);
      edge = opened.long;
      if (edge !== undefined) long.push(range.ofWord(edge, direction));
    }
  const sign = direction.order === "asc" ? 1 : -1;
  const { from } = direction;
  const toCome = few
    .filter(({ createdAt }) => from === null || sign * (createdAt - from) >= 0)
    .sort((a, b) => sign * (a.createdAt - b.createdAt));
  const counting = long.map((rows) => counted(rows, budget));
  return {
    rows: merge([toCome, ...counting], sign),
    isRead: long.length === 0,
  };
}

type Opened = {
  /** All rows of the words that have few rows. */
  readonly few: readonly StreamRow[];
  /** The first word with many rows, after which nothing was read. */
  readonly long: string | undefined;
};

async function untilManyRows(rows: Rows, budget: ReadBudget, most: number): Promise<Opened> {
  const few: StreamRow[] = [];
  let last: string | undefined;
  let ofLast = 0;
  for await (const { row, word, doc } of rows) {
    budget.count(doc);
    ofLast = word === last ? ofLast + 1 : 1;
    last = word;
    few.push(row);
    if (budget.documents > most) break;
    if (ofLast === MANY_ROWS) return { few: few.slice(0, -MANY_ROWS), long: word };
  }
  return { few, long: undefined };
}

async function* counted(rows: Rows, budget: ReadBudget): AsyncGenerator<StreamRow> {
  for await (const { row, doc } of rows) {
    budget.count(doc);
    yield row;
  }
}

/** Merges rows that are sorted by creation. */
export async function* merge<Row extends StreamRow>(
  sources: readonly (Iterable<Row> | AsyncIterable<Row>)[],
  sign: 1 | -1,
): AsyncGenerator<Row> {
  const readers = sources.map((source) => iterate(source));
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()));
    for (;;) {
      const at = firstOf(heads, sign);
      const [head, reader] = [heads[at], readers[at]];
      if (reader === undefined || head === undefined || head.done) return;
      yield head.value;
      heads[at] = await reader.next();
    }
  } finally {
    for (const reader of readers) await reader.return(undefined);
  }
}

/** Which head comes first; -1 when every reader has run out. */
function firstOf<Row extends StreamRow>(
  heads: readonly IteratorResult<Row, unknown>[],
  sign: 1 | -1,
): number {
  let first = -1;
  let least = Infinity;
  for (const [at, head] of heads.entries()) {
    if (head.done || sign * head.value.createdAt >= least) continue;
    first = at;
    least = sign * head.value.createdAt;
  }
  return first;
}

async function* iterate<Row>(source: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row> {
  yield* source;
}

export function jobWords(
  ctx: QueryCtx,
  { workspaceId, of: kind }: Words,
  begin: string,
): WordRange {
  const rows = ctx.db.query("searchWords");
  const shown = (doc: Doc<"searchWords">) => ({
    row: { jobId: doc.rowId, createdAt: doc.createdAt, text: doc.text },
    word: doc.word,
    doc,
  });
  return {
    beyond: (edge, order) =>
      mapped(
        rows
          .withIndex("by_workspace_and_word", (q) => {
            const of = q.eq("workspaceId", workspaceId).eq("of", kind);
            const end = `${begin}\u{10ffff}`;
            if (edge === null) return of.gte("word", begin).lt("word", end);
            return order === "desc"
              ? of.gte("word", begin).lt("word", edge)
              : of.gt("word", edge).lt("word", end);
          })
          .order(order),
        shown,
      ),
    ofWord: (word, { order, from }) =>
      mapped(
        rows
          .withIndex("by_workspace_and_word", (q) => {
            const of = q.eq("workspaceId", workspaceId).eq("of", kind).eq("word", word);
            if (from === null) return of;
            return order === "desc" ? of.lte("createdAt", from) : of.gte("createdAt", from);
          })
          .order(order),
        shown,
      ),
  };
}

/** One range for each word of a row of notes. */
export function noteWords(ctx: QueryCtx, workspaceId: string, begin: string): WordRange[] {
  return PLACES.map((place): WordRange => {
    const rows = ctx.db.query("noteWords");
    const index = `by_workspace_and_${place}` as const;
    const shown = (doc: Doc<"noteWords">) => ({
      row: { jobId: doc.jobId, createdAt: doc.createdAt },
      word: doc[place] ?? "",
      doc,
    });
    return {
      beyond: (edge, order) =>
        mapped(
          rows
            .withIndex(index, (q) => {
              const of = q.eq("workspaceId", workspaceId);
              const end = `${begin}\u{10ffff}`;
              if (edge === null) return of.gte(place, begin).lt(place, end);
              return order === "desc"
                ? of.gte(place, begin).lt(place, edge)
                : of.gt(place, edge).lt(place, end);
            })
            .order(order),
          shown,
        ),
      ofWord: (word, { order, from }) =>
        mapped(
          rows
            .withIndex(index, (q) => {
              const of = q.eq("workspaceId", workspaceId).eq(place, word);
              if (from === null) return of;
              return order === "desc" ? of.lte("createdAt", from) : of.gte("createdAt", from);
            })
            .order(order),
          shown,
        ),
    };
  });
}

async function* mapped<Of, To>(rows: AsyncIterable<Of>, to: (row: Of) => To): AsyncGenerator<To> {
  for await (const row of rows) yield to(row);
}
