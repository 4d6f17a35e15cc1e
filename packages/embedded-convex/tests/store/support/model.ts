/** A naive model of a table: runs queries by scanning every document, using Convex's compareValues. */
import { type Value, compareValues, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { asText, type EncodedObject } from "../../../src/store/encodedValue";
import type { RangeExpression } from "../../../src/store/indexRange";
import type { SerializedQuery } from "../../../src/store/query";
import type { Transaction } from "../../../src/store/transaction";
import { TABLE, indexQuery, run, tableIn } from "./database";

const fieldValues = fc.constantFrom<EncodedObject[string]>(
  null,
  0,
  1,
  2,
  { $float: "AAAAAAAAAIA=" },
  { $integer: "AQAAAAAAAAA=" },
  true,
  "",
  "a",
  "a\0",
  "b",
  [],
  [1],
  { x: 1 },
);

const maybeField = fc.option(fieldValues, { nil: undefined, freq: 6 });

const fields: fc.Arbitrary<EncodedObject> = fc
  .record({ a: maybeField, b: maybeField, o: maybeField })
  .map((record) => {
    const object: EncodedObject = {};
    for (const [name, value] of Object.entries(record)) {
      if (value !== undefined) object[name] = value;
    }
    return object;
  });

const INDEXES: Record<string, readonly string[]> = {
  by_id: ["_id"],
  by_creation_time: ["_creationTime", "_id"],
  by_a: ["a", "_creationTime", "_id"],
  by_a_b: ["a", "b", "_creationTime", "_id"],
  by_inner: ["o.x", "_creationTime", "_id"],
};

const bound = fc.oneof(fieldValues, fc.constant({ $undefined: null }));

interface Choice {
  index: string;
  equals: number;
  values: EncodedObject[string][];
  lower: "Gt" | "Gte" | null;
  upper: "Lt" | "Lte" | null;
  order: "asc" | "desc" | null;
  limit: number | null;
  filter: EncodedObject[string] | null;
}

export const choices: fc.Arbitrary<Choice> = fc.record({
  index: fc.constantFrom(...Object.keys(INDEXES)),
  equals: fc.nat(2),
  values: fc.array(bound, { minLength: 4, maxLength: 4 }),
  lower: fc.constantFrom(null, "Gt", "Gte"),
  upper: fc.constantFrom(null, "Lt", "Lte"),
  order: fc.constantFrom(null, "asc", "desc"),
  limit: fc.option(fc.nat(4), { freq: 2 }),
  filter: fc.option(fieldValues, { freq: 3 }),
});

export function toQuery(choice: Choice): SerializedQuery {
  const indexFields = INDEXES[choice.index] ?? [];
  const equals = Math.min(choice.equals, indexFields.length);
  const range: RangeExpression[] = [];
  for (let i = 0; i < equals; i++) {
    range.push(expression("Eq", indexFields[i], choice.values[i]));
  }
  const next = indexFields[equals];
  if (next !== undefined) {
    if (choice.lower) range.push(expression(choice.lower, next, choice.values[2]));
    if (choice.upper) range.push(expression(choice.upper, next, choice.values[3]));
  }
  const operators: SerializedQuery["operators"][number][] = [];
  if (choice.filter !== null) {
    operators.push({
      filter: { $neq: [{ $field: "b" }, { $literal: choice.filter }] },
    });
  }
  if (choice.limit !== null) operators.push({ limit: choice.limit });
  return {
    source: {
      type: "IndexRange",
      indexName: `${TABLE}.${choice.index}`,
      range,
      order: choice.order,
    },
    operators,
  };
}

function expression(
  type: RangeExpression["type"],
  fieldPath = "",
  value: EncodedObject[string] = null,
): RangeExpression {
  return { type, fieldPath, value };
}

export function modelResult(
  documents: readonly EncodedObject[],
  query: SerializedQuery,
): EncodedObject[] {
  const { source, operators } = query;
  if (source.type !== "IndexRange") throw new Error("index ranges only");
  const indexFields = INDEXES[source.indexName.split(".")[1] ?? ""] ?? [];
  let found = documents
    .filter((document) => source.range.every((part) => meets(document, part)))
    .sort((a, b) => compareBy(indexFields, a, b));
  if (source.order === "desc") found.reverse();
  for (const operator of operators) {
    if ("limit" in operator) found = found.slice(0, operator.limit);
    else {
      const [, literal] = (
        operator.filter as {
          $neq: [unknown, { $literal: EncodedObject[string] }];
        }
      ).$neq;
      found = found.filter(
        (document) => compareValues(fieldOf(document, "b"), decode(literal.$literal)) !== 0,
      );
    }
  }
  return found;
}

function meets(document: EncodedObject, { type, fieldPath, value }: RangeExpression): boolean {
  const compared = compareValues(fieldOf(document, fieldPath), decode(value));
  return {
    Eq: compared === 0,
    Gt: compared > 0,
    Gte: compared >= 0,
    Lt: compared < 0,
    Lte: compared <= 0,
  }[type];
}

function compareBy(names: readonly string[], a: EncodedObject, b: EncodedObject): number {
  for (const name of names) {
    const compared = compareValues(fieldOf(a, name), fieldOf(b, name));
    if (compared !== 0) return compared;
  }
  return 0;
}

function fieldOf(document: EncodedObject, path: string): Value | undefined {
  let value: unknown = document;
  for (const name of path.split(".")) {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    value = isObject ? (value as EncodedObject)[name] : undefined;
  }
  return value === undefined ? undefined : decode(value as EncodedObject[string]);
}

function decode(value: EncodedObject[string]): Value | undefined {
  const isUndefined = typeof value === "object" && value !== null && "$undefined" in value;
  return isUndefined ? undefined : jsonToConvex(value);
}

/** A random write, which names documents by position because ids are random. */
export type Change =
  | { kind: "insert"; fields: EncodedObject }
  | { kind: "patch" | "replace"; at: number; fields: EncodedObject }
  | { kind: "remove"; at: number };

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant("insert" as const), fields }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("patch" as const, "replace" as const),
        at: fc.nat(),
        fields,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("remove" as const),
        at: fc.nat(),
      }),
    },
  ),
  { maxLength: 12 },
);

export const everything = indexQuery("by_a_b", []);

/** Changes documents by their position in the order of `everything`. */
export function doAll(transaction: Transaction, list: readonly Change[]): void {
  const table = tableIn(transaction);
  for (const change of list) {
    const ids = run(transaction, everything).map(({ _id }) => asText(_id));
    const id = "at" in change ? ids[change.at % ids.length] : undefined;
    if (change.kind === "insert") transaction.insert(table, change.fields);
    else if (id === undefined) continue;
    else if (change.kind === "remove") transaction.remove(table, id);
    else transaction[change.kind](table, id, change.fields);
  }
}
