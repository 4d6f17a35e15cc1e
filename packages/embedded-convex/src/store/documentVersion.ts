/** Builds the next version of a document and rejects documents that Convex rejects. */
import type { JSONValue } from "convex/values";
import { type TableInfo, indexedForm } from "./catalog";
import { type EncodedObject, asText, measureValue } from "./encodedValue";
import { DeveloperError } from "./errors";
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_NESTING } from "./limits";
import type { Version } from "./documents";

export function parseDocument(json: string): EncodedObject {
  return JSON.parse(json) as EncodedObject;
}

/** Index keys of unchanged fields are reused from `before`. The document must have its `_id`. */
export function version(
  table: TableInfo,
  document: EncodedObject,
  before?: Version | null,
): Version {
  const value = isSorted(document) ? document : sorted(document);
  const measure = measureValue(value);
  if (measure.nesting > MAX_DOCUMENT_NESTING) {
    throw new DeveloperError(
      "TooNested",
      `Document is too nested (nested ${measure.nesting} levels deep > maximum nesting ${MAX_DOCUMENT_NESTING})`,
    );
  }
  return {
    value,
    size: measure.size,
    json: JSON.stringify(value),
    form: indexedForm(table, value, before ?? undefined),
    hasCommitTs: measure.hasCommitTs,
  };
}

/** Whether the fields are in order and all have values: a patch of existing fields keeps both. */
function isSorted(document: EncodedObject): boolean {
  let before = "";
  for (const name in document) {
    if (name < before || document[name] === undefined) return false;
    before = name;
  }
  return true;
}

function sorted(document: EncodedObject): EncodedObject {
  const value: EncodedObject = {};
  for (const name of Object.keys(document).sort()) {
    const field = document[name];
    if (field !== undefined) value[name] = field;
  }
  return value;
}

export function checkDocument(table: TableInfo, document: Version): void {
  if (document.size > MAX_DOCUMENT_BYTES) {
    throw new DeveloperError(
      "ValueTooLarge",
      `Value is too large (${(document.size / MAX_DOCUMENT_BYTES).toFixed(2)} MiB > maximum size 1 MiB)`,
    );
  }
  const { _id, _creationTime, ...fields } = document.value;
  for (const name in fields) {
    if (!name.startsWith("_")) continue;
    throw new DeveloperError(
      "InvalidFieldName",
      `Field '${name}' starts with an underscore, which is only allowed for system fields like '_id'.`,
    );
  }
  const problem = table.check?.(fields, "") ?? null;
  if (problem === null) return;
  throw new DeveloperError(
    "SchemaEnforcementError",
    `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${problem}`,
  );
}

export function checkSystemFields(old: EncodedObject, fields: EncodedObject): void {
  if (fields._id !== undefined && fields._id !== old._id) {
    throw new DeveloperError(
      "InvalidSystemField",
      `Provided \`_id\` field value "${asText(fields._id)}" does not match the document ID "${asText(old._id)}"`,
    );
  }
  if (fields._creationTime !== undefined && fields._creationTime !== old._creationTime) {
    throw new DeveloperError(
      "InvalidSystemField",
      `Provided \`_creationTime\` field value ${asText(fields._creationTime)} does not match the document's creation time ${asText(old._creationTime)}`,
    );
  }
}

export function isRemoval(value: JSONValue): boolean {
  return (
    value !== null && typeof value === "object" && !Array.isArray(value) && "$undefined" in value
  );
}
