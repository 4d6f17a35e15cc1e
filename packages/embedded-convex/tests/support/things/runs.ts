/**
 * How many random histories a test runs, and which. The same ones each time, so that a failure is a failure again; other ones and
 * more of them by HISTORY_SEED and HISTORY_RUNS (so many times as many).
 */
import type { Parameters } from "fast-check";

const factor = Number(process.env.HISTORY_RUNS ?? "1");
const seed = Number(process.env.HISTORY_SEED ?? "20260314");

export function someHistories(numRuns: number): Parameters<unknown> {
  return { numRuns: Math.ceil(numRuns * factor), seed, endOnFailure: false };
}

/** What they may take, in milliseconds, on a busy machine. */
export const HISTORIES_TIMEOUT = 120_000 * Math.max(1, factor);
