/**
 * Compiles Convex validators (`v.object(...)` as JSON) into checks of encoded values, with Convex's
 * error messages. Used for arguments, results and documents.
 *
 * Table names are resolved when a check runs, because tables can be created after it is compiled.
 */
import type { JSONValue } from "convex/values";
import { decodeDocumentId } from "./documentId";
import { type EncodedObject, asText, valueType } from "./encodedValue";
import type { ValidatorJson } from "./validatorJson";
import { displayValidator, displayValue } from "./validatorText";

export type TableNameOf = (tableNumber: number) => string | null;

/** Returns Convex's error message, or null if the value is valid. */
export type Check = (value: JSONValue, path: string) => string | null;

/** Builds the error message, which takes longer than the check. A union discards the messages of its members. */
type Problem = () => string;

type Test = (value: JSONValue, path: string) => Problem | null;

export function compileValidator(validator: ValidatorJson, tableNameOf: TableNameOf): Check {
  const test = compileTest(validator, tableNameOf);
  return (value, path) => test(value, path)?.() ?? null;
}

function compileTest(validator: ValidatorJson, tableNameOf: TableNameOf): Test {
  const compile = (inner: ValidatorJson) => compileTest(inner, tableNameOf);
  switch (validator.type) {
    case "any":
      return () => null;
    case "id":
      return checkId(validator, tableNameOf);
    case "literal":
      return checkLiteral(validator);
    case "array":
      return checkArray(validator, compile(validator.value));
    case "record":
      return checkRecord(validator, compile);
    case "object":
      return checkObject(validator, compile);
    case "union":
      return checkUnion(validator, validator.value.map(compile));
    default:
      return checkType(validator);
  }
}

const TYPES_OF: Readonly<Record<string, readonly string[]>> = {
  null: ["null"],
  number: ["float64"],
  bigint: ["int64", "commitTs"],
  commitTs: ["int64", "commitTs"],
  boolean: ["boolean"],
  string: ["string"],
  bytes: ["bytes"],
};

function checkType(validator: ValidatorJson): Test {
  const types = TYPES_OF[validator.type] ?? [];
  return (value, path) =>
    types.includes(valueType(value)) ? null : noMatch(validator, value, path);
}

function checkId(validator: ValidatorJson & { type: "id" }, tableNameOf: TableNameOf): Test {
  return (value, path) => {
    const id = typeof value === "string" ? decodeDocumentId(value) : null;
    const found = id === null ? null : tableNameOf(id.tableNumber);
    if (found === null) return noMatch(validator, value, path);
    if (found === validator.tableName) return null;
    const from = found.startsWith("_") ? "a system table" : `table \`${found}\``;
    return () =>
      `Found ID "${asText(value)}" from ${from}, which does not match the table name in validator \`v.id("${validator.tableName}")\`.${pathText(path)}`;
  };
}

function checkLiteral(validator: ValidatorJson & { type: "literal" }): Test {
  const expected = JSON.stringify(validator.value);
  return (value, path) =>
    value === validator.value || JSON.stringify(value) === expected
      ? null
      : () =>
          `\`${displayValue(value)}\` does not match literal validator \`${displayValidator(validator)}\`.${pathText(path)}`;
}

function checkArray(validator: ValidatorJson, item: Test): Test {
  return (value, path) => {
    if (!Array.isArray(value)) return noMatch(validator, value, path);
    for (let i = 0; i < value.length; i++) {
      const problem = item(value[i] ?? null, `${path}[${i}]`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

function checkRecord(
  validator: ValidatorJson & { type: "record" },
  compile: (inner: ValidatorJson) => Test,
): Test {
  const checkKey = compile(validator.keys);
  const checkItem = compile(validator.values.fieldType);
  return (value, path) => {
    if (valueType(value) !== "object") return noMatch(validator, value, path);
    for (const [key, item] of Object.entries(value as EncodedObject)) {
      const problem = checkKey(key, `${path}.keys()`) ?? checkItem(item, `${path}.values()`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

function checkObject(
  validator: ValidatorJson & { type: "object" },
  compile: (inner: ValidatorJson) => Test,
): Test {
  const fields = Object.entries(validator.value).map(([name, field]) => ({
    name,
    optional: field.optional,
    check: compile(field.fieldType),
  }));
  const known = new Set(fields.map((field) => field.name));
  return (value, path) => {
    if (valueType(value) !== "object") return noMatch(validator, value, path);
    const object = value as EncodedObject;
    for (const { name, optional, check } of fields) {
      const field = Object.hasOwn(object, name) ? object[name] : undefined;
      if (field !== undefined) {
        const problem = check(field, `${path}.${name}`);
        if (problem !== null) return problem;
      } else if (!optional) {
        return () =>
          `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.\n${objectText(validator, object, path)}`;
      }
    }
    for (const name in object) {
      if (!known.has(name)) {
        return () =>
          `Object contains extra field \`${name}\` that is not in the validator.\n${objectText(validator, object, path)}`;
      }
    }
    return null;
  };
}

function checkUnion(validator: ValidatorJson & { type: "union" }, members: readonly Test[]): Test {
  const [first] = members;
  // For a union of one member, Convex reports that member's error.
  if (first !== undefined && members.length === 1) return first;
  return (value, path) =>
    members.some((check) => check(value, path) === null) ? null : noMatch(validator, value, path);
}

function noMatch(validator: ValidatorJson, value: JSONValue, path: string): Problem {
  return () =>
    `Value does not match validator.\n${pathText(path)}\nValue: ${displayValue(value)}\nValidator: ${displayValidator(validator)}`;
}

function objectText(validator: ValidatorJson, value: JSONValue, path: string): string {
  return `${pathText(path)}\nObject: ${displayValue(value)}\nValidator: ${displayValidator(validator)}`;
}

function pathText(path: string): string {
  return path === "" ? "" : `Path: ${path}`;
}
