import { beforeEach, describe, expect, test } from "vitest";
import { asText } from "../../src/store/encodedValue";
import type { Database } from "../../src/store/database";
import type { SerializedQuery } from "../../src/store/query";
import { touches } from "../../src/store/readSet";
import type { SearchFilter } from "../../src/store/searchScan";
import {
  TABLE,
  indexQuery,
  insert,
  openTestDatabase,
  run,
  tableIn,
  write,
} from "./support/database";

function search(value: string, a?: string | null): SerializedQuery {
  const filters: SearchFilter[] = [{ type: "Search", fieldPath: "text", value }];
  if (a !== undefined)
    filters.push({
      type: "Eq",
      fieldPath: "a",
      value: a ?? { $undefined: null },
    });
  return {
    source: { type: "Search", indexName: `${TABLE}.search_text`, filters },
    operators: [],
  };
}

let database: Database;

const texts = (transaction = database.read(), query = search("elm")) =>
  run(transaction, query).map(({ text }) => text);

beforeEach(async () => {
  database = openTestDatabase();
  await write(database, (transaction) => {
    insert(transaction, { a: "x", text: "12 Elm Street" });
    insert(transaction, { a: "x", text: "Elm" });
    insert(transaction, { a: "y", text: "Elm" });
    insert(transaction, { a: "x", text: "Oak Street" });
    insert(transaction, { a: "x", text: 5 });
    insert(transaction, { text: 'elmwood "quoted" AND (x)' });
  });
});

describe("a search", () => {
  test("returns the best match first, and the newest first among equal scores", () => {
    const found = run(database.read(), search("elm"));
    expect(found.map(({ a, text }) => [a, text])).toEqual([
      ["y", "Elm"],
      ["x", "Elm"],
      ["x", "12 Elm Street"],
      [undefined, 'elmwood "quoted" AND (x)'],
    ]);
  });

  test("finds a document by its current words and filter values after updates", async () => {
    const [first] = run(database.read(), search("oak"));
    const id = asText(first?._id);
    const patch = (fields: Record<string, string>) =>
      write(database, (transaction) => transaction.patch(tableIn(transaction), id, fields));
    const oaks = (a?: string) => run(database.read(), search("oak", a)).map(({ b }) => b);
    await patch({ b: "painted" });
    expect([oaks(), oaks("x")]).toEqual([["painted"], ["painted"]]);
    await patch({ a: "z" });
    expect([oaks("x"), oaks("z")]).toEqual([[], ["painted"]]);
    await patch({ text: "Birch" });
    expect(oaks()).toEqual([]);
    expect(texts(database.read(), search("birch", "z"))).toEqual(["Birch"]);
  });

  test("applies filters, including a filter for a missing field", () => {
    expect(texts(database.read(), search("elm", "x"))).toEqual(["Elm", "12 Elm Street"]);
    expect(texts(database.read(), search("elm", "z"))).toEqual([]);
    expect(texts(database.read(), search("elm", null))).toHaveLength(1);
  });

  test("treats FTS5 operators as plain text", () => {
    for (const value of [
      '"',
      "elm*",
      "a AND b",
      "NEAR(a b)",
      "text:elm",
      "(",
      "-elm",
      "^elm",
      "'; --",
    ]) {
      expect(() => texts(database.read(), search(value))).not.toThrow();
    }
    expect(texts(database.read(), search("quoted) OR ("))).toHaveLength(1);
  });

  test("sees the inserts, updates and deletes of its own mutation", async () => {
    await write(database, (transaction) => {
      const [best] = run(transaction, search("elm", "y"));
      transaction.remove(tableIn(transaction), best?._id as string);
      const [next] = run(transaction, search("elm", "x"));
      transaction.patch(tableIn(transaction), next?._id as string, {
        text: "Birch",
      });
      insert(transaction, { a: "x", text: "Elm Court" });
      expect(texts(transaction)).toEqual([
        "Elm Court",
        "12 Elm Street",
        'elmwood "quoted" AND (x)',
      ]);
    });
    expect(texts()).toEqual(["Elm Court", "12 Elm Street", 'elmwood "quoted" AND (x)']);
  });

  test("depends only on documents that match its words and filters", async () => {
    const reader = database.read();
    run(reader, search("elm str", "x"));
    const reads = reader.finishReads();
    const touched: boolean[] = [];
    database.committer.onCommit(({ writes }) => touched.push(touches(reads, writes)));
    await write(database, (transaction) => insert(transaction, { a: "x", text: "Strand" }));
    await write(database, (transaction) => insert(transaction, { a: "y", text: "Elm Street" }));
    await write(database, (transaction) => insert(transaction, { a: "x", text: "Birch" }));
    await write(database, (transaction) => {
      const [oak] = run(transaction, indexQuery("by_a", [["Eq", "a", "x"]])).filter(
        ({ text }) => text === "Oak Street",
      );
      transaction.remove(tableIn(transaction), oak?._id as string);
    });
    expect(touched).toEqual([true, false, false, true]);
  });

  test.each<[SearchFilter[], string]>([
    [[], "exactly one search filter"],
    [
      [{ type: "Search", fieldPath: "a", value: "x" }],
      'doesn\'t match the indexed `searchField` "text"',
    ],
    [
      [
        { type: "Search", fieldPath: "text", value: "x" },
        { type: "Eq", fieldPath: "b", value: 1 },
      ],
      "isn't indexed for filtering",
    ],
  ])("rejects an invalid search: %#", (filters, message) => {
    const query: SerializedQuery = {
      source: { type: "Search", indexName: `${TABLE}.search_text`, filters },
      operators: [],
    };
    expect(() => run(database.read(), query)).toThrow(message);
  });
});
