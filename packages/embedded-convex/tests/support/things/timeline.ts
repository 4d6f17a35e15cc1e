/** The model at every commit of a history. */
import { type Value, convexToJson } from "convex/values";
import { expect } from "vitest";
import { type Documents, replay } from "./model";
import type { Step } from "./specs";

/** A mutation that was acknowledged, and what it gave. */
export interface Committed {
  readonly ts: bigint;
  readonly steps: readonly Step[];
  readonly results: Value;
}

/** Does the mutations one after another in the order of their commits, and compares what each gave. */
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

/** The states of the database by the commits that led to them, in their order. */
export class Timeline {
  private readonly states: { ts: bigint; documents: Documents }[] = [
    { ts: 0n, documents: new Map() },
  ];

  get last(): Documents {
    return this.states.at(-1)?.documents ?? new Map();
  }

  add(ts: bigint, documents: Documents): void {
    this.states.push({ ts, documents });
  }

  at(ts: bigint): Documents {
    return (
      this.states.findLast((state) => state.ts <= ts)?.documents ?? this.last
    );
  }

  /** Every state that held at some moment of this time. */
  within(from: bigint, to: bigint): Documents[] {
    const inside = this.states.filter(({ ts }) => ts > from && ts <= to);
    return [this.at(from), ...inside.map(({ documents }) => documents)];
  }
}
