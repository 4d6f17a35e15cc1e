import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Database } from "../../src/store/database";
import type { Snapshot } from "../../src/store/snapshots";
import {
  indexQuery,
  insert,
  openTestDatabase,
  run,
  tableIn,
  write,
} from "./support/database";

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

/** By every way to read: an index in both orders, each id, a count, a search. */
function everythingIn(database: Database, snapshot?: Snapshot) {
  const transaction = database.read(snapshot);
  const table = tableIn(transaction);
  const all = run(transaction, indexQuery("by_a", []));
  const descending = indexQuery("by_a", [], { order: "desc" });
  return {
    all,
    descending: run(transaction, descending),
    some: run(transaction, indexQuery("by_a", [["Gte", "a", 3]])),
    found: run(transaction, byText),
    byId: all.map(({ _id }) => transaction.get(table, _id as string)),
    count: transaction.count(table),
  };
}

async function apply(
  database: Database,
  ids: string[],
  change: Change,
): Promise<void> {
  await write(database, (transaction) => {
    const table = tableIn(transaction);
    if (change.do === "insert") {
      const { a: value, text: words } = change;
      ids.push(insert(transaction, { a: value, text: words }));
      return;
    }
    const id = ids[change.at % ids.length];
    if (id === undefined || transaction.get(table, id) === null) return;
    if (change.do === "remove") transaction.remove(table, id);
    else transaction.patch(table, id, { a: change.a, text: change.text });
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
          const ids: string[] = [];
          for (const change of before) await apply(database, ids, change);
          const kept: [Snapshot, unknown][] = [];
          for (const group of later) {
            kept.push([database.openSnapshot(), everythingIn(database)]);
            for (const change of group) await apply(database, ids, change);
            for (const [snapshot, expected] of kept)
              expect(everythingIn(database, snapshot)).toEqual(expected);
          }
          for (const [snapshot] of kept) snapshot.release();
          await database.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a snapshot stays the same in the middle of a scan", async () => {
    const database = openTestDatabase();
    const ids: string[] = [];
    for (let value = 0; value < 100; value += 1)
      await apply(database, ids, { do: "insert", a: value, text: "x" });
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
      await apply(database, ids, { do: "remove", at: seen.length + 1 });
      await apply(database, ids, {
        do: "insert",
        a: seen.length + 0.5,
        text: "x",
      });
      await apply(database, ids, { do: "patch", at: 99, a: -1, text: "x" });
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, value) => value));
  });

  test("a snapshot cannot be written", () => {
    const database = openTestDatabase();
    const transaction = database.read(database.openSnapshot());
    expect(() => insert(transaction, { a: 1 })).toThrow(
      "A query cannot write.",
    );
  });
});
