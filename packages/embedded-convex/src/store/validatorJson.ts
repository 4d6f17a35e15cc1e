/** Convex's JSON format of validators (`v.object(...)`). */
import type { JSONValue } from "convex/values";

export type FieldJson = { fieldType: ValidatorJson; optional: boolean };

export type ValidatorJson =
  | { type: "null" | "number" | "bigint" | "commitTs" | "boolean" }
  | { type: "string" | "bytes" | "any" }
  | { type: "literal"; value: JSONValue }
  | { type: "id"; tableName: string }
  | { type: "array"; value: ValidatorJson }
  | { type: "record"; keys: ValidatorJson; values: FieldJson }
  | { type: "object"; value: Record<string, FieldJson> }
  | { type: "union"; value: ValidatorJson[] };
