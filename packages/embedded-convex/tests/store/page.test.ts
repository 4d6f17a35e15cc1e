import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Database } from "../../src/store/database";
import { parseDocument } from "../../src/store/documentVersion";
import { asText } from "../../src/store/encodedValue";
import { type Page, pageInSteps } from "../../src/store/page";
import { type SerializedQuery, compileQuery } from "../../src/store/query";
import { touches } from "../../src/store/readSet";
import { indexQuery, insert, openTestDatabase, run, tableIn, write } from "./support/database";

const inOrder = indexQuery("by_a_b", [["Eq", "a", "x"]]);

function page(
  database: Database,
  query: SerializedQuery,
  request: {
    cursor?: string | null;
    endCursor?: string | null;
    size?: number;
    rows?: number;
  } = {},
): Page & {
  values: unknown[];
  reads: ReturnType<ReturnType<Database["read"]>["finishReads"]>;
} {
  const transaction = database.read();
  const compiled = compileQuery(query, (name) => tableIn(transaction, name));
  const reading = pageInSteps(transaction, compiled, {
    cursor: request.cursor ?? null,
    endCursor: request.endCursor ?? null,
    pageSize: request.size ?? 3,
    maximumRowsRead: request.rows ?? null,
    maximumBytesRead: null,
  });
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  const result = step.value;
  const values = result.documents.map((json) => parseDocument(json).b);
  return { ...result, values, reads: transaction.finishReads() };
}

async function withNumbers(count: number): Promise<Database> {
  const database = openTestDatabase();
  await write(database, (transaction) => {
    for (let b = 0; b < count; b++) insert(transaction, { a: "x", b });
  });
  return database;
}

