import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/store/database";
import { parseDocument } from "../../src/store/documentVersion";
import { type EncodedObject, asText } from "../../src/store/encodedValue";
import type { Transaction } from "../../src/store/transaction";
import {
  TABLE,
  indexQuery,
  insert,
  openTestDatabase,
  run,
  tableIn,
  write,
} from "./support/database";
import { type Change, modelResult, changes, choices, toQuery } from "./support/model";

/** Applies the changes, and to the expected documents too, which take only ids and creation times from the database. */
function apply(
  transaction: Transaction,
  before: readonly EncodedObject[],
  list: readonly Change[],
): EncodedObject[] {
  const table = tableIn(transaction);
  const documents = new Map(before.map((document) => [asText(document._id), document]));
  for (const change of list) {
    if (change.kind === "insert") {
      const id = transaction.insert(table, change.fields);
      const stored = parseDocument(transaction.get(table, id) ?? "{}");
      documents.set(id, { ...change.fields, ...systemFields(stored) });
      continue;
    }
    const ids = [...documents.keys()];
    const id = ids[change.at % ids.length];
    if (id === undefined) continue;
    const document = documents.get(id) ?? {};
    if (change.kind === "remove") {
      transaction.remove(table, id);
      documents.delete(id);
    } else {
      transaction[change.kind](table, id, change.fields);
      const kept = change.kind === "patch" ? document : systemFields(document);
      documents.set(id, { ...kept, ...change.fields });
    }
  }
  return [...documents.values()];
}

function systemFields(document: EncodedObject): EncodedObject {
  const { _id = "", _creationTime = 0 } = document;
  return { _id, _creationTime };
}

describe("a query", () => {
  test("returns what a naive model returns, before and after the commit", async () => {
    await fc.assert(
      fc.asyncProperty(
        changes,
        changes,
        fc.array(choices, { minLength: 5, maxLength: 5 }),
        async (first, second, list) => {
          const database = openTestDatabase();
          const queries = list.map(toQuery);
          const base = await write(database, (transaction) => apply(transaction, [], first));
          const final = await write(database, (transaction) => {
            const documents = apply(transaction, base, second);
            for (const query of queries) {
              expect(run(transaction, query)).toEqual(modelResult(documents, query));
            }
            return documents;
          });
          for (const query of queries) {
            expect(run(database.read(), query)).toEqual(modelResult(final, query));
          }
          await database.close();
        },
      ),
      { numRuns: 150 },
    );
  });

  test("depends only on what it consumed", async () => {
    const { touches } = await import("../../src/store/readSet");
    await fc.assert(
      fc.asyncProperty(changes, changes, choices, async (first, second, choice) => {
        const database = openTestDatabase();
        const query = toQuery(choice);
        const base = await write(database, (transaction) => apply(transaction, [], first));
        const reader = database.read();
        const before = run(reader, query);
        const reads = reader.finishReads();
        let touched = false;
        database.committer.onCommit(({ writes }) => {
          touched ||= touches(reads, writes);
        });
        await write(database, (transaction) => apply(transaction, base, second));
        const after = run(database.read(), query);
        // A changed result must touch the read set. Other writes may touch it only inside the range read.
        if (JSON.stringify(before) !== JSON.stringify(after)) expect(touched).toBe(true);
        await database.close();
      }),
      { numRuns: 200 },
    );
  });
});

