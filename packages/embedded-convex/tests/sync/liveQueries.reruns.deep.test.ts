/**
 * A query reruns if and only if a commit touched what it read. The model, which has no keys and no read sets, computes
 * what it read: the documents that are, or would be, in the part of the index that the query had to scan.
 */
import { type Value, convexToJson, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changes, rangeReads, reads, wholeFields } from "../support/histories/arbitraries";
import {
  type Documents,
  type Region,
  changesBetween,
  isTouched,
  regionOf,
  replay,
  scanRange,
} from "../support/histories/model";
import { HISTORIES_TIMEOUT, someHistories } from "../support/histories/runs";
import { openThings } from "../support/histories/server";
import type { RangeRead, Read, Step } from "../support/histories/specs";
import { SyncClient } from "../support/syncClient";

/** A subscription of a test. Ids and cursors exist only once there are documents, so they are chosen by number. */
type Asked =
  | { readonly kind: "reads"; readonly reads: readonly Read[] }
  | { readonly kind: "get"; readonly nth: number }
  | {
      readonly kind: "page";
      readonly read: RangeRead;
      readonly numItems: number;
      readonly isSecond: boolean;
    };

const asked: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("reads" as const),
      reads: fc.array(reads, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("get" as const), nth: fc.nat() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("page" as const),
      read: rangeReads,
      numItems: fc.integer({ min: 1, max: 3 }),
      isSecond: fc.boolean(),
    }),
  },
);

const beginnings = fc
  .array(wholeFields, { maxLength: 10 })
  .map((list) => list.map((fields): Step => ({ do: "insert", fields })));

interface Watched {
  readonly queryId: number;
  /** The call's reads in the current database. */
  readonly regionIn: (documents: Documents) => Region;
}

class Watching {
  reruns = 0;
  spared = 0;
  private documents: Documents = new Map();
  private readonly watched: Watched[] = [];
  private readonly things = openThings();
  private readonly client = new SyncClient(this.things.sync, "session");

  /** Commits, and waits until all subscriptions are at that commit. */
  async write(steps: readonly Step[]): Promise<void> {
    const { success, result, ts } = await this.client.mutate(
      "things:write",
      convexToJson({ steps: steps as never }),
    );
    expect(success).toBe(true);
    const given = jsonToConvex(result);
    this.documents = replay(this.documents, steps, given).documents ?? new Map();
    await this.client.until(ts);
  }

  async watch(list: readonly Asked[]): Promise<void> {
    for (const one of list) this.watched.push(await this.begin(one));
    await this.write([]);
    expect(this.things.takeRuns()).toHaveLength(list.length);
  }

  /** Commits, and compares the queries that reran with the expected ones. */
  async commit(steps: readonly Step[]): Promise<void> {
    const before = this.documents;
    const regions = this.watched.map(({ regionIn }) => regionIn(before));
    await this.write(steps);
    const differences = changesBetween(before, this.documents);
    const expected = this.watched
      .map(({ queryId }) => queryId)
      .filter((_, at) => isTouched(regions[at], differences));
    const ran = this.things.takeRuns().map(({ args }) => (args as { label: number }).label);
    expect(ran.sort((a, b) => a - b)).toEqual(expected);
    this.reruns += expected.length;
    this.spared += this.watched.length - expected.length;
  }

  async close(): Promise<void> {
    expect(this.client.faults).toEqual([]);
    this.client.close();
    await this.things.close();
  }

  private async begin(one: Asked): Promise<Watched> {
    switch (one.kind) {
      case "reads":
        return this.beginReads(one.reads);
      case "get": {
        const ids = [...this.documents.keys()];
        const id = ids[one.nth % ids.length];
        return this.beginReads(id === undefined ? [] : [{ kind: "get", id }]);
      }
      case "page":
        return await this.beginPage(one);
    }
  }

  private beginReads(list: readonly Read[]): Watched {
    return {
      queryId: this.ask("things:read", { reads: list as never }),
      regionIn: (documents) => {
        const regions = list.map((read) => regionOf(documents, read));
        return (document) => regions.some((region) => region(document));
      },
    };
  }

