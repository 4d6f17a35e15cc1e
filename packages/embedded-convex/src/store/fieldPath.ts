/** Reads a field of an encoded document by its dotted path. */
import type { JSONValue } from "convex/values";
import { type EncodedObject, isEncodedObject } from "./encodedValue";

export type FieldPath = readonly string[];

export function parseFieldPath(text: string): FieldPath {
  return text.split(".");
}

/** `undefined` for a missing field. */
export function fieldAt(document: EncodedObject, path: FieldPath): JSONValue | undefined {
  const first = path[0];
  if (first === undefined) return document;
  let value = ownField(document, first);
  for (let i = 1; i < path.length; i++) {
    if (value === undefined || !isEncodedObject(value)) return undefined;
    value = ownField(value, path[i] ?? "");
  }
  return value;
}

function ownField(object: EncodedObject, name: string): JSONValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
