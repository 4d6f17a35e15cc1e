/**
 * Random histories of concurrent callers: every result must be the one of a serial execution in the order of the
 * commits. A mutation that is sent twice with one idempotency key is applied once.
 */
import { type Value, convexToJson, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { thingsModules } from "../support/histories/app";
import { mutations, reads } from "../support/histories/arbitraries";
import { type Documents, answerOf, replay } from "../support/histories/model";
import { HISTORIES_TIMEOUT, someHistories } from "../support/histories/runs";
import { pause } from "../support/histories/asking";
import type { Read, Step } from "../support/histories/specs";
import { type Committed, timelineOf } from "../support/histories/timeline";
import { type TestEngine, caller, testEngine } from "./fixtures/testEngine";

type Act =
  | { readonly kind: "query"; readonly reads: Read[]; readonly turns: number }
  | {
      readonly kind: "mutation";
      readonly steps: Step[];
      /** Whether it is sent again before its result, or after it. */
      readonly resent: "not" | "before" | "after";
    }
  | {
      readonly kind: "action";
      readonly writes: Step[][];
      readonly turns: number;
    };

/** What a failed mutation read, and the range of commits at which it can have read it. */
interface Failed {
  readonly from: bigint;
  readonly to: bigint;
  readonly steps: readonly Step[];
  readonly results: Value;
}
interface Queried {
  readonly ts: bigint;
  readonly reads: readonly Read[];
  readonly results: Value;
}

const turns = fc.nat({ max: 2 });

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("query" as const),
      reads: fc.array(reads, { minLength: 1, maxLength: 4 }),
      turns,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("mutation" as const),
      steps: mutations,
      resent: fc.constantFrom("not", "before", "after"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("action" as const),
      writes: fc.array(mutations, { minLength: 2, maxLength: 3 }),
      turns,
    }),
  },
);

const actors = fc.array(fc.array(fc.tuple(turns, acts), { minLength: 1, maxLength: 6 }), {
  minLength: 2,
  maxLength: 5,
});

class History {
  readonly committed: Committed[] = [];
  readonly failed: Failed[] = [];
  readonly queried: Queried[] = [];
  /** Of mutations that were sent twice. */
  repeats = 0;
  private nextMutationId = 0;
  private readonly engine: TestEngine["engine"];

  constructor({ engine }: TestEngine) {
    this.engine = engine;
  }

  async run(act: Act): Promise<void> {
    const from = this.engine.latestTs;
    if (act.kind === "query") await this.query(act, from);
    else if (act.kind === "mutation") await this.mutate(act, from);
    else await this.act(act, from);
  }

  private async query(
    { reads: list, turns: pauses }: Act & { kind: "query" },
    from: bigint,
  ): Promise<void> {
    const { outcome, ts } = await this.engine.runQuery({
      udfPath: "things:read",
      args: convexToJson({ reads: list as never, turns: pauses }),
      caller,
    });
    if (!outcome.ok) throw new Error(outcome.message);
    // Mutations that were acknowledged before the call must be visible to it.
    expect(ts).toBeGreaterThanOrEqual(from);
    expect(ts).toBeLessThanOrEqual(this.engine.latestTs);
    this.queried.push({
      ts,
      reads: list,
      results: jsonToConvex(outcome.value),
    });
  }

  private async mutate({ steps, resent }: Act & { kind: "mutation" }, from: bigint): Promise<void> {
    const request = {
      udfPath: "things:writeStamped",
      args: convexToJson({ steps: steps as never }),
      caller,
      idempotencyKey: { sessionId: "one", mutationId: this.nextMutationId++ },
    };
    const sent = [this.engine.runMutation(request)];
    if (resent === "before") sent.push(this.engine.runMutation(request));
    const [run, ...repeated] = await Promise.all(sent);
    const { outcome, ts } = run!;
    // A mutation that failed changed nothing and has no record: it would run again.
    if (resent === "after" && outcome.ok) repeated.push(await this.engine.runMutation(request));
    for (const repeat of repeated) expect(repeat).toEqual(run);
    this.repeats += repeated.length;
    // A mutation resolves only after its commit.
    expect(ts).toBeLessThanOrEqual(this.engine.latestTs);
    if (outcome.ok) {
      const stamped = jsonToConvex(outcome.value);
      expect(stamped).toMatchObject({ commitTs: ts });
      expect(ts).toBeGreaterThan(from);
      this.noteStamped(steps, stamped);
    } else this.noteFailed(steps, jsonToConvex(outcome.data ?? null), from);
  }

  private async act(
    { writes, turns: pauses }: Act & { kind: "action" },
    from: bigint,
  ): Promise<void> {
    const outcome = await this.engine.runAction({
      udfPath: "things:act",
      args: convexToJson({ writes: writes as never, turns: pauses }),
      caller,
    });
    if (!outcome.ok) throw new Error(outcome.message);
    const outcomes = jsonToConvex(outcome.value) as Record<string, Value>[];
    expect(outcomes).toHaveLength(writes.length);
    writes.forEach((steps, at) => {
      const one = outcomes[at] ?? {};
      if ("caught" in one) this.noteFailed(steps, one.caught ?? null, from);
      else this.noteStamped(steps, one);
    });
  }

  private noteStamped(steps: readonly Step[], stamped: Value): void {
    const { commitTs, results = null } = stamped as Record<string, Value>;
    this.committed.push({ ts: commitTs as bigint, steps, results });
  }

  private noteFailed(steps: readonly Step[], results: Value, from: bigint): void {
    this.failed.push({ from, to: this.engine.latestTs, steps, results });
  }
}

function asJson(value: Value): unknown {
  return convexToJson(value);
}

function answersOf(documents: Documents, list: readonly Read[]): unknown {
  return asJson(list.map((read) => answerOf(documents, read)));
}

describe("the engine with concurrent callers", () => {
  test(
    "the engine with concurrent callers is serializable in the order of the commits",
    async () => {
      const seen = { committed: 0, failed: 0, queried: 0, repeats: 0 };
      await fc.assert(
        fc.asyncProperty(actors, async (lists) => {
          const app = testEngine({ modules: thingsModules });
          const history = new History(app);
          await Promise.all(
            lists.map(async (list) => {
              for (const [wait, act] of list) {
                await pause(wait);
                await history.run(act);
              }
            }),
          );
          const timeline = timelineOf(history.committed);
          for (const { ts, reads: list, results } of history.queried) {
            expect(asJson(results)).toEqual(answersOf(timeline.at(ts), list));
          }
          for (const { from, to, steps, results } of history.failed) {
            const given = asJson(results);
            const states = timeline.within(from, to);
            const possible = states.map((documents) => {
              const replayed = replay(documents, steps, results);
              expect(replayed.documents).toBeNull();
              return asJson(replayed.results);
            });
            expect(possible).toContainEqual(given);
          }
          await expectFinal(app, timeline.last);
          seen.committed += history.committed.length;
          seen.failed += history.failed.length;
          seen.queried += history.queried.length;
          seen.repeats += history.repeats;
          await app.engine.close();
        }),
        someHistories(150),
      );
      // The histories are meaningful only if all of these cases occur in them.
      expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
    },
    HISTORIES_TIMEOUT,
  );
});

async function expectFinal({ query }: TestEngine, documents: Documents): Promise<void> {
  const all: Read = {
    kind: "range",
    index: "by_key",
    bounds: [],
    order: "asc",
    end: "collect",
  };
  const found = await query("things:read", { reads: [all] as never });
  expect(found).toEqual(answersOf(documents, [all]));
}
