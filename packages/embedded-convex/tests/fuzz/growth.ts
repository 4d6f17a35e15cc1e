/**
 * Tells a memory leak from normal growth. Live memory (after a garbage collection) may grow by a fixed amount after the
 * warm-up, for bounded caches and compiled code, and by next to nothing per message. The resident memory of the process
 * also has free heap and SQLite's cache, so it only has a bound.
 */
import type { Memory } from "./target";

/** Less than one small object. */
const LIVE_BYTES_PER_MESSAGE = 16;
const LIVE_ALLOWANCE = 12 * 2 ** 20;
/** From the first quarter to the last: caches are full by then, a leak goes on. */
const RSS_ALLOWANCE = 128 * 2 ** 20;

export function growthFault(memory: readonly Memory[], sent: number): string[] {
  const [warm, firstQuarter] = memory;
  const last = memory.at(-1);
  if (!warm || !firstQuarter || !last) return ["The memory was not measured to the end."];
  const faults: string[] = [];
  const grown = last.live - warm.live;
  const allowed = LIVE_ALLOWANCE + sent * LIVE_BYTES_PER_MESSAGE;
  if (grown > allowed)
    faults.push(
      `Live memory grew by ${grown} bytes over ${sent} messages; ${allowed} are allowed.`,
    );
  const resident = last.rss - firstQuarter.rss;
  if (resident > RSS_ALLOWANCE)
    faults.push(
      `The process grew by ${resident} bytes after the first quarter; ${RSS_ALLOWANCE} are allowed.`,
    );
  return faults;
}