describe("the read set", () => {
  let database: Database;

  beforeEach(async () => {
    database = openTestDatabase();
    await write(database, (transaction) => {
      for (let b = 0; b < 10; b++) insert(transaction, { a: "x", b });
    });
  });

  afterEach(() => database.close());

  async function isRerun(
    query: Parameters<typeof run>[1],
    change: (transaction: Transaction) => unknown,
  ): Promise<boolean> {
    const { touches } = await import("../../src/store/readSet");
    const reader = database.read();
    run(reader, query);
    const reads = reader.finishReads();
    let touched = false;
    const stop = database.committer.onCommit(({ writes }) => {
      touched ||= touches(reads, writes);
    });
    await write(database, change);
    stop();
    return touched;
  }

  const add = (fields: EncodedObject) => (transaction: Transaction) => insert(transaction, fields);

  test("the read set of take(3) ends at the third document", async () => {
    const query = indexQuery("by_a_b", [["Eq", "a", "x"]], {
      order: "asc",
      operators: [{ limit: 3 }],
    });
    expect(await isRerun(query, add({ a: "x", b: 1.5 }))).toBe(true);
    expect(await isRerun(query, add({ a: "x", b: 5.5 }))).toBe(false);
    expect(await isRerun(query, add({ a: "y", b: 1 }))).toBe(false);
  });

  test("the read set of take(3) in descending order starts at the third from the end", async () => {
    const query = indexQuery("by_a_b", [["Eq", "a", "x"]], {
      order: "desc",
      operators: [{ limit: 3 }],
    });
    expect(await isRerun(query, add({ a: "x", b: 7.5 }))).toBe(true);
    expect(await isRerun(query, add({ a: "x", b: 6.5 }))).toBe(false);
  });

  test("the read set of a range read to its end is the whole range, including empty parts", async () => {
    const query = indexQuery("by_a_b", [
      ["Eq", "a", "x"],
      ["Gte", "b", 20],
      ["Lt", "b", 30],
    ]);
    expect(await isRerun(query, add({ a: "x", b: 20 }))).toBe(true);
    expect(await isRerun(query, add({ a: "x", b: 30 }))).toBe(false);
    expect(await isRerun(query, add({ a: "x", b: 19.9 }))).toBe(false);
  });

  test("the read set is touched by a document that leaves the range, not by one that changes outside of it", async () => {
    const query = indexQuery("by_a_b", [
      ["Eq", "a", "x"],
      ["Lt", "b", 2],
    ]);
    const patch = (b: number, to: number) => (transaction: Transaction) => {
      const [found] = run(
        transaction,
        indexQuery("by_a_b", [
          ["Eq", "a", "x"],
          ["Eq", "b", b],
        ]),
      );
      transaction.patch(tableIn(transaction), asText(found?._id), { b: to });
    };
    expect(await isRerun(query, patch(1, 50))).toBe(true);
    expect(await isRerun(query, patch(50, 60))).toBe(false);
  });

  test("the read set is not touched by a write that changes nothing", async () => {
    const query = indexQuery("by_a_b", [["Eq", "a", "x"]]);
    expect(
      await isRerun(query, (transaction) => {
        const [found] = run(transaction, query);
        transaction.patch(tableIn(transaction), asText(found?._id), { a: "x" });
      }),
    ).toBe(false);
  });

  test("the read set of a missing document contains its id", async () => {
    const { touches } = await import("../../src/store/readSet");
    const id = await write(database, add({ a: "gone", b: 0 }));
    await write(database, (transaction) => transaction.remove(tableIn(transaction), id));
    const reader = database.read();
    expect(reader.get(tableIn(reader), id)).toBeNull();
    const reads = reader.finishReads();
    const other = await write(database, add({ a: "other" }));
    const form = { keys: new Map(), searchEntries: new Map() };
    const write1 = { id, tableNumber: 10_001, before: null, after: form };
    expect(touches(reads, [write1])).toBe(true);
    expect(touches(reads, [{ ...write1, id: other }])).toBe(false);
  });
});

describe("compiling a query", () => {
  const database = openTestDatabase();

  test.each([
    [indexQuery("by_b", []), `Index ${TABLE}.by_b not found.`],
    [indexQuery("by_a_b", [["Eq", "b", 1]]), "didn't use the index fields in order"],
    [indexQuery("by_a_b", [["Eq", "c", 1]]), `included a comparison with "c"`],
    [
      indexQuery("by_a_b", [
        ["Eq", "a", 1],
        ["Eq", "a", 2],
      ]),
      "Already defined equality bound",
    ],
    [
      indexQuery("by_a_b", [
        ["Gt", "a", 1],
        ["Gte", "a", 2],
      ]),
      "Already defined lower bound",
    ],
    [
      indexQuery("by_a_b", [
        ["Gt", "a", 1],
        ["Lt", "b", 2],
      ]),
      "can only be applied to a single index field",
    ],
    [
      indexQuery("by_a_b", [
        ["Eq", "a", 1],
        ["Lt", "a", 2],
      ]),
      "Already defined inequality bound",
    ],
  ])("rejects an invalid query with Convex's message: %#", (query, message) => {
    expect(() => run(database.read(), query)).toThrow(message);
  });

  test("accepts equalities in any order", () => {
    const query = indexQuery("by_a_b", [
      ["Eq", "b", 1],
      ["Eq", "a", "x"],
    ]);
    expect(run(database.read(), query)).toEqual([]);
  });
});
