/**
 * Parses JSON from clients. Limits are checked in one pass over the bytes, before JSON.parse: parsing a megabyte of
 * object keys blocks the event loop for a tenth of a second, and recursive functions over deeply nested values would
 * overflow the stack.
 */
import type { JSONValue } from "convex/values";

/** The limit of Convex's parser. JSON.parse accepts any depth. */
export const MAX_JSON_NESTING = 128;

/** Convex's limits for one value. */
const MAX_FIELDS = 1024;
const MAX_ITEMS = 8192;

/**
 * Bytes. In smaller texts, parsing any number of fields is fast: the limits for one value are left to the function
 * call, which answers with Convex's own error instead of ending the connection.
 */
const MIN_BYTES_TO_COUNT = 64 * 1024;

/** The text is not JSON, or it exceeds a limit. The message completes "The body ..." or "A message ...". */
export class UntrustedJsonError extends Error {
  override readonly name = "UntrustedJsonError";
}

/**
 * `maxValues` limits the values in the whole text: the time that the parser and the validators take grows with it.
 * @throws UntrustedJsonError
 */
export function parseUntrustedJson(bytes: Buffer, maxValues = Infinity): JSONValue {
  checkLimits(bytes, maxValues);
  try {
    return JSON.parse(bytes.toString()) as JSONValue;
  } catch (cause) {
    throw new UntrustedJsonError("is not JSON.", { cause });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** For text that is not JSON, the result does not matter: JSON.parse rejects it. */
function checkLimits(bytes: Buffer, maxValues: number): void {
  const isCounted = bytes.length > MIN_BYTES_TO_COUNT;
  // For each nesting level: the commas so far, and how many are allowed.
  const commas = new Uint32Array(MAX_JSON_NESTING + 1);
  const allowed = new Uint32Array(MAX_JSON_NESTING + 1);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      depth += 1;
      values += 1;
      if (depth > MAX_JSON_NESTING) throw tooDeep();
      commas[depth] = 0;
      allowed[depth] = (byte === OPEN_OBJECT ? MAX_FIELDS : MAX_ITEMS) - 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth = Math.max(0, depth - 1);
    } else if (byte === COMMA && isCounted) {
      values += 1;
      commas[depth]! += 1;
      if (depth > 0 && commas[depth]! > allowed[depth]!) throw tooLong();
    }
    if (values > maxValues) throw tooMany(maxValues);
  }
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) {
    at += bytes[at] === BACKSLASH ? 2 : 1;
  }
  return at;
}

function tooDeep(): UntrustedJsonError {
  return new UntrustedJsonError(`nests deeper than ${MAX_JSON_NESTING} levels.`);
}

function tooLong(): UntrustedJsonError {
  return new UntrustedJsonError(
    `has an object of more than ${MAX_FIELDS} fields or an array of more than ${MAX_ITEMS} items.`,
  );
}

function tooMany(maxValues: number): UntrustedJsonError {
  return new UntrustedJsonError(`has more than ${maxValues} values.`);
}