describe("pages", () => {
  test("pages continue from their cursors to the end", async () => {
    const database = await withNumbers(7);
    const first = page(database, inOrder);
    expect(first).toMatchObject({ values: [0, 1, 2], isDone: false });
    const second = page(database, inOrder, { cursor: first.continueCursor });
    const third = page(database, inOrder, { cursor: second.continueCursor });
    expect(second.values).toEqual([3, 4, 5]);
    expect(third).toMatchObject({ values: [6], isDone: true });
    const beyond = page(database, inOrder, { cursor: third.continueCursor });
    expect(beyond).toMatchObject({ values: [], isDone: true });
  });

  test("pages that end exactly at the last document are not marked as done", async () => {
    const database = await withNumbers(3);
    const first = page(database, inOrder);
    expect(first.isDone).toBe(false);
    expect(page(database, inOrder, { cursor: first.continueCursor })).toMatchObject({
      values: [],
      isDone: true,
    });
  });

  test("pages grow and shrink between fixed cursors", async () => {
    const database = await withNumbers(9);
    const first = page(database, inOrder);
    await write(database, (transaction) => {
      insert(transaction, { a: "x", b: 0.5 });
      insert(transaction, { a: "x", b: 1.5 });
      const [removed] = run(
        transaction,
        indexQuery("by_a_b", [
          ["Eq", "a", "x"],
          ["Eq", "b", 2],
        ]),
      );
      transaction.remove(tableIn(transaction), asText(removed?._id));
    });
    const again = page(database, inOrder, { endCursor: first.continueCursor });
    expect(again.values).toEqual([0, 0.5, 1, 1.5]);
    expect(again.continueCursor).toBe(first.continueCursor);
  });

  test("pages depend only on documents between their cursors", async () => {
    const database = await withNumbers(9);
    const first = page(database, inOrder);
    const second = page(database, inOrder, { cursor: first.continueCursor });
    const touched: boolean[][] = [];
    database.committer.onCommit(({ writes }) =>
      touched.push([touches(first.reads, writes), touches(second.reads, writes)]),
    );
    for (const b of [1.5, 4.5, 8.5]) {
      await write(database, (transaction) => insert(transaction, { a: "x", b }));
    }
    expect(touched).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  test("pages can be read in descending order", async () => {
    const database = await withNumbers(5);
    const backwards = indexQuery("by_a_b", [["Eq", "a", "x"]], {
      order: "desc",
    });
    const first = page(database, backwards);
    expect(first.values).toEqual([4, 3, 2]);
    expect(page(database, backwards, { cursor: first.continueCursor })).toMatchObject({
      values: [1, 0],
      isDone: true,
    });
  });

  test("pages have no gaps or duplicates while documents are inserted, moved and deleted", async () => {
    const step = fc.record({
      at: fc.double({ min: 0, max: 20, noNaN: true }),
      remove: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(12),
        fc.array(step, { maxLength: 15 }),
        fc.constantFrom("asc" as const, "desc" as const),
        async (count, steps, order) => {
          const database = await withNumbers(count);
          const numbers = Array.from({ length: count }, (_, b) => b);
          const query = indexQuery("by_a_b", [["Eq", "a", "x"]], { order });
          const pages: { start: string | null; end: string }[] = [];
          let start: string | null = null;
          for (let i = 0; i < 10; i++) {
            const next = page(database, query, { cursor: start });
            pages.push({ start, end: next.continueCursor });
            if (next.isDone) break;
            start = next.continueCursor;
            const change = steps[i];
            if (change)
              await write(database, (transaction) => shuffle(transaction, numbers, change));
          }
          const shown = pages.flatMap(
            ({ start: cursor, end }) => page(database, query, { cursor, endCursor: end }).values,
          );
          const all = numbers.sort((x, y) => (order === "asc" ? x - y : y - x));
          expect(shown).toEqual(all.slice(0, shown.length));
          if (page(database, query, { cursor: pages.at(-1)?.start ?? null }).isDone) {
            expect(shown).toEqual(all);
          }
          await database.close();
        },
      ),
      { numRuns: 150 },
    );
  });

  test("pages end early after too many rows, with a split cursor", async () => {
    const database = await withNumbers(20);
    const rare = indexQuery("by_a_b", [["Eq", "a", "x"]], {
      operators: [{ filter: { $gte: [{ $field: "b" }, { $literal: 18 }] } }],
    });
    const first = page(database, rare, { rows: 8 });
    expect(first).toMatchObject({
      values: [],
      isDone: false,
      pageStatus: "SplitRequired",
    });
    expect(first.splitCursor).not.toBeNull();
    const rest = page(database, rare, { cursor: first.continueCursor });
    expect(rest.values).toEqual([18, 19]);
    const firstHalf = page(database, rare, { endCursor: first.splitCursor });
    expect(firstHalf.isDone).toBe(false);
  });

  test("pages of a search continue by relevance", async () => {
    const database = openTestDatabase();
    await write(database, (transaction) => {
      for (let b = 0; b < 5; b++) insert(transaction, { a: "x", b, text: `elm ${"w ".repeat(b)}` });
    });
    const search: SerializedQuery = {
      source: {
        type: "Search",
        indexName: "things.search_text",
        filters: [{ type: "Search", fieldPath: "text", value: "elm" }],
      },
      operators: [],
    };
    const first = page(database, search);
    const second = page(database, search, { cursor: first.continueCursor });
    expect([...first.values, ...second.values]).toEqual([0, 1, 2, 3, 4]);
    expect(second.isDone).toBe(true);
  });

  test.each(["", "x", "abc.at.AAAA", "abc.end", "%%%"])(
    "pages reject an invalid cursor, and a cursor of another query: %s",
    async (cursor) => {
      const database = await withNumbers(3);
      expect(() => page(database, inOrder, { cursor })).toThrow("InvalidCursor");
      const other = page(database, indexQuery("by_a_b", [["Eq", "a", "y"]])).continueCursor;
      expect(() => page(database, inOrder, { cursor: other })).toThrow("InvalidCursor");
    },
  );

  test("pages reject a page size or row limit of zero or with a fraction", async () => {
    const database = await withNumbers(1);
    expect(() => page(database, inOrder, { size: 0 })).toThrow("Must request at least 1 document");
    expect(() => page(database, inOrder, { rows: 0 })).toThrow("must be greater than 0");
    for (const limit of [{ size: 1.5 }, { rows: 0.5 }])
      expect(() => page(database, inOrder, limit)).toThrow("must be whole numbers");
  });
});

function shuffle(
  transaction: Parameters<Parameters<typeof write>[1]>[0],
  numbers: number[],
  { at, remove }: { at: number; remove: boolean },
): void {
  const table = tableIn(transaction);
  const near = Math.max(...numbers.filter((b) => b <= at));
  const [found] = run(
    transaction,
    indexQuery("by_a_b", [
      ["Eq", "a", "x"],
      ["Eq", "b", near],
    ]),
  );
  if (found && (remove || at > 15)) {
    numbers.splice(numbers.indexOf(near), 1);
    if (remove) return transaction.remove(table, asText(found._id));
    transaction.patch(table, asText(found._id), { b: 20 - at });
    numbers.push(20 - at);
  } else {
    insert(transaction, { a: "x", b: at });
    numbers.push(at);
  }
}
