/**
 * Reactive pagination: the loaded pages of a list together must always be the beginning of the list at one commit,
 * without gaps and duplicates, while rows are inserted, moved and removed. Once with the real client, which splits
 * pages, and once over connections that break, where each page is restored from its journal.
 */
import { ConvexClient } from "convex/browser";
import { type Value, convexToJson, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { thing } from "../support/histories/app";
import { type Thing, pause } from "../support/histories/asking";
import { changes, rangeReads, wholeFields } from "../support/histories/arbitraries";
import { scanRange } from "../support/histories/model";
import { HISTORIES_TIMEOUT, someHistories } from "../support/histories/runs";
import { openThings } from "../support/histories/server";
import type { RangeRead, Step } from "../support/histories/specs";
import { type Committed, type Timeline, timelineOf } from "../support/histories/timeline";
import { localSockets } from "../support/localSocket";
import { type Shown, SyncClient } from "../support/syncClient";

type Things = ReturnType<typeof openThings>;

/** The complete list at that commit. */
function listAt(timeline: Timeline, ts: bigint, read: RangeRead): Value[] {
  return [...scanRange(timeline.at(ts), read).found];
}

/** Short ranges would have a single page, so only one in three lists keeps its random bounds. */
const lists: fc.Arbitrary<RangeRead> = fc
  .tuple(rangeReads, fc.nat({ max: 2 }))
  .map(([{ filter, ...read }, dice]) => ({
    ...read,
    end: "collect",
    bounds: dice === 0 ? read.bounds : [],
    ...(dice < 2 && filter !== undefined ? { filter } : {}),
  }));

const beginnings = fc
  .array(wholeFields, { minLength: 4, maxLength: 16 })
  .map((list) => list.map((fields): Step => ({ do: "insert", fields })));

const pageSizes = fc.integer({ min: 1, max: 3 });

type Act =
  | {
      readonly kind: "write";
      readonly steps: Step[];
      readonly isAwaited: boolean;
    }
  | { readonly kind: "loadMore" | "reconnect" };

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      steps: changes,
      isAwaited: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Act>({ kind: "loadMore" }) },
  { weight: 1, arbitrary: fc.constant<Act>({ kind: "reconnect" }) },
);

const scripts = fc.array(fc.tuple(fc.nat({ max: 2 }), acts), {
  minLength: 4,
  maxLength: 14,
});

interface Seen {
  readonly ts: bigint;
  readonly results: readonly Thing[];
}

/** The real client, and its results for one list after each Transition. */
class RealPages {
  readonly seen: Seen[] = [];
  readonly committed: Committed[] = [];
  mostPages = 0;
  private readonly client: ConvexClient;
  private readonly watch;

  constructor(things: Things, read: RangeRead, initialNumItems: number) {
    this.client = new ConvexClient("http://127.0.0.1:3000", {
      webSocketConstructor: localSockets(things.sync, (ts) => {
        this.seen.push({ ts, results: this.current.results });
      }),
      logger: false,
      unsavedChangesWarning: false,
    });
    this.watch = this.client.onPaginatedUpdate_experimental(
      thing.page,
      // The client adds the pagination options that the type requires.
      { read } as never,
      { initialNumItems },
      () => undefined,
    );
  }

  get current() {
    const value = this.watch.getCurrentValue();
    if (value === undefined) throw new Error("The list is not watched.");
    return value as unknown as {
      results: Thing[];
      status: string;
      loadMore: (numItems: number) => boolean;
    };
  }

  async write(steps: readonly Step[]): Promise<void> {
    const { commitTs, results } = await this.client.mutation(thing.writeStamped, { steps });
    this.committed.push({ ts: commitTs, steps, results });
    // The client resolves a mutation only when its results include the effects.
    const shownTs = this.seen.at(-1)?.ts ?? 0n;
    expect(shownTs).toBeGreaterThanOrEqual(commitTs);
  }

