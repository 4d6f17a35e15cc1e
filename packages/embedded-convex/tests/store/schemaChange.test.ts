import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "../../src/store/database";
import { DocumentRows } from "../../src/store/documentRows";
import type { TableSpec } from "../../src/store/schemaSpec";
import type { ValidatorJson } from "../../src/store/validatorJson";
import {
  TABLE,
  indexQuery,
  insert,
  openTestDatabase,
  run,
  tableIn,
  write,
} from "./support/database";

let dir: string;
let open: Database | null = null;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "schema-"));
});

afterEach(async () => {
  await open?.close();
  open = null;
  rmSync(dir, { recursive: true, force: true });
});

async function reopen(spec: Partial<TableSpec>): Promise<Database> {
  await open?.close();
  open = null;
  const table = {
    name: TABLE,
    validator: null,
    indexes: [],
    searchIndexes: [],
    ...spec,
  };
  open = openTestDatabase([table], dir);
  return open;
}

const byA = { name: "by_a", fields: ["a"] };

const validator = (fields: Record<string, ReturnType<typeof v.number | typeof v.string>>) =>
  (v.object(fields) as unknown as { json: ValidatorJson }).json;

function entries(database: Database): number {
  return Number(database.sqlite.prepare("SELECT count(*) FROM index_entries").pluck().get());
}

describe("schema changes", () => {
  test("reads the documents of a table once for all its new indexes and its validator", async () => {
    await write(await reopen({}), (transaction) => {
      for (let a = 0; a < 3; a++) insert(transaction, { a, text: "word" });
    });
    const all = vi.spyOn(DocumentRows.prototype, "all");
    const changed = await reopen({
      validator: validator({ a: v.number(), text: v.string() }),
      indexes: [byA, { name: "by_text", fields: ["text"] }],
      searchIndexes: [{ name: "search_text", searchField: "text", filterFields: ["a"] }],
    });
    expect(all.mock.calls).toEqual([[tableIn(changed.read()).number]]);
    expect(run(changed.read(), indexQuery("by_text", []))).toHaveLength(3);
    all.mockClear();
    await reopen({
      validator: validator({ a: v.number(), text: v.string() }),
      indexes: [byA, { name: "by_text", fields: ["text"] }],
      searchIndexes: [{ name: "search_text", searchField: "text", filterFields: ["a"] }],
    });
    expect(all).not.toHaveBeenCalled();
    all.mockRestore();
  });

  test("fills a new index from existing documents", async () => {
    await write(await reopen({}), (transaction) => {
      for (const a of [3, 1, 2]) insert(transaction, { a });
    });
    const database = await reopen({ indexes: [byA] });
    expect(run(database.read(), indexQuery("by_a", [])).map(({ a }) => a)).toEqual([1, 2, 3]);
  });

  test("drops a removed index with its entries", async () => {
    const first = await reopen({ indexes: [byA] });
    await write(first, (transaction) => insert(transaction, { a: 1 }));
    expect(entries(first)).toBe(2);
    const database = await reopen({});
    expect(entries(database)).toBe(1);
    expect(() => run(database.read(), indexQuery("by_a", []))).toThrow("not found");
  });

  test("rebuilds an index whose fields have changed", async () => {
    await write(await reopen({ indexes: [byA] }), (transaction) => {
      insert(transaction, { a: 1, b: 2 });
      insert(transaction, { a: 2, b: 1 });
    });
    const database = await reopen({
      indexes: [{ name: "by_a", fields: ["b"] }],
    });
    expect(run(database.read(), indexQuery("by_a", [])).map(({ b }) => b)).toEqual([1, 2]);
  });

  test("creates, fills and drops search indexes", async () => {
    await write(await reopen({}), (transaction) => insert(transaction, { text: "Elm Street" }));
    const search = { name: "s", searchField: "text", filterFields: [] };
    const query = {
      source: {
        type: "Search" as const,
        indexName: `${TABLE}.s`,
        filters: [{ type: "Search" as const, fieldPath: "text", value: "elm" }],
      },
      operators: [],
    };
    expect(run((await reopen({ searchIndexes: [search] })).read(), query)).toHaveLength(1);
    const database = await reopen({});
    expect(() => run(database.read(), query)).toThrow("not found");
  });

  test("a schema change is rejected and changes nothing if a document does not match", async () => {
    const first = await reopen({ indexes: [byA] });
    const id = await write(first, (transaction) => insert(transaction, { a: "one" }));
    await expect(
      reopen({
        validator: validator({ a: v.number() }),
        indexes: [{ name: "by_b", fields: ["b"] }],
      }),
    ).rejects.toThrow(
      `Document with ID "${id}" in table "${TABLE}" does not match the schema: Value does not match validator.\nPath: .a\nValue: "one"\nValidator: v.float64()`,
    );
    const database = await reopen({ indexes: [byA] });
    expect(run(database.read(), indexQuery("by_a", []))).toHaveLength(1);
  });

  test("a schema change is enforced for later writes", async () => {
    const database = await reopen({ validator: validator({ a: v.number() }) });
    await write(database, (transaction) => insert(transaction, { a: 1 }));
    await expect(
      write(database, (transaction) => insert(transaction, { a: "one" })),
    ).rejects.toThrow(
      `Failed to insert or update a document in table "${TABLE}" because it does not match the schema: Value does not match validator.`,
    );
    await reopen({ validator: validator({ a: v.number() }) });
  });

  test("keeps documents of a table that the schema no longer declares", async () => {
    await write(await reopen({ indexes: [byA] }), (transaction) => insert(transaction, { a: 1 }));
    await open?.close();
    open = openTestDatabase([], dir);
    const database = open;
    expect(database.read().count(tableIn(database.read()))).toBe(1);
  });

  test("a schema change never changes a table's number", async () => {
    const number = tableIn((await reopen({})).read()).number;
    await open?.close();
    const other = {
      name: "aaa",
      validator: null,
      indexes: [],
      searchIndexes: [],
    };
    open = openTestDatabase([other, { ...other, name: TABLE }], dir);
    expect(tableIn(open.read()).number).toBe(number);
    expect(tableIn(open.read(), "aaa").number).toBe(number + 1);
  });
});
