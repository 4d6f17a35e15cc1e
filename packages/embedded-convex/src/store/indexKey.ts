/**
 * Encodes values as index keys: byte strings whose byte order is Convex's value order
 * (undefined < null < bigint < number < boolean < string < bytes < array < object).
 *
 * Keys of several fields are concatenated. Invariant: no value's encoding is a prefix of another
 * value's encoding, so a prefix of the fields is a prefix of the bytes. Keys are never decoded.
 */
import type { JSONValue } from "convex/values";
import {
  type EncodedObject,
  bytesOf,
  float64Of,
  int64Of,
  isUndefinedMarker,
  valueType,
} from "./encodedValue";

const TAG = {
  undefined: 0x01,
  null: 0x03,
  int64: 0x08,
  float64: 0x0d,
  false: 0x0e,
  true: 0x0f,
  string: 0x10,
  bytes: 0x11,
  array: 0x12,
  object: 0x15,
} as const;

/** Ends strings, bytes, arrays and objects. Below every tag, so that a shorter value sorts first. */
const END = 0x00;
/** Inside strings and bytes, 0x00 is written as 0x01 0x01 and 0x01 as 0x01 0x02, so END is unambiguous. */
const ESCAPE = 0x01;
/** Starts each field of an object, to distinguish a field from END. */
const FIELD = 0x01;

const MAX_INT64 = 2n ** 63n - 1n;

/** `undefined` encodes a missing field. */
export function encodeKey(values: readonly (JSONValue | undefined)[]): Buffer {
  writer.start();
  for (const value of values) writeValue(value);
  return writer.finish();
}

/** The smallest key greater than every key with this prefix; null if there is none. */
export function afterPrefix(prefix: Uint8Array): Buffer | null {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length -= 1;
  if (length === 0) return null;
  const next = Buffer.from(prefix.subarray(0, length));
  next[length - 1] = (next[length - 1] ?? 0) + 1;
  return next;
}

/** The smallest key greater than this one. */
export function successor(key: Uint8Array): Buffer {
  const next = Buffer.alloc(key.length + 1);
  next.set(key);
  return next;
}

/** Byte length of a key's first value, or 0 if the key ends within it (bounds from `afterPrefix` may). */
export function firstValueLength(key: Uint8Array): number {
  const length = skipValue(key, 0);
  return length <= key.length ? length : 0;
}

function skipValue(key: Uint8Array, start: number): number {
  switch (key[start]) {
    case TAG.int64:
    case TAG.float64:
      return start + 9;
    case TAG.string:
    case TAG.bytes:
      return skipEscaped(key, start + 1);
    case TAG.array:
      return skipUntilEnd(key, start + 1, skipValue);
    case TAG.object:
      return skipUntilEnd(key, start + 1, (bytes, at) =>
        skipValue(bytes, skipEscaped(bytes, at + 1)),
      );
    default:
      return start + 1;
  }
}

function skipUntilEnd(
  key: Uint8Array,
  start: number,
  skip: (key: Uint8Array, at: number) => number,
): number {
  let at = start;
  while (at < key.length && key[at] !== END) at = skip(key, at);
  return at + 1;
}

function skipEscaped(key: Uint8Array, start: number): number {
  const end = key.indexOf(END, start);
  return end === -1 ? key.length + 1 : end + 1;
}

function writeValue(value: JSONValue | undefined): void {
  if (value === undefined || isUndefinedMarker(value)) {
    writer.byte(TAG.undefined);
    return;
  }
  switch (valueType(value)) {
    case "null":
      writer.byte(TAG.null);
      return;
    case "int64":
      writer.byte(TAG.int64);
      writer.int64(int64Of(value));
      return;
    case "commitTs":
      // An unresolved commit timestamp sorts after every existing timestamp.
      writer.byte(TAG.int64);
      writer.int64(MAX_INT64);
      return;
    case "float64":
      writer.byte(TAG.float64);
      writer.float64(float64Of(value));
      return;
    case "boolean":
      writer.byte(value === true ? TAG.true : TAG.false);
      return;
    case "string":
      writer.byte(TAG.string);
      writer.text(value as string);
      return;
    case "bytes":
      writer.byte(TAG.bytes);
      writer.escaped(bytesOf(value));
      return;
    case "array":
      writer.byte(TAG.array);
      for (const item of value as JSONValue[]) writeValue(item);
      writer.byte(END);
      return;
    case "object":
      writeObject(value as EncodedObject);
      return;
  }
}

function writeObject(value: EncodedObject): void {
  writer.byte(TAG.object);
  for (const key of Object.keys(value).sort()) {
    writer.byte(FIELD);
    writer.text(key);
    writeValue(value[key]);
  }
  writer.byte(END);
}

// oxlint-disable-next-line no-control-regex -- These control characters need escaping.
const NEEDS_ESCAPE = /[\u0000\u0001]/;

/** Reused buffer: each key is written into it, then copied out. Safe because encoding is synchronous. */
const writer = {
  bytes: Buffer.alloc(1024),
  length: 0,

  start(): void {
    this.length = 0;
  },
  finish(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  },
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = Buffer.alloc((this.length + count) * 2);
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  },
  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  },
  int64(value: bigint): void {
    this.reserve(8);
    // Flipping the sign bit makes byte order match signed order.
    this.bytes.writeBigUInt64BE(BigInt.asUintN(64, value) ^ (1n << 63n), this.length);
    this.length += 8;
  },
  float64(value: number): void {
    this.reserve(8);
    const start = this.length;
    this.bytes.writeDoubleBE(value, start);
    this.length += 8;
    const first = this.bytes[start] ?? 0;
    if (first < 0x80) {
      this.bytes[start] = first | 0x80;
      return;
    }
    // Negative numbers sort in reverse bit order, so flip all bits.
    for (let i = start; i < start + 8; i++) {
      this.bytes[i] = (this.bytes[i] ?? 0) ^ 0xff;
    }
  },
  text(value: string): void {
    if (NEEDS_ESCAPE.test(value)) {
      this.escaped(Buffer.from(value, "utf8"));
      return;
    }
    this.reserve(value.length * 3 + 1);
    this.length += this.bytes.write(value, this.length, "utf8");
    this.bytes[this.length++] = END;
  },
  escaped(value: Uint8Array): void {
    this.reserve(value.length * 2 + 1);
    for (const byte of value) {
      if (byte <= ESCAPE) {
        this.bytes[this.length++] = ESCAPE;
        this.bytes[this.length++] = byte + 1;
      } else {
        this.bytes[this.length++] = byte;
      }
    }
    this.bytes[this.length++] = END;
  },
};
