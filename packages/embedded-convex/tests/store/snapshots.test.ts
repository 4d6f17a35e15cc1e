import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Database } from "../../src/store/database";
import type { Snapshot } from "../../src/store/snapshots";
import { indexQuery, insert, openTestDatabase, run, tableIn, write } from "./support/database";

type Change =
  | { readonly do: "insert"; readonly a: number; readonly text: string }
  | {
      readonly do: "patch";
      readonly at: number;
      readonly a: number;
      readonly text: string;
    }
  | { readonly do: "remove"; readonly at: number };

const a = fc.integer({ min: 0, max: 5 });
const at = fc.nat({ max: 20 });
const text = fc.constantFrom("gutter", "guard", "gutter guard");
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ do: fc.constant("insert" as const), a, text }),
  fc.record({ do: fc.constant("patch" as const), at, a, text }),
  fc.record({ do: fc.constant("remove" as const), at }),
);

const byText = {
  source: {
    type: "Search" as const,
    indexName: "things.search_text",
    filters: [{ type: "Search" as const, fieldPath: "text", value: "gutter" }],
  },
  operators: [],
};

interface Thing {
  readonly id: string;
  a: number;
  text: string;
  isRemoved: boolean;
}

/** By every way to read: an index in both orders, each id, a count, a search. */
function everythingIn(database: Database, ids: readonly string[], snapshot?: Snapshot) {
  const transaction = database.read(snapshot);
  const table = tableIn(transaction);
  const read = (query: Parameters<typeof run>[1]) =>
    run(transaction, query).map(({ _id, a: value }) => [_id, value]);
  return {
    all: read(indexQuery("by_a", [])),
    descending: read(indexQuery("by_a", [], { order: "desc" })),
    some: read(indexQuery("by_a", [["Gte", "a", 3]])),
    found: read(byText).sort(),
    byId: ids.map((id) => {
      const json = transaction.get(table, id);
      return json === null ? null : (JSON.parse(json) as Thing).text;
    }),
    count: transaction.count(table),
  };
}

/** What `everythingIn` has to return, from the list of things alone. */
function everythingOf(things: readonly Thing[]) {
  const list = (some: readonly Thing[]) => some.map(({ id, a: at }) => [id, at]);
  const live = things
    .filter(({ isRemoved }) => !isRemoved)
    // Stable: equal ones stay in the order of creation.
    .sort((one, other) => one.a - other.a);
  return {
    all: list(live),
    descending: list(live).toReversed(),
    some: list(live.filter((one) => one.a >= 3)),
    found: list(live.filter((one) => one.text.includes("gutter"))).sort(),
    byId: things.map((one) => (one.isRemoved ? null : one.text)),
    count: live.length,
  };
}

async function apply(database: Database, things: Thing[], change: Change): Promise<void> {
  await write(database, (transaction) => {
    const table = tableIn(transaction);
    if (change.do === "insert") {
      const { a: value, text: words } = change;
      const id = insert(transaction, { a: value, text: words });
      things.push({ id, a: value, text: words, isRemoved: false });
      return;
    }
    const thing = things[change.at % things.length];
    if (thing === undefined || thing.isRemoved) return;
    if (change.do === "remove") {
      transaction.remove(table, thing.id);
      thing.isRemoved = true;
    } else {
      const fields = { a: change.a, text: change.text };
      transaction.patch(table, thing.id, fields);
      Object.assign(thing, fields);
    }
  });
}

describe("snapshots", () => {
  test("shows the database of its commit whatever is written later", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(changes, { maxLength: 8 }),
        fc.array(fc.array(changes, { maxLength: 6 }), { maxLength: 4 }),
        async (before, later) => {
          const database = openTestDatabase();
          const things: Thing[] = [];
          for (const change of before) await apply(database, things, change);
          const kept: { snapshot: Snapshot; ids: string[]; all: unknown }[] = [];
          for (const group of later) {
            const snapshot = database.openSnapshot();
            const ids = things.map(({ id }) => id);
            kept.push({ snapshot, ids, all: everythingOf(things) });
            for (const change of group) await apply(database, things, change);
            for (const one of kept)
              expect(everythingIn(database, one.ids, one.snapshot)).toEqual(one.all);
          }
          for (const { snapshot } of kept) snapshot.release();
          await database.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a snapshot stays the same in the middle of a scan", async () => {
    const database = openTestDatabase();
    const things: Thing[] = [];
    for (let value = 0; value < 100; value += 1)
      await apply(database, things, { do: "insert", a: value, text: "x" });
    const snapshot = database.openSnapshot();
    const transaction = database.read(snapshot);
    const seen: unknown[] = [];
    const { QueryStream, compileQuery } = await import("../../src/store/query");
    const stream = new QueryStream(
      transaction,
      compileQuery(indexQuery("by_a", []), () => tableIn(transaction)),
    );
    for (let next = stream.next(); next; next = stream.next()) {
      seen.push((JSON.parse(next.json) as { a: number }).a);
      // Behind and ahead of the scan, in rows that were fetched and that were not.
      await apply(database, things, { do: "remove", at: seen.length + 1 });
      await apply(database, things, {
        do: "insert",
        a: seen.length + 0.5,
        text: "x",
      });
      await apply(database, things, { do: "patch", at: 99, a: -1, text: "x" });
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, value) => value));
  });

  test("a snapshot cannot be written", () => {
    const database = openTestDatabase();
    const transaction = database.read(database.openSnapshot());
    expect(() => insert(transaction, { a: 1 })).toThrow("A query cannot write.");
  });
});
