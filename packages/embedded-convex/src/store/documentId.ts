/**
 * Document ids in Convex's format, so that exports can be imported into Convex.
 *
 * An id is base32 (Crockford, lower case) of the table number as a varint, 16 random bytes, and a
 * Fletcher-16 checksum of both. Table names are in the catalog, not in the id.
 * Invariants: decode(encode(x)) equals x; each id has exactly one accepted spelling.
 */
import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_BYTES = 16;
const CHECKSUM_BYTES = 2;
const MIN_LENGTH = 31;
const MAX_LENGTH = 37;

const DIGIT_OF_CHAR = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) {
  DIGIT_OF_CHAR[ALPHABET.charCodeAt(i)] = i;
}

export interface DecodedId {
  readonly tableNumber: number;
  readonly internalId: Uint8Array;
}

export function newDocumentId(tableNumber: number): string {
  return encodeDocumentId({ tableNumber, internalId: randomBytes16() });
}

export function encodeDocumentId(id: DecodedId): string {
  const bytes = new Uint8Array(5 + RANDOM_BYTES + CHECKSUM_BYTES);
  let length = writeVarint(id.tableNumber, bytes);
  bytes.set(id.internalId, length);
  length += RANDOM_BYTES;
  const checksum = fletcher16(bytes, length);
  bytes[length++] = checksum & 0xff;
  bytes[length++] = checksum >> 8;
  return base32Encode(bytes, length);
}

/** Null if the string is not a valid id of any table. */
export function decodeDocumentId(text: string): DecodedId | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  const bytes = base32Decode(text);
  if (bytes === null) return null;
  const table = readVarint(bytes);
  if (table === null || table.value === 0) return null;
  const end = table.length + RANDOM_BYTES;
  if (bytes.length !== end + CHECKSUM_BYTES) return null;
  const checksum = (bytes[end] ?? 0) | ((bytes[end + 1] ?? 0) << 8);
  if (checksum !== fletcher16(bytes, end)) return null;
  const id = {
    tableNumber: table.value,
    internalId: bytes.slice(table.length, end),
  };
  // Rejects other spellings: the last character has unused low bits.
  return encodeDocumentId(id) === text ? id : null;
}

/** The table number only, without verifying the checksum. For ids read from the database. */
export function tableNumberOfStoredId(text: string): number {
  let value = 0;
  let shift = 0;
  let bits = 0;
  let bitCount = 0;
  for (let i = 0; i < 8; i++) {
    bits = (bits << 5) | (DIGIT_OF_CHAR[text.charCodeAt(i)] ?? 0);
    bitCount += 5;
    if (bitCount < 8) continue;
    bitCount -= 8;
    const byte = (bits >> bitCount) & 0xff;
    bits &= (1 << bitCount) - 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
    shift += 7;
  }
  return value;
}

const RANDOM_POOL = new Uint8Array(4096);
let poolOffset = RANDOM_POOL.length;

/** Uses a pool of random bytes to avoid a system call for each id. */
function randomBytes16(): Uint8Array {
  if (poolOffset === RANDOM_POOL.length) {
    randomFillSync(RANDOM_POOL);
    poolOffset = 0;
  }
  const bytes = RANDOM_POOL.slice(poolOffset, poolOffset + RANDOM_BYTES);
  RANDOM_POOL.fill(0, poolOffset, poolOffset + RANDOM_BYTES);
  poolOffset += RANDOM_BYTES;
  return bytes;
}

function writeVarint(n: number, out: Uint8Array): number {
  let rest = n;
  let length = 0;
  while (rest >= 0x80) {
    out[length++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  out[length++] = rest;
  return length;
}

function readVarint(bytes: Uint8Array): { value: number; length: number } | null {
  let value = 0;
  for (let i = 0; i < 5 && i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) {
      return value > 0xffffffff ? null : { value, length: i + 1 };
    }
  }
  return null;
}

function fletcher16(bytes: Uint8Array, length: number): number {
  let low = 0;
  let high = 0;
  for (let i = 0; i < length; i++) {
    low = (low + (bytes[i] ?? 0)) & 0xff;
    high = (high + low) & 0xff;
  }
  return (high << 8) | low;
}

function base32Encode(bytes: Uint8Array, length: number): string {
  let text = "";
  let bits = 0;
  let bitCount = 0;
  for (let i = 0; i < length; i++) {
    bits = (bits << 8) | (bytes[i] ?? 0);
    bitCount += 8;
    while (bitCount >= 5) {
      bitCount -= 5;
      text += ALPHABET[(bits >> bitCount) & 31];
    }
    bits &= (1 << bitCount) - 1;
  }
  if (bitCount > 0) text += ALPHABET[(bits << (5 - bitCount)) & 31];
  return text;
}

function base32Decode(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let bitCount = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code < 128 ? (DIGIT_OF_CHAR[code] ?? -1) : -1;
    if (digit < 0) return null;
    bits = (bits << 5) | digit;
    bitCount += 5;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[length++] = (bits >> bitCount) & 0xff;
    bits &= (1 << bitCount) - 1;
  }
  return bytes;
}
