/**
 * Compiles the range of a `withIndex` call into a range of keys. Rejects what Convex rejects: fields out
 * of order, fields that are not in the index, duplicate bounds.
 */
import type { JSONValue } from "convex/values";
import type { IndexInfo } from "./catalog";
import { DeveloperError } from "./errors";
import { afterPrefix, encodeKey } from "./indexKey";
import type { KeyRange } from "./readSet";

export interface RangeExpression {
  readonly type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  readonly fieldPath: string;
  readonly value: JSONValue;
}

export const WHOLE_INDEX: KeyRange = { from: Buffer.alloc(0), until: null };

interface Bounds {
  readonly equal: Map<string, JSONValue>;
  field: string | null;
  lower: RangeExpression | null;
  upper: RangeExpression | null;
}

export function compileRange(
  index: IndexInfo,
  indexName: string,
  expressions: readonly RangeExpression[],
): KeyRange {
  if (expressions.length === 0) return WHOLE_INDEX;
  const bounds = splitBounds(indexName, expressions);
  checkFields(index, indexName, bounds);
  const prefix = index.fields.slice(0, bounds.equal.size).map((field) => bounds.equal.get(field));
  const { lower, upper } = bounds;
  const prefixKey = encodeKey(prefix);
  return {
    from: lower === null ? prefixKey : lowerKey(prefix, lower),
    until: upper === null ? afterPrefix(prefixKey) : upperKey(prefix, upper),
  };
}

type Prefix = readonly (JSONValue | undefined)[];

function lowerKey(prefix: Prefix, bound: RangeExpression): Buffer {
  const key = encodeKey([...prefix, bound.value]);
  // Keys are prefix-free, so the end of this prefix is the end of this value.
  return bound.type === "Gte" ? key : (afterPrefix(key) ?? key);
}

function upperKey(prefix: Prefix, bound: RangeExpression): Buffer | null {
  const key = encodeKey([...prefix, bound.value]);
  return bound.type === "Lt" ? key : afterPrefix(key);
}

function splitBounds(indexName: string, expressions: readonly RangeExpression[]): Bounds {
  const bounds: Bounds = {
    equal: new Map(),
    field: null,
    lower: null,
    upper: null,
  };
  for (const expression of expressions) {
    const { type, fieldPath, value } = expression;
    if (type === "Eq") {
      if (bounds.equal.has(fieldPath)) {
        throw duplicateBound("equality", expression);
      }
      bounds.equal.set(fieldPath, value);
      continue;
    }
    const side = type === "Lt" || type === "Lte" ? "upper" : "lower";
    if (bounds[side] !== null) throw duplicateBound(side, expression);
    if (bounds.field !== null && bounds.field !== fieldPath) {
      throw new DeveloperError(
        "BoundsOnMultipleFields",
        `Upper and lower bounds in \`range\` can only be applied to a single index field. This query against index ${indexName} attempted to set a range bound on both ${bounds.field} and ${fieldPath}. Consider using \`filter\` instead. See https://docs.convex.dev/using/indexes for more info.`,
      );
    }
    bounds.field = fieldPath;
    bounds[side] = expression;
  }
  if (bounds.field !== null && bounds.equal.has(bounds.field)) {
    throw duplicateBound("inequality", {
      type: "Eq",
      fieldPath: bounds.field,
      value: bounds.equal.get(bounds.field) ?? null,
    });
  }
  return bounds;
}

function duplicateBound(kind: string, expression: RangeExpression): DeveloperError {
  const comparator = { Eq: "==", Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" };
  return new DeveloperError(
    "AlreadyDefinedBound",
    `Already defined ${kind} bound in index range. Can't add ${expression.fieldPath} ${comparator[expression.type]} ${JSON.stringify(expression.value)}.`,
  );
}

function checkFields(index: IndexInfo, indexName: string, bounds: Bounds): void {
  const rank = new Map(index.fields.map((field, i) => [field, i]));
  const used = [...bounds.equal.keys()];
  for (const field of bounds.field === null ? used : [...used, bounds.field]) {
    if (!rank.has(field)) {
      throw new DeveloperError(
        "FieldNotInIndex",
        `The index range included a comparison with "${field}", but ${indexName} with fields ${fieldList(index.fields)} doesn't index this field. For more information see https://docs.convex.dev/using/indexes.`,
      );
    }
  }
  used.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  if (bounds.field !== null) used.push(bounds.field);
  used.forEach((field, i) => {
    if (index.fields[i] === field) return;
    throw new DeveloperError(
      "InvalidIndexRange",
      `Tried to query index ${indexName} but the query didn't use the index fields in order.\nIndex fields: ${fieldList(index.fields)}\nQuery fields: ${fieldList(used)}\nFirst incorrect field: ${field}\nFor more information see https://docs.convex.dev/using/indexes.`,
    );
  });
}

function fieldList(fields: readonly string[]): string {
  return `[${fields.map((field) => `"${field}"`).join(", ")}]`;
}
