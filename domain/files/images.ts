/**
 * The image types that may be stored, detected by their file signature and not
 * by name or declared type. Never SVG: it can contain scripts.
 */
export const IMAGE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/heic",
  "image/heif",
] as const;

export type ImageType = (typeof IMAGE_TYPES)[number];

export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/**
 * The small copy of a photo that cards and tiles show: its long edge in pixels,
 * and its size. The device that uploads or first shows the photo makes it.
 */
export const THUMBNAIL_EDGE_PX = 480;
export const MAX_THUMBNAIL_BYTES = 40_000;

/** How many bytes `detectImageType` reads from the start of a file. */
export const SIGNATURE_BYTES = 64;

/** For the `accept` attribute of a file field. */
export const IMAGE_ACCEPT = IMAGE_TYPES.join(",");

const ACCEPTED_NAMES = "JPEG, PNG, WebP, GIF, AVIF or HEIC";
const UNNAMED_FILE = "This file";
const MAX_NAME_LENGTH = 100;

/** The ISO media file brands that identify AVIF and HEIF. */
const ISO_BRANDS: readonly (readonly [ImageType, readonly string[]])[] = [
  ["image/avif", ["avif", "avis"]],
  ["image/heic", ["heic", "heix", "heim", "heis", "hevc", "hevx"]],
  ["image/heif", ["mif1", "msf1"]],
];

/** The type by file signature, or null. */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  const start = asciiAt(bytes, 0, 6);
  if (start === "GIF87a" || start === "GIF89a") return "image/gif";
  if (start.startsWith("RIFF") && asciiAt(bytes, 8, 4) === "WEBP") return "image/webp";
  return asciiAt(bytes, 4, 4) === "ftyp" ? isoImageType(bytes) : null;
}

/** Whether the declared type allows the file; "" is undeclared and allowed. */
export function isAcceptedType(declaredType: string): boolean {
  const [type = ""] = declaredType.toLowerCase().split(";");
  const plain = type.trim();
  return (
    plain === "" ||
    plain === "application/octet-stream" ||
    plain === "image/jpg" ||
    IMAGE_TYPES.some((accepted) => accepted === plain)
  );
}

export type OfferedFile = {
  readonly name: string | null;
  readonly declaredType: string;
  readonly size: number;
};

/** Why a file is rejected before its bytes are read, or null. */
export function refuseFile(file: OfferedFile): string | null {
  if (file.size === 0) return emptyFileSentence(file.name);
  if (file.size > MAX_IMAGE_BYTES) return largeFileSentence(file.name);
  return isAcceptedType(file.declaredType) ? null : notAnImageSentence(file.name);
}

export function emptyFileSentence(name: string | null): string {
  return `${shownName(name)} is empty. Choose another photo.`;
}

export function largeFileSentence(name: string | null): string {
  return `${shownName(name)} is larger than 20 MB. Choose a smaller photo.`;
}

export const LARGE_THUMBNAIL_SENTENCE = "A thumbnail may have at most 40,000 bytes.";

export function notAnImageSentence(name: string | null): string {
  return `${shownName(name)} is not a photo we can keep. Use ${ACCEPTED_NAMES}.`;
}

/** The refusal of an image whose end is missing (imageEnd.ts). */
export function cutOffImageSentence(name: string | null): string {
  return `${shownName(name)} is cut off: the end of the photo is missing. Choose the photo again, or another copy of it.`;
}

/** A file name that is safe to display and store, or null. */
export function sanitizeFileName(name: string | null): string | null {
  const lastPart = (name ?? "").split(/[\\/]/).at(-1) ?? "";
  const plain = lastPart
    .replace(/[\p{C}<>"]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return plain === "" ? null : [...plain].slice(0, MAX_NAME_LENGTH).join("");
}

function shownName(name: string | null): string {
  return sanitizeFileName(name) ?? UNNAMED_FILE;
}

/** AVIF and HEIC files also list the general HEIF brands, so those are checked last. */
function isoImageType(bytes: Uint8Array): ImageType | null {
  const boxEnd = Math.min(uint32At(bytes, 0), bytes.length, SIGNATURE_BYTES);
  const brands = [asciiAt(bytes, 8, 4)];
  for (let at = 16; at + 4 <= boxEnd; at += 4) brands.push(asciiAt(bytes, at, 4));
  for (const [type, known] of ISO_BRANDS)
    if (brands.some((brand) => known.includes(brand))) return type;
  return null;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function uint32At(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
