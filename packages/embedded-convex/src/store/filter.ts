/**
 * Compiles the expressions of `.filter(q => ...)` into functions of an encoded document.
 *
 * Comparisons use Convex's value order, so values of different types are comparable. Arithmetic
 * requires two numbers of the same type; `and` and `or` require booleans.
 */
import type { JSONValue } from "convex/values";
import {
  type EncodedObject,
  asText,
  encodeFloat64,
  encodeInt64,
  float64Of,
  int64Of,
  isUndefinedMarker,
  valueType,
} from "./encodedValue";
import { DeveloperError } from "./errors";
import { fieldAt, parseFieldPath } from "./fieldPath";
import { encodeKey } from "./indexKey";

type Maybe = JSONValue | undefined;

type Evaluate = (document: EncodedObject) => Maybe;

/** @throws DeveloperError for an unknown operator; the filter throws one for a type mismatch. */
export function compileFilter(expression: JSONValue): (document: EncodedObject) => boolean {
  const evaluate = compileExpression(expression);
  return (document) => asBoolean(evaluate(document));
}

function compileExpression(expression: JSONValue): Evaluate {
  const [operator, operand] = onlyEntry(expression);
  switch (operator) {
    case "$literal": {
      const value = isUndefinedMarker(operand) ? undefined : operand;
      return () => value;
    }
    case "$field": {
      const path = parseFieldPath(asText(operand));
      return (document) => fieldAt(document, path);
    }
    case "$not": {
      const inner = compileExpression(operand);
      return (document) => !asBoolean(inner(document));
    }
    case "$neg": {
      const inner = compileExpression(operand);
      return (document) => negate(inner(document));
    }
    case "$and": {
      const all = operands(operand);
      return (document) => all.every((inner) => asBoolean(inner(document)));
    }
    case "$or": {
      const any = operands(operand);
      return (document) => any.some((inner) => asBoolean(inner(document)));
    }
    default:
      return compileBinary(operator, operands(operand));
  }
}

function compileBinary(operator: string, [left, right]: readonly Evaluate[]): Evaluate {
  const compute = COMPARISONS[operator] ?? ARITHMETIC[operator];
  if (compute === undefined || left === undefined || right === undefined) {
    throw new DeveloperError("InvalidFilter", `Invalid filter expression: ${operator}`);
  }
  return (document) => compute(left(document), right(document));
}

type Compute = (left: Maybe, right: Maybe) => Maybe;

const COMPARISONS: Readonly<Record<string, Compute>> = {
  $eq: (l, r) => compare(l, r) === 0,
  $neq: (l, r) => compare(l, r) !== 0,
  $lt: (l, r) => compare(l, r) < 0,
  $lte: (l, r) => compare(l, r) <= 0,
  $gt: (l, r) => compare(l, r) > 0,
  $gte: (l, r) => compare(l, r) >= 0,
};

const ARITHMETIC: Readonly<Record<string, Compute>> = {
  $add: arithmetic(
    "add",
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  $sub: arithmetic(
    "subtract",
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  $mul: arithmetic(
    "multiply",
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  $div: arithmetic(
    "divide",
    (a, b) => a / notZero(b),
    (a, b) => a / b,
  ),
  $mod: arithmetic(
    "modulo",
    (a, b) => a % notZero(b),
    (a, b) => a % b,
  ),
};

/** Fast path for numbers and equal strings; other values compare by their index keys. */
function compare(left: Maybe, right: Maybe): number {
  if (typeof left === "number" && typeof right === "number") {
    return left - right;
  }
  if (left === right && left !== undefined) return 0;
  return Buffer.compare(encodeKey([left]), encodeKey([right]));
}

function arithmetic(
  name: string,
  ints: (a: bigint, b: bigint) => bigint,
  floats: (a: number, b: number) => number,
): Compute {
  return (left, right) => {
    const types = [typeName(left), typeName(right)];
    if (types[0] === "int64" && types[1] === "int64") {
      return encodeInt64(BigInt.asIntN(64, ints(int64Of(left ?? null), int64Of(right ?? null))));
    }
    if (types[0] === "float64" && types[1] === "float64") {
      return encodeFloat64(floats(float64Of(left ?? null), float64Of(right ?? null)));
    }
    throw new DeveloperError(
      "EvalError",
      `Cannot ${name} ${JSON.stringify(left)} (type ${types[0]}) and ${JSON.stringify(right)} (type ${types[1]})`,
    );
  };
}

function negate(value: Maybe): JSONValue {
  if (typeName(value) === "int64") {
    return encodeInt64(BigInt.asIntN(64, -int64Of(value ?? null)));
  }
  if (typeName(value) === "float64") {
    return encodeFloat64(-float64Of(value ?? null));
  }
  throw new DeveloperError("EvalError", `Cannot negate ${typeName(value)}`);
}

function notZero(divisor: bigint): bigint {
  if (divisor !== 0n) return divisor;
  throw new DeveloperError("EvalError", "Cannot divide by zero");
}

function asBoolean(value: Maybe): boolean {
  if (typeof value === "boolean") return value;
  throw new DeveloperError(
    "EvalError",
    `Expected a boolean in a filter, but got ${typeName(value)}`,
  );
}

function typeName(value: Maybe): string {
  return value === undefined ? "undefined" : valueType(value);
}

function operands(operand: JSONValue): Evaluate[] {
  return Array.isArray(operand) ? operand.map(compileExpression) : [];
}

function onlyEntry(expression: JSONValue): [string, JSONValue] {
  const [entry] = Object.entries((expression ?? {}) as EncodedObject);
  return entry ?? ["", null];
}
