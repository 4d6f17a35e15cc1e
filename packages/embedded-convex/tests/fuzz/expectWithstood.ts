import { expect } from "vitest";
import type { FuzzReport } from "./run";

interface Expected {
  readonly messages: number;
  readonly requests: number;
  /** Each kind of response must have been seen more than five times. */
  readonly kinds: readonly string[];
}

/** The server had no fault, got all the input, gave every kind of response, and served the control client meanwhile. */
export function expectWithstood(
  { faults, tally, memory, times }: FuzzReport,
  { messages, requests, kinds }: Expected,
): void {
  // The summary of a run shows the message, and not the difference.
  expect(faults, faults.join("\n")).toEqual([]);
  expect(tally.messages).toBeGreaterThanOrEqual(messages);
  expect(tally.requests).toBeGreaterThanOrEqual(requests);
  expect(memory).toHaveLength(5);
  for (const kind of kinds) expect(tally.counts.get(kind), kind).toBeGreaterThan(5);
  expect(times.length).toBeGreaterThan(100);
}
