/**
 * Inspects values in Convex's JSON encoding without decoding them: type, size, validity.
 *
 * Values stay encoded between network and disk; only the function that reads a document decodes it.
 * Does not hold validators (validator.ts) or ordering (indexKey.ts).
 */
import type { JSONValue } from "convex/values";
import { DeveloperError } from "./errors";

export type EncodedObject = { [key: string]: JSONValue };

export type ValueType =
  | "null"
  | "int64"
  | "float64"
  | "boolean"
  | "string"
  | "bytes"
  | "array"
  | "object"
  | "commitTs";

const MAX_ARRAY_LENGTH = 8192;
const MAX_OBJECT_FIELDS = 1024;
const MAX_FIELD_NAME_LENGTH = 1024;

export function valueType(value: JSONValue): ValueType {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "float64";
    case "boolean":
      return "boolean";
    default:
      if (value === null) return "null";
      if (Array.isArray(value)) return "array";
      return typeOfObject(value);
  }
}

function typeOfObject(value: EncodedObject): ValueType {
  const key = onlyKey(value);
  switch (key) {
    case "$integer":
      return "int64";
    case "$float":
      return "float64";
    case "$bytes":
      return "bytes";
    case "$commitTs":
      return "commitTs";
    default:
      return "object";
  }
}

function onlyKey(value: EncodedObject): string | null {
  let only: string | null = null;
  for (const key in value) {
    if (only !== null) return null;
    only = key;
  }
  return only;
}

export function isUndefinedMarker(value: JSONValue): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    onlyKey(value) === "$undefined"
  );
}

export function isEncodedObject(value: JSONValue): value is EncodedObject {
  return valueType(value) === "object";
}

/** A string as it is; any other value as JSON text, which later checks reject as an unknown id or name. */
export function asText(value: JSONValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** The encoding stores an int64 as eight little-endian bytes. */
export function int64Of(value: JSONValue): bigint {
  return bytesOfField(value, "$integer").readBigInt64LE(0);
}

export function float64Of(value: JSONValue): number {
  return typeof value === "number" ? value : bytesOfField(value, "$float").readDoubleLE(0);
}

export function bytesOf(value: JSONValue): Buffer {
  return bytesOfField(value, "$bytes");
}

export function encodeInt64(value: bigint): JSONValue {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return { $integer: bytes.toString("base64") };
}

export function encodeFloat64(value: number): JSONValue {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return { $float: bytes.toString("base64") };
}

function bytesOfField(value: JSONValue, field: string): Buffer {
  const text = (value as EncodedObject)[field];
  return Buffer.from(typeof text === "string" ? text : "", "base64");
}

export interface Measure {
  /** Bytes, by the formula that Convex's limits use. */
  size: number;
  nesting: number;
  hasCommitTs: boolean;
}

/** @throws DeveloperError for an invalid value. */
export function measureValue(value: JSONValue): Measure {
  const measure = { size: 0, nesting: 0, hasCommitTs: false };
  addMeasure(value, 0, measure);
  return measure;
}

function addMeasure(value: JSONValue, depth: number, out: Measure): void {
  switch (valueType(value)) {
    case "null":
    case "boolean":
      out.size += 1;
      return;
    case "string":
      checkWellFormed(value as string);
      out.size += 2 + Buffer.byteLength(value as string);
      return;
    case "float64":
      if (typeof value !== "number") checkSpecialFloat(value);
      out.size += 9;
      return;
    case "int64":
      checkBase64(value, "$integer", 8);
      out.size += 9;
      return;
    case "commitTs":
      checkCommitTs(value);
      out.hasCommitTs = true;
      out.size += 9;
      return;
    case "bytes":
      checkBase64(value, "$bytes", null);
      out.size += 2 + bytesOf(value).length;
      return;
    case "array":
      addArray(value as JSONValue[], depth + 1, out);
      return;
    case "object":
      addObject(value as EncodedObject, depth + 1, out);
      return;
  }
}

function addArray(value: JSONValue[], depth: number, out: Measure): void {
  if (value.length > MAX_ARRAY_LENGTH) {
    throw new DeveloperError(
      "ArrayTooLong",
      `Array length is too long (${value.length} > maximum length ${MAX_ARRAY_LENGTH})`,
    );
  }
  out.size += 2;
  out.nesting = Math.max(out.nesting, depth);
  for (const item of value) addMeasure(item, depth, out);
}

function addObject(value: EncodedObject, depth: number, out: Measure): void {
  out.size += 2;
  out.nesting = Math.max(out.nesting, depth);
  let fields = 0;
  for (const key in value) {
    const field = value[key];
    if (field === undefined) continue;
    checkFieldName(key);
    fields += 1;
    out.size += key.length + 1;
    addMeasure(field, depth, out);
  }
  if (fields > MAX_OBJECT_FIELDS) {
    throw new DeveloperError(
      "ObjectTooManyFields",
      `Object has too many fields (${fields} > maximum number ${MAX_OBJECT_FIELDS})`,
    );
  }
}

const FIELD_NAME = /^(?!\$|__proto__$)[ -~]*$/;

function checkFieldName(name: string): void {
  if (FIELD_NAME.test(name) && name.length <= MAX_FIELD_NAME_LENGTH) return;
  throw new DeveloperError("InvalidFieldName", fieldNameProblem(name));
}

function fieldNameProblem(name: string): string {
  if (name.length > MAX_FIELD_NAME_LENGTH) {
    return `Field name ${name} exceeds maximum field name length ${MAX_FIELD_NAME_LENGTH}.`;
  }
  if (name.startsWith("$")) {
    return `Field name ${name} starts with a '$', which is reserved.`;
  }
  if (name === "__proto__") {
    // The package "convex" would take the value for the object's prototype, and the function would not see it.
    return "Object contains extra field `__proto__`, which no object can have.";
  }
  return `Field name ${name} has an invalid character: Field names can only contain non-control ASCII characters`;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reject lone surrogates: SQLite and Convex store UTF-8, which cannot represent them. */
function checkWellFormed(text: string): void {
  if (!LONE_SURROGATE.test(text)) return;
  throw new DeveloperError(
    "InvalidString",
    "A string has an unpaired surrogate and cannot be stored as UTF-8.",
  );
}

/** The placeholder of a timestamp carries no value. */
function checkCommitTs(value: JSONValue): void {
  if ((value as EncodedObject)["$commitTs"] === null) return;
  throw new DeveloperError("InvalidValue", "Malformed $commitTs field");
}

/** Only numbers that JSON cannot represent (NaN, infinities, -0) may be encoded as bytes. */
function checkSpecialFloat(value: JSONValue): void {
  checkBase64(value, "$float", 8);
  const number = float64Of(value);
  if (!Number.isFinite(number) || Object.is(number, -0)) return;
  throw new DeveloperError("InvalidValue", `Float ${number} should be encoded as a number`);
}

function checkBase64(
  value: JSONValue,
  field: "$integer" | "$float" | "$bytes",
  length: number | null,
): void {
  const text = (value as EncodedObject)[field];
  const bytes = typeof text === "string" ? Buffer.from(text, "base64") : null;
  if (
    bytes === null ||
    bytes.toString("base64") !== text ||
    (length !== null && bytes.length !== length)
  ) {
    throw new DeveloperError("InvalidValue", `Malformed ${field} field`);
  }
}
