/** Formats values and validators as in Convex's error messages. */
import type { JSONValue } from "convex/values";
import { type EncodedObject, bytesOf, float64Of, int64Of, valueType } from "./encodedValue";
import type { FieldJson, ValidatorJson } from "./validatorJson";

export function displayValue(value: JSONValue): string {
  switch (valueType(value)) {
    case "null":
    case "boolean":
    case "string":
      return JSON.stringify(value);
    case "int64":
      return int64Of(value).toString();
    case "commitTs":
      return "[unresolved commit timestamp]";
    case "float64":
      return displayFloat(float64Of(value));
    case "bytes":
      return `b"${bytesOf(value).toString("base64")}"`;
    case "array":
      return `[${(value as JSONValue[]).map(displayValue).join(", ")}]`;
    case "object":
      return `{${Object.entries(value as EncodedObject)
        .map(([name, field]) => `${name}: ${displayValue(field)}`)
        .join(", ")}}`;
  }
}

/** Integral floats are printed with a decimal: `1.0`. */
function displayFloat(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

export function displayValidator(validator: ValidatorJson): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "literal":
      return `v.literal(${displayLiteral(validator.value)})`;
    case "id":
      return `v.id("${validator.tableName}")`;
    case "array":
      return `v.array(${displayValidator(validator.value)})`;
    case "record":
      return `v.record(${displayValidator(validator.keys)}, ${displayField(validator.values)})`;
    case "object":
      return `v.object({${Object.entries(validator.value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, field]) => `${name}: ${displayField(field)}`)
        .join(", ")}})`;
    case "union":
      return `v.union(${validator.value.map(displayValidator).join(", ")})`;
    default:
      return `v.${validator.type}()`;
  }
}

function displayLiteral(value: JSONValue): string {
  return valueType(value) === "int64" ? "<bigint>" : displayValue(value);
}

function displayField(field: FieldJson): string {
  const text = displayValidator(field.fieldType);
  return field.optional ? `v.optional(${text})` : text;
}
