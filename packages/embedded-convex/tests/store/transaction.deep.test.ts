import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "../../src/store/documentVersion";
import type { EncodedObject } from "../../src/store/encodedValue";
import type { Transaction } from "../../src/store/transaction";
import { indexQuery, insert, openTestDatabase, run, tableIn, write } from "./support/database";
import { changes, doAll, everything } from "./support/model";

describe("transactions", () => {
  test("rolls back to a savepoint, and hides its own writes from a snapshot read", async () => {
    await fc.assert(
      fc.asyncProperty(changes, changes, changes, async (base, own, undone) => {
        const database = openTestDatabase();
        await write(database, (transaction) => doAll(transaction, base));
        const committed = run(database.read(), everything);
        const kept = await write(database, async (transaction) => {
          doAll(transaction, own);
          const before = run(transaction, everything);
          const mark = transaction.mark();
          doAll(transaction, undone);
          const after = run(transaction, everything);
          const hidden = await transaction.withoutOwnWrites(() =>
            Promise.resolve(run(transaction, everything)),
          );
          expect(hidden).toEqual(committed);
          expect(run(transaction, everything)).toEqual(after);
          transaction.undo(mark);
          expect(run(transaction, everything)).toEqual(before);
          return before;
        });
        expect(run(database.read(), everything)).toEqual(kept);
        await database.close();
      }),
      { numRuns: 100 },
    );
  });

  test("keeps documents and index entries consistent under random changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 4 }), async (groups) => {
        const database = openTestDatabase();
        for (const list of groups) await write(database, (transaction) => doAll(transaction, list));
        const documents = run(database.read(), everything);
        const count = (table: string) =>
          Number(database.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
        expect(count("documents")).toBe(documents.length);
        // One entry in each of the three declared indexes and in by_creation_time.
        expect(count("index_entries")).toBe(documents.length * 4);
        for (const index of ["by_a", "by_inner", "by_id", "by_creation_time"]) {
          const found = run(database.read(), indexQuery(index, []));
          expect(new Set(found.map(({ _id }) => _id))).toEqual(
            new Set(documents.map(({ _id }) => _id)),
          );
        }
        await database.close();
      }),
      { numRuns: 60 },
    );
  });

  test("reads back the document that was written, with sorted fields", async () => {
    const database = openTestDatabase();
    const fields: EncodedObject = {
      z: 1,
      a: { $integer: "AQAAAAAAAAA=" },
      B: [null, { y: 1, x: 2 }],
    };
    const id = await write(database, (transaction) => insert(transaction, fields));
    const reader = database.read();
    const json = reader.get(tableIn(reader), id) ?? "";
    expect(parseDocument(json)).toMatchObject(fields);
    expect(Object.keys(parseDocument(json))).toEqual(["B", "_creationTime", "_id", "a", "z"]);
  });

  test("rejects changes to a missing document", async () => {
    const database = openTestDatabase();
    const id = await write(database, (transaction) => insert(transaction, { a: 1 }));
    await write(database, (transaction) => transaction.remove(tableIn(transaction), id));
    const attempts: [(transaction: Transaction) => void, string][] = [
      [(t) => t.patch(tableIn(t), id, {}), `Update on nonexistent document ID ${id}`],
      [(t) => t.replace(tableIn(t), id, {}), `Replace on nonexistent document ID ${id}`],
      [(t) => t.remove(tableIn(t), id), `Delete on nonexistent document ID ${id}`],
    ];
    for (const [attempt, message] of attempts) {
      await expect(write(database, attempt)).rejects.toThrow(message);
    }
  });

  test("a transaction of a query cannot write", () => {
    const reader = openTestDatabase().read();
    expect(() => insert(reader, { a: 1 })).toThrow("A query cannot write.");
  });

  test("includes its own writes in a table's count", async () => {
    const database = openTestDatabase();
    const [first] = await write(database, (transaction) => [
      insert(transaction, { a: 1 }),
      insert(transaction, { a: 2 }),
    ]);
    await write(database, (transaction) => {
      const table = tableIn(transaction);
      transaction.remove(table, first ?? "");
      insert(transaction, { a: 3 });
      insert(transaction, { a: 4 });
      expect(transaction.count(table)).toBe(3);
    });
    expect(database.read().count(tableIn(database.read()))).toBe(3);
  });
});
