import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DocumentRows } from "../../src/store/documentRows";
import type { Order } from "../../src/store/documents";
import { encodeKey } from "../../src/store/indexKey";
import { RecentRows } from "../../src/store/recentRows";
import { failingCommits } from "../support/failingDisk";
import { insert, openTestDatabase, tableIn, write } from "./support/database";
import { changes, doAll } from "./support/model";

type TestDatabase = ReturnType<typeof openTestDatabase>;

interface Lookup {
  readonly value: number;
  readonly order: Order;
  readonly limit: number;
}

/** Looks up a value of the field `a`, as `first` and `unique` do. */
function lookUp(database: TestDatabase, rows: DocumentRows, { value, order, limit }: Lookup) {
  const index = tableIn(database.read()).indexes.get("by_a");
  const from = encodeKey([value]);
  const until = encodeKey([value + 1]);
  return rows
    .range(index?.id ?? 0, { from, until }, { order, limit })
    .map(({ id, json, key }) => ({ id, json, key: [...key] }));
}

/** The same by SQL alone, which knows no earlier lookup. */
function readFromDisk(database: TestDatabase, { value, order, limit }: Lookup): unknown[] {
  const index = tableIn(database.read()).indexes.get("by_a");
  const rows = database.sqlite
    .prepare(
      `SELECT d.id, d.json, e.key FROM index_entries e
       JOIN documents d ON d.row = e.document WHERE e.index_id = ?`,
    )
    .all(index?.id) as { id: string; json: string; key: Buffer }[];
  const [from, until] = [encodeKey([value]), encodeKey([value + 1])];
  const found = rows
    .filter(({ key }) => key.compare(from) >= 0 && key.compare(until) < 0)
    .sort((a, b) => a.key.compare(b.key));
  if (order === "desc") found.reverse();
  return found.slice(0, limit).map((row) => ({ ...row, key: [...row.key] }));
}

/** The stored documents of the table, by id. */
function documentsOnDisk(database: TestDatabase): Map<string, string> {
  const { number } = tableIn(database.read());
  const rows = database.sqlite
    .prepare("SELECT id, json FROM documents WHERE table_number = ?")
    .all(number) as { id: string; json: string }[];
  return new Map(rows.map(({ id, json }) => [id, json]));
}

const lookups: fc.Arbitrary<Lookup> = fc.record({
  value: fc.nat(2),
  order: fc.constantFrom<Order>("asc", "desc"),
  limit: fc.integer({ min: 1, max: 2 }),
});

describe("the rows used last", () => {
  test("recent rows are those of the disk after every commit, failed ones included", async () => {
    const groups = fc.array(fc.record({ list: changes, isFailing: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(groups, fc.array(lookups), async (commits, asked) => {
        const disk = failingCommits();
        const database = openTestDatabase(undefined, undefined, {
          atomically: disk.atomically,
        });
        const { rows } = database.store;
        const ids = new Set<string>();
        for (const { list, isFailing } of commits) {
          for (const lookup of asked) lookUp(database, rows, lookup);
          disk.code = isFailing ? "SQLITE_FULL" : null;
          const done = write(database, (transaction) => doAll(transaction, list));
          if (isFailing) await expect(done).rejects.toThrow();
          else await done;
          for (const lookup of asked)
            expect(lookUp(database, rows, lookup)).toEqual(readFromDisk(database, lookup));
          const { number } = tableIn(database.read());
          const stored = documentsOnDisk(database);
          for (const id of stored.keys()) ids.add(id);
          for (const id of ids) expect(rows.get(number, id)?.json).toBe(stored.get(id));
        }
        await database.close();
      }),
      { numRuns: 50 },
    );
  });

  test("a lookup of two rows finds both after a lookup of the first one", async () => {
    const database = openTestDatabase();
    const { rows } = database.store;
    const ids = await write(database, (transaction) =>
      [1, 2].map((b) => insert(transaction, { a: 1, b })),
    );
    const found = [1, 2, 1].map((limit) =>
      lookUp(database, rows, { value: 1, order: "asc", limit }).map(({ id }) => id),
    );
    expect(found).toEqual([[ids[0]], ids, [ids[0]]]);
    await database.close();
  });

  test("what was just written or looked up is read without SQLite", async () => {
    const database = openTestDatabase();
    const { rows } = database.store;
    const id = await write(database, (transaction) => insert(transaction, { a: 1 }));
    const lookup = { value: 1, order: "asc", limit: 2 } as const;
    const found = lookUp(database, rows, lookup);
    const none = lookUp(database, rows, { ...lookup, value: 2 });
    database.sqlite.exec("DELETE FROM documents; DELETE FROM index_entries");
    expect(lookUp(database, rows, lookup)).toEqual(found);
    expect(lookUp(database, rows, { ...lookup, value: 2 })).toEqual(none);
    const { number } = tableIn(database.read());
    expect(rows.get(number, id)?.id).toBe(id);
    expect(new DocumentRows(database.sqlite).get(number, id)).toBeNull();
    await database.close();
  });

  test("at most 4 MB of text are kept, of the rows written last, and no row above 64 KB", () => {
    const recent = new RecentRows();
    const aRow = (row: number, length: number) => ({
      row,
      id: `id${row}`,
      size: length,
      json: "x".repeat(length),
    });
    for (let row = 0; row < 100; row++) recent.keep(aRow(row, 64 * 1024));
    const kept = Array.from({ length: 100 }, (_, row) => recent.row(`id${row}`));
    expect(kept.findIndex((row) => row !== undefined)).toBe(36);
    expect(kept.slice(36)).not.toContain(undefined);
    recent.keep(aRow(99, 64 * 1024 + 1));
    expect(recent.row("id99")).toBeUndefined();
    recent.clear();
    for (let row = 0; row < 64; row++) recent.keep(aRow(row, 64 * 1024));
    expect(recent.row("id0")).toBeDefined();
  });
});
