/** The model at every commit of a history. */
import { type Value, convexToJson } from "convex/values";
import { expect } from "vitest";
import { type Documents, replay } from "./model";
import type { Step } from "./specs";

/** An acknowledged mutation and its result. */
export interface Committed {
  readonly ts: bigint;
  readonly steps: readonly Step[];
  readonly results: Value;
}

/** Replays the mutations in commit order on the model and compares each result. */
export function timelineOf(committed: readonly Committed[]): Timeline {
  const timeline = new Timeline();
  const times = new Set(committed.map(({ ts }) => ts));
  expect(times.size).toBe(committed.length);
  const sorted = [...committed].sort((a, b) => Number(a.ts - b.ts));
  for (const { ts, steps, results } of sorted) {
    const replayed = replay(timeline.last, steps, results);
    expect(convexToJson(results)).toEqual(convexToJson(replayed.results));
    if (replayed.documents === null) throw new Error("It should have thrown.");
    timeline.add(ts, replayed.documents);
  }
  return timeline;
}

/** The states of the database, by commit, in order. */
export class Timeline {
  readonly #states: { ts: bigint; documents: Documents }[] = [{ ts: 0n, documents: new Map() }];

  get last(): Documents {
    return this.#states.at(-1)?.documents ?? new Map();
  }

  add(ts: bigint, documents: Documents): void {
    this.#states.push({ ts, documents });
  }

  at(ts: bigint): Documents {
    return this.#states.findLast((state) => state.ts <= ts)?.documents ?? this.last;
  }

  /** Every state that was current at some time in this range. */
  within(from: bigint, to: bigint): Documents[] {
    const inside = this.#states.filter(({ ts }) => ts > from && ts <= to);
    return [this.at(from), ...inside.map(({ documents }) => documents)];
  }
}