  /** A page keeps the end of its first run. */
  private async beginPage({
    read,
    numItems,
    isSecond,
  }: Asked & { kind: "page" }): Promise<Watched> {
    const args = {
      read: read as never,
      paginationOpts: { numItems, cursor: null },
    };
    const first = scanRange(this.documents, read, { limit: numItems });
    if (!isSecond) {
      const queryId = this.ask("things:page", args);
      return { queryId, regionIn: () => first.region };
    }
    const page = await this.things.query("things:page", convexToJson(args));
    const { continueCursor: cursor } = page as { continueCursor: string };
    const region =
      first.last === null
        ? () => false
        : scanRange(this.documents, read, {
            limit: numItems,
            after: first.last,
          }).region;
    const paginationOpts = { numItems, cursor };
    const queryId = this.ask("things:page", { ...args, paginationOpts });
    return { queryId, regionIn: () => region };
  }

  private ask(udfPath: string, args: Record<string, Value>): number {
    const label = this.watched.length;
    const labelled = convexToJson({ ...args, label });
    return this.client.watch({ udfPath, args: labelled });
  }
}

describe("subscribed queries", () => {
  test(
    "reruns if and only if a commit touched what it read",
    async () => {
      let reruns = 0;
      let spared = 0;
      await fc.assert(
        fc.asyncProperty(
          beginnings,
          fc.array(asked, { minLength: 4, maxLength: 8 }),
          fc.array(changes, { minLength: 4, maxLength: 10 }),
          async (first, list, commits) => {
            const watching = new Watching();
            await watching.write(first);
            await watching.watch(list);
            for (const steps of commits) await watching.commit(steps);
            await watching.close();
            reruns += watching.reruns;
            spared += watching.spared;
          },
        ),
        someHistories(120),
      );
      expect(Math.min(reruns, spared)).toBeGreaterThan(500);
    },
    HISTORIES_TIMEOUT,
  );

  test("a subscribed query does not rerun for commits to other ranges of each index", async () => {
    const things = openThings();
    const client = new SyncClient(things.sync, "session");
    const write = (...steps: Step[]) =>
      client.mutate("things:write", convexToJson({ steps: steps as never }));
    const mine = { key: "mine", w: "w1", a: 1, b: 1, text: "elm" };
    await write({ do: "insert", fields: mine });
    const list: Read[] = [
      inPart("by_w_b", "w", "w1"),
      inPart("by_key", "key", "mine"),
      { ...inPart("by_w_b", "w", "w1"), order: "desc", end: { take: 5 } },
      { kind: "search", text: "elm", w: "w1" },
    ];
    for (const read of list) {
      const args = convexToJson({ reads: [read] as never });
      client.watch({ udfPath: "things:read", args });
    }
    await client.until((await write()).ts);
    expect(things.takeRuns()).toHaveLength(list.length);
    for (let at = 0; at < 50; at++) {
      const other = { key: `${at}`, w: "w2", a: 1, b: 1, text: "elm" };
      const { ts } = await write(
        { do: "insert", fields: other },
        { do: "patch", key: `${at - 1}`, fields: { b: 2 } },
        { do: "delete", key: `${at - 2}` },
      );
      await client.until(ts);
    }
    expect(things.takeRuns()).toEqual([]);
    client.close();
    await things.close();
  });

  test("a subscribed query that returns the same result reruns without an update", async () => {
    const things = openThings();
    const watcher = new SyncClient(things.sync, "watcher");
    const writer = new SyncClient(things.sync, "writer");
    const write = async (step: Step) => {
      const args = convexToJson({ steps: [step] as never });
      const { ts } = await writer.mutate("things:write", args);
      await writer.until(ts);
    };
    const filter = { op: "eq", field: "b", value: 1 } as const;
    const read = { ...inPart("by_w_b", "w", "w1"), filter };
    const args = convexToJson({ reads: [read] as never });
    // The writer subscribes too: it gets its Transition only after the query reran.
    for (const client of [watcher, writer]) {
      client.watch({ udfPath: "things:read", args });
    }
    await write({ do: "insert", fields: { key: "a", w: "w1", b: 1 } });
    const sent = watcher.history.length;
    things.takeRuns();
    await write({ do: "insert", fields: { key: "b", w: "w1", b: 2 } });
    expect(things.takeRuns()).toHaveLength(1);
    expect(watcher.history).toHaveLength(sent);
    await write({ do: "patch", key: "b", fields: { b: 1 } });
    expect(watcher.history).toHaveLength(sent + 1);
    for (const client of [watcher, writer]) client.close();
    await things.close();
  });
});

function inPart(index: string, field: string, value: string): RangeRead {
  const bounds = [{ op: "eq", field, value }] as const;
  return { kind: "range", index, bounds, order: "asc", end: "collect" };
}
