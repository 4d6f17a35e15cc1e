/**
 * The number and the seed of random histories. The default seed is fixed, so that failures are reproducible.
 * HISTORY_SEED sets another seed, HISTORY_RUNS a factor for the number of runs.
 */
import type { Parameters } from "fast-check";

const factor = Number(process.env.HISTORY_RUNS ?? "1");
const seed = Number(process.env.HISTORY_SEED ?? "20260314");

export function someHistories(numRuns: number): Parameters<unknown> {
  return { numRuns: Math.ceil(numRuns * factor), seed, endOnFailure: false };
}

/** Time limit in milliseconds, for a busy machine. */
export const HISTORIES_TIMEOUT = 300_000 * Math.max(1, factor);
