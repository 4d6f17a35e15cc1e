import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ReadIndex,
  type ReadSet,
  type WriteSet,
  touches,
} from "../../src/runtime/readSet";
import { compileRange } from "../../src/store/indexRange";
import { encodeKey, successor } from "../../src/store/indexKey";
import type { KeyRange } from "../../src/store/readSet";
import { searchQuery } from "../../src/store/searchTerms";

const index = {
  id: 1,
  name: "i",
  fields: ["a", "b", "_id"],
  paths: [["a"], ["b"], ["_id"]],
};

const small = fc.constantFrom(
  "",
  "w1",
  "w1\0",
  -1,
  -0.99,
  0,
  1,
  null,
  { $integer: "//////////8=" },
  { $integer: "AQAAAAAAAAA=" },
);

const ranges: fc.Arbitrary<KeyRange> = fc.oneof(
  fc.constant({ from: Buffer.alloc(0), until: null }),
  small.map((value) =>
    compileRange(index, "i", [{ type: "Eq", fieldPath: "a", value }]),
  ),
  fc.tuple(small, small, small).map(([a, low, high]) =>
    compileRange(index, "i", [
      { type: "Eq", fieldPath: "a", value: a },
      { type: "Gte", fieldPath: "b", value: low },
      { type: "Lt", fieldPath: "b", value: high },
    ]),
  ),
  fc.tuple(small, small).map(([low, high]) =>
    compileRange(index, "i", [
      { type: "Gt", fieldPath: "a", value: low },
      { type: "Lte", fieldPath: "a", value: high },
    ]),
  ),
  // The range of a scan that stopped at a document.
  fc.tuple(small, small).map(([a, b]) => ({
    from: encodeKey([a]),
    until: successor(encodeKey([a, b, "id"])),
  })),
);

const readSets: fc.Arbitrary<ReadSet> = fc.record({
  documents: fc
    .array(fc.constantFrom("d1", "d2", "d3"), { maxLength: 2 })
    .map((ids) => new Set(ids)),
  ranges: fc
    .array(fc.tuple(fc.constantFrom(1, 2), ranges), { maxLength: 3 })
    .map((list) => {
      const map = new Map<number, KeyRange[]>();
      for (const [id, range] of list)
        map.set(id, [...(map.get(id) ?? []), range]);
      return map;
    }),
  searches: fc
    .option(fc.constantFrom("elm", "oak st", ""), { nil: null })
    .map(
      (text) =>
        new Map(
          text === null
            ? []
            : [[9, [searchQuery(text, new Map([["a", "x"]]))]]],
        ),
    ),
});

const forms = fc.option(
  fc.record({
    a: small,
    b: small,
    text: fc.constantFrom("Elm", "Oak Street", ""),
    x: fc.constantFrom("x", "y"),
  }),
  { nil: null },
);

const writeSets: fc.Arbitrary<WriteSet> = fc.array(
  fc
    .record({ id: fc.constantFrom("d1", "d4"), before: forms, after: forms })
    .map(({ id, before, after }) => {
      const form = (fields: typeof before) =>
        fields && {
          keys: new Map([
            [1, encodeKey([fields.a, fields.b, id])],
            [2, encodeKey([fields.b, id])],
          ]),
          searchEntries: new Map([
            [9, { text: fields.text, filters: new Map([["a", fields.x]]) }],
          ]),
        };
      return {
        id,
        tableNumber: 10_001,
        before: form(before),
        after: form(after),
      };
    }),
  { maxLength: 3 },
);

describe("the index of read sets", () => {
  test("finds exactly the owners whose reads are touched", () => {
    fc.assert(
      fc.property(
        fc.array(readSets, { maxLength: 8 }),
        writeSets,
        (list, writes) => {
          const filed = new ReadIndex<number>();
          list.forEach((reads, owner) => filed.set(owner, reads));
          const expected = list.flatMap((reads, owner) =>
            touches(reads, writes) ? [owner] : [],
          );
          expect([...filed.affectedBy(writes)].sort()).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    // All larger values begin after -1n, whose bytes are all 0xff but one.
    [{ $integer: "//////////8=" }, { $integer: "AQAAAAAAAAA=" }],
    [-1, -0.99],
    ["b", "b\0"],
    [[1], [1, 1]],
  ])(
    "finds the readers of the range from after %j up to %j",
    (bound, value) => {
      const key = encodeKey([value, 7, "id"]);
      const { from } = compileRange(index, "i", [
        { type: "Gt", fieldPath: "a", value: bound },
      ]);
      const range = { from, until: successor(key) };
      const reads: ReadSet = {
        documents: new Set(),
        ranges: new Map([[1, [range]]]),
        searches: new Map(),
      };
      const form = { keys: new Map([[1, key]]), searchEntries: new Map() };
      const filed = new ReadIndex<string>();
      filed.set("reader", reads);
      const write = { id: "d", tableNumber: 10_001, before: form, after: null };
      expect([...filed.affectedBy([write])]).toEqual(["reader"]);
    },
  );

  test("removes deleted owners and replaced reads", () => {
    fc.assert(
      fc.property(readSets, readSets, writeSets, (first, second, writes) => {
        const filed = new ReadIndex<string>();
        filed.set("a", first);
        filed.set("a", second);
        expect(filed.affectedBy(writes).has("a")).toBe(touches(second, writes));
        filed.delete("a");
        expect(filed.affectedBy(writes).size).toBe(0);
        expect(filed.size).toBe(0);
      }),
    );
  });
});
