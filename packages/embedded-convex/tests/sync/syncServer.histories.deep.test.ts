/**
 * Random histories of several clients that subscribe and write concurrently, over slow and breaking connections: a
 * client's results must always be the database at one commit, and at the end the latest one.
 */
import { type Value, convexToJson, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pause } from "../support/histories/asking";
import { mutations, reads } from "../support/histories/arbitraries";
import { answerOf } from "../support/histories/model";
import { HISTORIES_TIMEOUT, someHistories } from "../support/histories/runs";
import { openThings } from "../support/histories/server";
import type { Read, Step } from "../support/histories/specs";
import { type Committed, type Timeline, timelineOf } from "../support/histories/timeline";
import { type Shown, SyncClient } from "../support/syncClient";

type Act =
  | { readonly kind: "watch"; readonly reads: Read[]; readonly turns: number }
  | { readonly kind: "unwatch"; readonly nth: number }
  | {
      readonly kind: "mutate";
      readonly steps: Step[];
      readonly isAwaited: boolean;
    }
  | { readonly kind: "congest" | "relieve" | "reconnect" };

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("watch" as const),
      reads: fc.array(reads, { minLength: 1, maxLength: 2 }),
      turns: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("unwatch" as const),
      nth: fc.nat(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("mutate" as const),
      steps: mutations,
      isAwaited: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Act[]>(
      { kind: "congest" },
      { kind: "relieve" },
      { kind: "reconnect" },
    ),
  },
);

const scripts = fc.array(
  fc.array(fc.tuple(fc.nat({ max: 3 }), acts), { minLength: 2, maxLength: 8 }),
  { minLength: 2, maxLength: 4 },
);

/** Runs one client's script. */
class Actor {
  readonly committed: Committed[] = [];
  readonly client: SyncClient;
  private readonly underWay: Promise<void>[] = [];

  constructor(client: SyncClient) {
    this.client = client;
  }

  async play(script: readonly (readonly [number, Act])[]): Promise<void> {
    for (const [turns, act] of script) {
      await pause(turns);
      await this.do(act);
    }
    this.client.setCongested(false);
    await Promise.all(this.underWay);
  }

  /** A query whose update implies that all earlier commits were sent. */
  async catchUp(): Promise<void> {
    await this.mutate([]);
  }

  private async do(act: Act): Promise<void> {
    switch (act.kind) {
      case "watch": {
        const { reads: list, turns } = act;
        const args = convexToJson({ reads: list as never, turns });
        this.client.watch({ udfPath: "things:read", args });
        return;
      }
      case "unwatch": {
        const watched = [...this.client.calls.keys()];
        const queryId = watched[act.nth % watched.length];
        if (queryId !== undefined) this.client.unwatch(queryId);
        return;
      }
      case "mutate": {
        const done = this.mutate(act.steps);
        this.underWay.push(done);
        if (act.isAwaited && !this.client.isCongested) await done;
        return;
      }
      case "reconnect":
        // A real client would retry a mutation in flight; other tests cover that.
        this.client.setCongested(false);
        await Promise.all(this.underWay);
        this.client.reconnect();
        return;
      case "congest":
      case "relieve":
        this.client.setCongested(act.kind === "congest");
    }
  }

  private async mutate(steps: readonly Step[]): Promise<void> {
    const { success, result, ts } = await this.client.mutate(
      "things:write",
      convexToJson({ steps: steps as never }),
    );
    if (!success) return;
    this.committed.push({ ts, steps, results: jsonToConvex(result) });
    await this.client.until(ts);
  }
}

describe("the clients of one server", () => {
  test(
    "the clients of one server always show the database at one commit, and finally at the latest",
    async () => {
      let versions = 0;
      await fc.assert(
        fc.asyncProperty(scripts, async (list) => {
          const things = openThings();
          const actors = list.map(
            (_, at) => new Actor(new SyncClient(things.sync, `session ${at}`)),
          );
          await Promise.all(actors.map((actor, at) => actor.play(list[at] ?? [])));
          await Promise.all(actors.map((actor) => actor.catchUp()));
          const timeline = timelineOf(actors.flatMap(({ committed }) => committed));
          for (const { client } of actors) {
            expect(client.faults).toEqual([]);
            for (const shown of client.history) {
              expectAsOf(timeline, shown, client);
            }
            await expectFresh(client, things.query);
            versions += client.history.length;
            client.close();
          }
          await things.close();
        }),
        someHistories(120),
      );
      expect(versions).toBeGreaterThan(1000);
    },
    HISTORIES_TIMEOUT,
  );
});

function expectAsOf(timeline: Timeline, shown: Shown, client: SyncClient) {
  const documents = timeline.at(shown.ts);
  for (const [queryId, sent] of shown.results) {
    const { args } = client.asked(queryId);
    const { reads: list } = jsonToConvex(args) as { reads: Value };
    const answers = (list as unknown as Read[]).map((read) => answerOf(documents, read));
    expect(sent).toEqual({ value: convexToJson(answers), journal: null });
  }
}

async function expectFresh(
  client: SyncClient,
  query: ReturnType<typeof openThings>["query"],
): Promise<void> {
  expect(new Set(client.results.keys())).toEqual(new Set(client.calls.keys()));
  for (const [queryId, { udfPath, args }] of client.calls) {
    expect(client.results.get(queryId)).toEqual({
      value: await query(udfPath, args),
      journal: null,
    });
  }
}
