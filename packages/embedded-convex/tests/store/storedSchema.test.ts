import { readFileSync } from "node:fs";
import { join } from "node:path";
import { v } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Database } from "../../src/store/database";
import { SchemaMismatch } from "../../src/store/errors";
import type { TableSpec } from "../../src/store/schemaSpec";
import {
  readStoredSchema,
  requireMatchingDocuments,
  schemaFingerprint,
} from "../../src/store/storedSchema";
import type { ValidatorJson } from "../../src/store/validatorJson";
import { temporaryFolder } from "../support/temporaryFolder";

const validator = (fields: Record<string, unknown>) =>
  (v.object(fields as never) as unknown as { json: ValidatorJson }).json;

const TEXT = validator({ a: v.string() });
const VALIDATORS = [null, TEXT, validator({ a: v.number() })];

/** Names differ by their number, so that none occurs twice. */
const names = (prefix: string, max: number) =>
  fc
    .uniqueArray(fc.nat({ max: 3 }), { maxLength: max })
    .map((numbers) => numbers.map((number) => `${prefix}${number}`));

const indexes = names("by_", 2).chain((found) =>
  fc.tuple(
    ...found.map((name) =>
      fc.constantFrom(["a"], ["b"], ["a", "b"]).map((fields) => ({ name, fields })),
    ),
  ),
);
const searches = names("search_", 1).chain((found) =>
  fc.tuple(
    ...found.map((name) =>
      fc.record({
        name: fc.constant(name),
        searchField: fc.constantFrom("a", "b"),
        filterFields: fc.constantFrom([], ["b"]),
      }),
    ),
  ),
);
const schemas: fc.Arbitrary<TableSpec[]> = names("table", 3).chain((found) =>
  fc.tuple(
    ...found.map((name) =>
      fc.record({
        name: fc.constant(name),
        validator: fc.constantFrom(...VALIDATORS),
        indexes,
        searchIndexes: searches,
      }),
    ),
  ),
);

/** What two schemas must agree on. A table without all of it is as good as none. */
const contents = (schema: readonly TableSpec[]) =>
  JSON.stringify(
    schema
      .filter(
        (table) =>
          table.validator !== null || table.indexes.length + table.searchIndexes.length > 0,
      )
      .map((table) => ({
        ...table,
        indexes: table.indexes.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );

async function serve(folder: string, ...all: readonly (readonly TableSpec[])[]) {
  const database = new Database(folder, Date.now);
  for (const schema of all) database.applySchema(schema);
  await database.close();
}

test("the fingerprint of a database is that of its last schema, and another schema has another one", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "data.db");
  await fc.assert(
    fc.asyncProperty(schemas, schemas, async (before, after) => {
      await serve(folder, before, after);
      const { fingerprint } = readStoredSchema(file, "table0");
      const isServed = after.some((table) => table.validator !== null);
      expect(fingerprint).toBe(isServed ? schemaFingerprint(after) : null);
      expect(schemaFingerprint(before) === schemaFingerprint(after)).toBe(
        contents(before) === contents(after),
      );
    }),
    { numRuns: 60 },
  );
});

const table = (name: string, checked: ValidatorJson | null): TableSpec => ({
  name,
  validator: checked,
  indexes: [],
  searchIndexes: [],
});

test("documents are checked against another schema, and nothing is changed", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "data.db");
  const database = new Database(folder, Date.now);
  database.applySchema([table("texts", TEXT)]);
  await database.committer.submit({
    run: (transaction) => {
      const texts = database.store.catalog.find("texts")!;
      transaction.insert(texts, { a: "a text" });
    },
  });
  await database.close();
  const bytes = readFileSync(file);
  const narrower = table("texts", validator({ a: v.number() }));
  const wider = validator({ a: v.string(), b: v.optional(v.string()) });
  for (const schema of [
    [table("texts", TEXT)],
    [table("texts", wider)],
    [table("texts", null)],
    [table("others", validator({ a: v.number() }))],
    [],
  ])
    requireMatchingDocuments(file, schema);
  expect(() => requireMatchingDocuments(file, [narrower])).toThrow(SchemaMismatch);
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(readStoredSchema(file, "texts").documents).toEqual([
    expect.objectContaining({ a: "a text" }),
  ]);
  expect(readStoredSchema(file, "others").documents).toEqual([]);
});
