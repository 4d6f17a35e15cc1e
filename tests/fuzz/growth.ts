/**
 * When memory that grew is memory that leaks. Live memory is what a collection leaves: after the warm-up it may grow by a fixed
 * amount (caches that are bounded, code that is compiled), and by next to nothing for each message. What the process holds besides
 * is the collector's and SQLite's to keep, within a bound.
 */
import type { Memory } from "./target";

/** A leak of one small object a message is more than this. */
const LIVE_BYTES_PER_MESSAGE = 16;
const LIVE_ALLOWANCE = 12 * 2 ** 20;
/** Of the whole process, from the first quarter to the last: a leak would go on, a cache does not. */
const RSS_ALLOWANCE = 128 * 2 ** 20;

export function growthFault(memory: readonly Memory[], sent: number): string[] {
  const [warm, firstQuarter] = memory;
  const last = memory.at(-1);
  if (!warm || !firstQuarter || !last)
    return ["The memory was not measured to the end."];
  const faults: string[] = [];
  const grown = last.live - warm.live;
  const allowed = LIVE_ALLOWANCE + sent * LIVE_BYTES_PER_MESSAGE;
  if (grown > allowed)
    faults.push(
      `Live memory grew by ${grown} bytes over ${sent} messages, and ${allowed} are allowed.`,
    );
  const held = last.rss - firstQuarter.rss;
  if (held > RSS_ALLOWANCE)
    faults.push(
      `The process grew by ${held} bytes after the first quarter, and ${RSS_ALLOWANCE} are allowed.`,
    );
  return faults;
}
