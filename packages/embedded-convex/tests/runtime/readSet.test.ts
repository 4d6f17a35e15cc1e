import { compareValues, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ReadIndex, type ReadSet, type WriteSet, touches } from "../../src/runtime/readSet";
import { compileRange } from "../../src/store/indexRange";
import { encodeKey, successor } from "../../src/store/indexKey";
import { type KeyRange, ReadRecorder } from "../../src/store/readSet";
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

type Small = typeof small extends fc.Arbitrary<infer Value> ? Value : never;

const compare = (a: Small, b: Small) => compareValues(jsonToConvex(a), jsonToConvex(b));

/** A range, and which keys it has, by their values. */
interface KnownRange {
  readonly range: KeyRange;
  readonly has: (values: readonly Small[]) => boolean;
}

const ranges: fc.Arbitrary<KnownRange> = fc.oneof(
  fc.constant({
    range: { from: Buffer.alloc(0), until: null },
    has: () => true,
  }),
  small.map((value) => ({
    range: compileRange(index, "i", [{ type: "Eq", fieldPath: "a", value }]),
    has: ([first = null]: readonly Small[]) => compare(first, value) === 0,
  })),
  fc.tuple(small, small, small).map(([a, low, high]) => ({
    range: compileRange(index, "i", [
      { type: "Eq", fieldPath: "a", value: a },
      { type: "Gte", fieldPath: "b", value: low },
      { type: "Lt", fieldPath: "b", value: high },
    ]),
    has: ([first = null, second = null]: readonly Small[]) =>
      compare(first, a) === 0 && compare(second, low) >= 0 && compare(second, high) < 0,
  })),
  fc.tuple(small, small).map(([low, high]) => ({
    range: compileRange(index, "i", [
      { type: "Gt", fieldPath: "a", value: low },
      { type: "Lte", fieldPath: "a", value: high },
    ]),
    has: ([first = null]: readonly Small[]) => compare(first, low) > 0 && compare(first, high) <= 0,
  })),
  // The range of a scan that stopped at a document. The other ids are lower.
  fc.tuple(small, small).map(([a, b]) => ({
    range: {
      from: encodeKey([a]),
      until: successor(encodeKey([a, b, "id"])),
    },
    has: ([first = null, second = null]: readonly Small[]) =>
      compare(first, a) === 0 && compare(second, b) <= 0,
  })),
);

/** The texts of documents that a search finds. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  elm: ["Elm"],
  "oak st": ["Oak Street"],
  "": [],
};

const forms = fc.option(
  fc.record({
    a: small,
    b: small,
    text: fc.constantFrom("Elm", "Oak Street", ""),
    x: fc.constantFrom("x", "y"),
  }),
  { nil: null },
);
type Form = typeof forms extends fc.Arbitrary<infer Value> ? Value : never;

const knownReads = fc.record({
  documents: fc.array(fc.constantFrom<string>("d1", "d2", "d3"), {
    maxLength: 2,
  }),
  ranges: fc.array(fc.tuple(fc.constantFrom(1, 2), ranges), { maxLength: 3 }),
  search: fc.option(fc.constantFrom(...Object.keys(FOUND)), { nil: null }),
});
type KnownReads = typeof knownReads extends fc.Arbitrary<infer Value> ? Value : never;

const knownWrites = fc.array(
  fc.record({ id: fc.constantFrom("d1", "d4"), before: forms, after: forms }),
  { maxLength: 3 },
);
type KnownWrites = typeof knownWrites extends fc.Arbitrary<infer Value> ? Value : never;

function readSetOf({ documents, ranges: list, search }: KnownReads): ReadSet {
  const recorder = new ReadRecorder();
  for (const id of documents) recorder.document(id);
  for (const [id, { range }] of list) recorder.range(id, range);
  if (search !== null) recorder.search(9, searchQuery(search, new Map([["a", "x"]])));
  return recorder;
}

function writeSetOf(writes: KnownWrites): WriteSet {
  return writes.map(({ id, before, after }) => {
    const form = (fields: Form) =>
      fields && {
        keys: new Map([
          [1, encodeKey([fields.a, fields.b, id])],
          [2, encodeKey([fields.b, id])],
        ]),
        searchEntries: new Map([[9, { text: fields.text, filters: new Map([["a", fields.x]]) }]]),
      };
    return {
      id,
      tableNumber: 10_001,
      before: form(before),
      after: form(after),
    };
  });
}

/** Whether the writes touch the reads, by values alone. */
function isTouched(reads: KnownReads, writes: KnownWrites): boolean {
  const isRead = (id: string, form: Form) =>
    form !== null &&
    (reads.ranges.some(([of, { has }]) => has(of === 1 ? [form.a, form.b, id] : [form.b, id])) ||
      (form.x === "x" && FOUND[reads.search ?? ""]?.includes(form.text)));
  return writes.some(
    ({ id, before, after }) =>
      reads.documents.includes(id) || isRead(id, before) || isRead(id, after),
  );
}

describe("the index of read sets", () => {
  test("finds exactly the owners whose reads are touched", () => {
    fc.assert(
      fc.property(fc.array(knownReads, { maxLength: 8 }), knownWrites, (list, known) => {
        const writes = writeSetOf(known);
        const filed = new ReadIndex<number>();
        for (const [owner, reads] of list.entries()) filed.set(owner, readSetOf(reads));
        const expected = list.flatMap((reads, owner) => (isTouched(reads, known) ? [owner] : []));
        expect([...filed.affectedBy(writes)].sort()).toEqual(expected);
        const touched = list.flatMap((reads, owner) =>
          touches(readSetOf(reads), writes) ? [owner] : [],
        );
        expect(touched).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    // All larger values begin after -1n, whose bytes are all 0xff but one.
    [{ $integer: "//////////8=" }, { $integer: "AQAAAAAAAAA=" }],
    [-1, -0.99],
    ["b", "b\0"],
    [[1], [1, 1]],
  ])("finds the readers of the range from after %j up to %j", (bound, value) => {
    const key = encodeKey([value, 7, "id"]);
    const { from } = compileRange(index, "i", [{ type: "Gt", fieldPath: "a", value: bound }]);
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
  });

  test("removes deleted owners and replaced reads", () => {
    fc.assert(
      fc.property(knownReads, knownReads, knownWrites, (first, second, known) => {
        const writes = writeSetOf(known);
        const filed = new ReadIndex<string>();
        filed.set("a", readSetOf(first));
        filed.set("a", readSetOf(second));
        expect(filed.affectedBy(writes).has("a")).toBe(isTouched(second, known));
        filed.delete("a");
        expect(filed.affectedBy(writes).size).toBe(0);
        expect(filed.size).toBe(0);
      }),
    );
  });
});
