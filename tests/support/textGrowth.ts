/**
 * Whether the work of a reader grows faster than its text. Times are compared with each other and never with a clock:
 * for a text 64 times as long, linear work takes 64 times as long and quadratic work 4,096 times; 512 is the limit.
 * They are times of the processor, since a run that is longer than the turn of a program on a busy machine waits for
 * others, and a short one does not. The least of several runs counts.
 */
const MARGIN = 8;

/** Quadratic work is found at the last ones. Cubic work, which would not end there, is found at the first. */
const LONGER = [4, 16, 64];

const ATTEMPTS = 10;
const SHORT_RUNS = 10;

/** Shorter times are those of the measurement itself. */
const RESOLUTION_MS = 0.01;

/** Reads a text. What it throws is a refusal: only its work counts. */
export type Reader = (text: string) => unknown;

export function growsFaster(
  read: Reader,
  textOf: (length: number) => string,
  shortLength = 256,
): boolean {
  const short = textOf(shortLength);
  let shortTime = Infinity;
  return LONGER.some((times) => {
    const long = textOf(times * shortLength);
    let longTime = Infinity;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      longTime = Math.min(longTime, timeOf(read, long));
      if (longTime <= MARGIN * times * RESOLUTION_MS) return false;
      for (let run = 0; run < SHORT_RUNS; run++)
        shortTime = Math.min(shortTime, timeOf(read, short));
      const allowed = MARGIN * times * Math.max(shortTime, RESOLUTION_MS);
      if (longTime <= allowed) return false;
    }
    return true;
  });
}

function timeOf(read: Reader, text: string): number {
  const start = process.cpuUsage();
  try {
    read(text);
  } catch {
    // Refused.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

export interface Pumped {
  readonly before: string;
  readonly part: string;
  readonly after: string;
}

/** A text of about this length: a part, over and over, between two others. */
export function pumped({ before, part, after }: Pumped) {
  return (length: number): string => before + part.repeat(Math.ceil(length / part.length)) + after;
}
