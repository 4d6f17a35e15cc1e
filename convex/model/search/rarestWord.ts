import type { ReadBudget } from "./readBudget";
import type { StreamRow, WordStream } from "./wordStreams";

/** How many of the longest words are tried: long words are likely to have few rows. */
const WORDS_TRIED = 3;

/** After this many documents for each page, no further word is tried. */
const MAX_TRIED = 70;

/** How many rows of each word are compared. */
const SAMPLE = 8;

type Opening = {
  readonly ofWord: (word: string) => Promise<WordStream | null>;
  /** The rows of two words together, if the index has such rows. */
  readonly ofPair?: () => Promise<WordStream | null>;
};

/**
 * The rows of the word, or pair of words, that seems to have the fewest: its first rows reach furthest in time. Rows
 * with all typed words are among the rows of each. Null if every typed word stands for too many words.
 */
export async function rowsOfRarest(
  words: readonly string[],
  open: Opening,
  { sign, budget }: { readonly sign: 1 | -1; readonly budget: ReadBudget },
): Promise<AsyncIterable<StreamRow> | null> {
  const pair = (await open.ofPair?.()) ?? null;
  const ofPair = pair === null ? null : await sample(pair);
  if (ofPair !== null && (pair?.isRead === true || isEnded(ofPair))) return joined(ofPair);
  const longest = words.toSorted((a, b) => b.length - a.length);
  const streams: WordStream[] = [];
  const begun = budget.documents;
  for (const word of longest.slice(0, WORDS_TRIED)) {
    if (budget.documents - begun > MAX_TRIED * budget.pages) break;
    const stream = await open.ofWord(word);
    if (stream?.isRead) {
      await ofPair?.rest.return(undefined);
      return stream.rows;
    }
    if (stream !== null) streams.push(stream);
  }
  const [only, second] = streams;
  if (ofPair === null && second === undefined) return only?.rows ?? null;
  const sampled = await Promise.all(streams.map(sample));
  if (ofPair !== null) sampled.push(ofPair);
  const reach = (one: Sampled) =>
    isEnded(one) ? Infinity : sign * (one.read.at(-1)?.createdAt ?? 0);
  const [rarest, ...others] = sampled.toSorted((a, b) => reach(b) - reach(a));
  for (const { rest } of others) await rest.return(undefined);
  return rarest === undefined ? null : joined(rarest);
}

type Sampled = {
  readonly read: readonly StreamRow[];
  readonly rest: AsyncGenerator<StreamRow>;
};

async function sample({ rows: rest }: WordStream): Promise<Sampled> {
  const read: StreamRow[] = [];
  while (read.length < SAMPLE) {
    const next = await rest.next();
    if (next.done) break;
    read.push(next.value);
  }
  return { read, rest };
}

function isEnded({ read }: Sampled): boolean {
  return read.length < SAMPLE;
}

async function* joined({ read, rest }: Sampled): AsyncGenerator<StreamRow> {
  yield* read;
  yield* rest;
}
