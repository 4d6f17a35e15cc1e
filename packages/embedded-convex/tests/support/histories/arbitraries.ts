/** Random reads, writes and histories over few values, so that they often conflict. */
import type { Value } from "convex/values";
import fc from "fast-check";
import {
  type Bound,
  type Comparison,
  type End,
  type Fields,
  type Filter,
  INDEXES,
  type RangeRead,
  type Read,
  type Step,
} from "./specs";

const keys = fc.constantFrom("k0", "k1", "k2", "k3", "k4", "k5");
const workspaces = fc.constantFrom("w1", "w2");
const texts = fc.constantFrom("elm", "Elm Street", "oak st", "Oak", "", "ölm 7");
const terms = fc.constantFrom("elm", "el", "oak street", "st", "7", "", "öl");

/** One or two of every type, in Convex's order of values. */
const values: fc.Arbitrary<Value> = fc.constantFrom<Value[]>(
  null,
  -1n,
  1n,
  -Infinity,
  -1,
  -0,
  0,
  1,
  NaN,
  false,
  true,
  "",
  "a",
  "a\0",
  "b",
  new Uint8Array([1]).buffer,
  [],
  [1],
  { x: 1 },
);

const small = fc.integer({ min: 0, max: 4 });

function optional<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: 4 });
}

function withoutUndefined(record: Readonly<Record<string, Value | undefined>>): Fields {
  const fields: Record<string, Value> = {};
  for (const [name, value] of Object.entries(record)) {
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

const loose = {
  w: optional(workspaces),
  a: optional(values),
  b: optional(small),
  o: optional(
    fc.oneof(
      small.map((x) => ({ x })),
      values,
    ),
  ),
  text: optional(texts),
};

export const wholeFields = fc.record({ key: keys, ...loose }).map(withoutUndefined);

const someFields = fc.record(loose, { requiredKeys: [] }).map(withoutUndefined);

const ops = fc.constantFrom<Comparison[]>("eq", "gt", "gte", "lt", "lte");

function valueFor(field: string): fc.Arbitrary<Value | undefined> {
  if (field === "key") return keys;
  if (field === "w") return optional(workspaces);
  if (field === "b") return optional(small);
  if (field === "o.x") return optional(fc.oneof(small, values));
  return optional(values);
}

function bound(op: Comparison, field: string, value: Value | undefined): Bound {
  return value === undefined ? { op, field } : { op, field, value };
}

/** Equalities on the first fields of the index, and up to two bounds on the next. */
function boundsOf(fields: readonly string[]): fc.Arbitrary<Bound[]> {
  return fc
    .record({
      equal: fc.nat({ max: fields.length }),
      values: fc.tuple(...fields.map((field) => fc.tuple(valueFor(field), valueFor(field)))),
      lower: fc.constantFrom(null, "gt" as const, "gte" as const),
      upper: fc.constantFrom(null, "lt" as const, "lte" as const),
    })
    .map(({ equal, values: pairs, lower, upper }) => {
      const bounds = fields.slice(0, equal).map((field, at) => bound("eq", field, pairs[at]?.[0]));
      const next = fields[equal];
      if (next === undefined) return bounds;
      if (lower) bounds.push(bound(lower, next, pairs[equal]?.[0]));
      if (upper) bounds.push(bound(upper, next, pairs[equal]?.[1]));
      return bounds;
    });
}

const comparison: fc.Arbitrary<Filter> = fc
  .constantFrom("a", "b", "w", "o.x", "text")
  .chain((field) =>
    fc
      .tuple(fc.oneof(ops, fc.constant("neq" as const)), valueFor(field))
      .map(([op, value]) => (value === undefined ? { op, field } : { op, field, value })),
  );

const filters: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: comparison },
  { weight: 1, arbitrary: comparison.map((not) => ({ not })) },
  {
    weight: 1,
    arbitrary: fc.array(comparison, { maxLength: 3 }).map((and) => ({ and })),
  },
  {
    weight: 1,
    arbitrary: fc.array(comparison, { maxLength: 3 }).map((or) => ({ or })),
  },
);

const ends: fc.Arbitrary<End> = fc.oneof(
  fc.constantFrom<End[]>("collect", "collect", "first", "unique"),
  fc.nat({ max: 4 }).map((take) => ({ take })),
  fc.nat({ max: 4 }).map((iterate) => ({ iterate })),
);

export const rangeReads: fc.Arbitrary<RangeRead> = fc
  .constantFrom(...Object.keys(INDEXES))
  .chain((index) =>
    fc.record({
      index: fc.constant(index),
      bounds: boundsOf(INDEXES[index] ?? []),
      order: fc.constantFrom("asc" as const, "desc" as const),
      filter: fc.option(filters, { nil: undefined, freq: 3 }),
      end: ends,
    }),
  )
  .map(({ filter, ...read }) => ({
    kind: "range",
    ...read,
    ...(filter === undefined ? {} : { filter }),
  }));

const searchReads: fc.Arbitrary<Read> = fc
  .record({ text: terms, w: optional(workspaces) })
  .map(({ text, w }) => ({
    kind: "search",
    text,
    ...(w === undefined ? {} : { w }),
  }));

/** Reads that use no document id, which is unknown before the document exists. */
export const reads: fc.Arbitrary<Read> = fc.oneof(
  { weight: 6, arbitrary: rangeReads },
  { weight: 1, arbitrary: searchReads },
);

const change: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: wholeFields.map((fields): Step => ({ do: "insert", fields })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(keys, someFields, fc.subarray(["w", "a", "b", "o", "text"]))
      .map(([key, fields, without]): Step => ({
        do: "patch",
        key,
        fields,
        without: without.filter((name) => !(name in fields)).slice(0, 1),
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(keys, wholeFields)
      .map(([key, fields]): Step => ({ do: "replace", key, fields })),
  },
  { weight: 2, arbitrary: keys.map((key): Step => ({ do: "delete", key })) },
);

/** A few writes that succeed: one commit. */
export const changes: fc.Arbitrary<Step[]> = fc.array(change, {
  minLength: 1,
  maxLength: 3,
});

const plainStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: change },
  { weight: 3, arbitrary: reads.map((read): Step => ({ do: "read", read })) },
  {
    weight: 1,
    arbitrary: reads.map((read): Step => ({ do: "readBefore", read })),
  },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 2 }).map((turns): Step => ({ do: "pause", turns })),
  },
);

const thrown: Step = { do: "throw" };

function steps(maxLength: number): fc.Arbitrary<Step[]> {
  return fc
    .tuple(fc.array(plainStep, { maxLength }), fc.nat({ max: 5 }))
    .map(([list, dice]) => (dice === 0 ? [...list, thrown] : list));
}

/** A mutation: alternating writes and reads, nested mutations, and sometimes a throw at its end. */
export const mutations: fc.Arbitrary<Step[]> = fc
  .tuple(
    steps(4),
    fc.option(steps(3), { nil: undefined, freq: 3 }),
    fc.option(plainStep, { nil: undefined }),
  )
  .map(([list, nest, after]) => {
    const inner: Step[] = nest === undefined ? [] : [{ do: "nest", steps: nest }];
    const last: Step[] = after === undefined ? [] : [after];
    const throwsAt = list.indexOf(thrown);
    return throwsAt === -1
      ? [...list, ...inner, ...last]
      : [...list.slice(0, throwsAt), ...inner, ...last, thrown];
  });