  async loadAll(): Promise<void> {
    await this.write([]);
    while (this.current.status !== "Exhausted") {
      this.current.loadMore(2);
      await this.write([]);
    }
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

describe("the loaded pages of a list", () => {
  test(
    "the loaded pages of a list have no gap and no duplicate, as the real client loads and splits them",
    async () => {
      let splits = 0;
      await fc.assert(
        fc.asyncProperty(
          lists,
          beginnings,
          pageSizes,
          scripts,
          async (read, first, size, script) => {
            const things = openThings();
            const pages = new RealPages(things, read, size);
            await pages.write(first);
            const underWay: Promise<void>[] = [];
            for (const [turns, act] of script) {
              await pause(turns);
              if (act.kind === "loadMore") pages.current.loadMore(size);
              if (act.kind !== "write") continue;
              const written = pages.write(act.steps);
              underWay.push(written);
              if (act.isAwaited) await written;
            }
            await Promise.all(underWay);
            await pages.loadAll();
            splits += things.takeRuns().filter(({ args }) => isSplit(args)).length;
            const timeline = timelineOf(pages.committed);
            for (const { ts, results } of pages.seen) {
              const all = listAt(timeline, ts, read);
              expect(results).toEqual(all.slice(0, results.length));
            }
            const last = pages.seen.at(-1);
            expect(last?.results).toEqual(listAt(timeline, last?.ts ?? 0n, read));
            await pages.close();
            await things.close();
          },
        ),
        someHistories(80),
      );
      expect(splits).toBeGreaterThan(20);
    },
    HISTORIES_TIMEOUT,
  );

  test(
    "the loaded pages of a list have no gap and no duplicate when connections break",
    async () => {
      let journals = 0;
      await fc.assert(
        fc.asyncProperty(
          lists,
          beginnings,
          pageSizes,
          fc.array(scripts, { minLength: 1, maxLength: 3 }),
          async (read, first, size, list) => {
            const things = openThings();
            const readers = list.map(
              (_, at) => new PageReader(things, `session ${at}`, read, size),
            );
            await readers[0]?.write(first);
            await Promise.all(readers.map((reader, at) => reader.play(list[at] ?? [])));
            await Promise.all(readers.map((reader) => reader.write([])));
            journals += things
              .takeRuns()
              .filter(({ journal }) => (journal ?? null) !== null).length;
            const timeline = timelineOf(readers.flatMap(({ committed }) => committed));
            for (const reader of readers) reader.check(timeline);
            await things.close();
          },
        ),
        someHistories(80),
      );
      expect(journals).toBeGreaterThan(100);
    },
    HISTORIES_TIMEOUT,
  );
});

test("keeps a page's end when reading it fails for a while", async () => {
  const things = openThings();
  const client = new SyncClient(things.sync, "session");
  const write = async (...steps: Step[]) => {
    const args = convexToJson({ steps: steps as never });
    await client.until((await client.mutate("things:write", args)).ts);
  };
  const insert = (key: string): Step => ({ do: "insert", fields: { key } });
  const read = { index: "by_key", bounds: [], order: "asc" };
  const args = { read, paginationOpts: { numItems: 2, cursor: null } };
  await write(insert("a"), insert("c"), insert("e"));
  const queryId = client.watch({
    udfPath: "things:page",
    args: { ...args, failsWith: "z" },
  });
  const sent = () => client.results.get(queryId);
  const page = () => (sent() as unknown as { value: Page }).value;
  const keys = () => page().page.map((row) => (row as Thing).key);

  await write();
  const before = page().continueCursor;
  await write(insert("z"));
  expect(sent()).toHaveProperty("failed");
  await write(insert("b"), { do: "delete", key: "z" });
  expect([keys(), page().continueCursor]).toEqual([["a", "b", "c"], before]);
  await write(insert("z"));
  client.reconnect();
  await write(insert("bb"), { do: "delete", key: "z" });
  expect([keys(), page().continueCursor]).toEqual([["a", "b", "bb", "c"], before]);
  expect(client.faults).toEqual([]);
  client.close();
  await things.close();
});

function isSplit(args: unknown): boolean {
  const { paginationOpts } = args as { paginationOpts: object };
  return "endCursor" in paginationOpts;
}

/** A message-level client that loads a list page by page, each from the end of the previous one. */
class PageReader {
  readonly committed: Committed[] = [];
  private readonly client: SyncClient;
  private readonly pages: number[] = [];
  private readonly underWay: Promise<void>[] = [];

  constructor(
    things: Things,
    session: string,
    private readonly read: RangeRead,
    private readonly numItems: number,
  ) {
    this.client = new SyncClient(things.sync, session);
  }

  async play(script: readonly (readonly [number, Act])[]): Promise<void> {
    this.addPage(null);
    for (const [turns, act] of script) {
      await pause(turns);
      await this.do(act);
    }
    await Promise.all(this.underWay);
  }

  async write(steps: readonly Step[]): Promise<void> {
    const args = convexToJson({ steps: steps as never });
    const { result, ts } = await this.client.mutate("things:write", args);
    this.committed.push({ ts, steps, results: jsonToConvex(result) });
    await this.client.until(ts);
  }

  check(timeline: Timeline): void {
    expect(this.client.faults).toEqual([]);
    for (const shown of this.client.history) {
      const rows = this.rowsIn(shown);
      const all = listAt(timeline, shown.ts, this.read).map(convexToJson);
      expect(rows).toEqual(all.slice(0, rows.length));
    }
    for (const queryId of this.pages) this.checkSize(queryId);
    this.client.close();
  }

  /** A new page has the requested number of rows, even if another client's page at this cursor has grown. */
  private checkSize(queryId: number): void {
    const first = this.client.history.find(({ results }) => results.has(queryId));
    const sent = first?.results.get(queryId);
    if (sent === undefined || !("value" in sent)) return;
    const { page, isDone } = sent.value as unknown as Page;
    const isFull = page.length === this.numItems;
    expect(isFull || (isDone && page.length < this.numItems)).toBe(true);
  }

  private async do(act: Act): Promise<void> {
    if (act.kind === "write") {
      const written = this.write(act.steps);
      this.underWay.push(written);
      if (act.isAwaited) await written;
    } else if (act.kind === "loadMore") this.loadMore();
    else {
      await Promise.all(this.underWay);
      this.client.reconnect();
    }
  }

  private loadMore(): void {
    const last = this.client.results.get(this.pages.at(-1) ?? -1);
    if (last === undefined || !("value" in last)) return;
    const { isDone, continueCursor } = last.value as unknown as Page;
    if (!isDone) this.addPage(continueCursor);
  }

  private addPage(cursor: string | null): void {
    const { read, numItems } = this;
    const args = { read, paginationOpts: { numItems, cursor } };
    const udfPath = "things:page";
    this.pages.push(this.client.watch({ udfPath, args: convexToJson(args as never) }));
  }

  /** The rows of all loaded pages. */
  private rowsIn({ results }: Shown): unknown[] {
    const rows: unknown[] = [];
    for (const queryId of this.pages) {
      const sent = results.get(queryId);
      if (sent === undefined) break;
      if ("failed" in sent) throw new Error(sent.failed);
      rows.push(...(sent.value as unknown as Page).page);
    }
    return rows;
  }
}

interface Page {
  readonly page: readonly unknown[];
  readonly isDone: boolean;
  readonly continueCursor: string;
}
