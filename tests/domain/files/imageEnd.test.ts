import { describe, expect, it } from "vitest";
import { ImageEnd } from "@domain/files/imageEnd";
import { IMAGE_TYPES, type ImageType } from "@domain/files/images";
import { imageBytes } from "../../support/images";

function isCutOff(type: ImageType, bytes: Uint8Array, chunkLength = bytes.length): boolean {
  const end = new ImageEnd(type);
  for (let at = 0; at < bytes.length; at += Math.max(1, chunkLength))
    end.push(bytes.subarray(at, at + Math.max(1, chunkLength)));
  return end.isCutOff;
}

const bytesOf = (...parts: (readonly number[] | string)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? [...part].map((char) => char.charCodeAt(0)) : part,
    ),
  );

/** Complete images; the HEIC ones of the support module are only a first box. */
const COMPLETE: Readonly<Record<ImageType, Uint8Array>> = {
  ...(Object.fromEntries(IMAGE_TYPES.map((type) => [type, imageBytes(type)])) as Record<
    ImageType,
    Uint8Array
  >),
  "image/heic": bytesOf(
    [...imageBytes("image/heic")],
    [0, 0, 0, 12],
    "metaabcd",
    [0, 0, 0, 1],
    "mdat",
    [0, 0, 0, 0, 0, 0, 0, 20],
    "abcd",
  ),
};

/** Where their boxes begin. */
const BOXES_AT: Partial<Record<ImageType, readonly number[]>> = {
  "image/avif": [0, 32, 274],
  "image/heic": [0, 40, 52],
  "image/heif": [0],
};

describe.each(Object.entries(COMPLETE) as [ImageType, Uint8Array][])("%s", (type, bytes) => {
  it("an image is complete, however its bytes arrive and whatever follows it", () => {
    const followed = bytesOf([...bytes], "<html>");
    for (const chunk of [1, 2, 3, 7, 64, bytes.length])
      for (const file of [bytes, followed]) expect(isCutOff(type, file, chunk)).toBe(false);
  });

  it("an image is cut off at any earlier byte", () => {
    // HEIF has no last part: a file that ends between two boxes, or in the header of a box, may be whole.
    const boxes = BOXES_AT[type] ?? [];
    for (let length = 1; length < bytes.length; length += 1) {
      if (boxes.some((at) => length >= at && length < at + 8)) continue;
      expect([length, isCutOff(type, bytes.subarray(0, length))]).toEqual([length, true]);
    }
  });
});

describe("JPEGs", () => {
  const SOI = [0xff, 0xd8];
  const EOI = [0xff, 0xd9];
  const segment = (marker: number, data: readonly number[]) => [
    0xff,
    marker,
    (data.length + 2) >> 8,
    (data.length + 2) & 255,
    ...data,
  ];
  const scan = [...segment(0xda, [1, 2, 3]), 0x12, 0xff, 0x00, 0xff, 0xd0, 7];

  it("a JPEG is not ended by the end of the preview in its metadata", () => {
    const preview = segment(0xe1, [...SOI, ...scan, ...EOI]);
    expect(isCutOff("image/jpeg", bytesOf(SOI, preview, scan))).toBe(true);
    expect(isCutOff("image/jpeg", bytesOf(SOI, preview, scan, EOI))).toBe(false);
  });

  it("a JPEG may have several scans, with tables and fill bytes between them", () => {
    const file = [SOI, scan, segment(0xc4, [1, 2]), scan, [0xff, 0xff]];
    expect(isCutOff("image/jpeg", bytesOf(...file))).toBe(true);
    expect(isCutOff("image/jpeg", bytesOf(...file, EOI))).toBe(false);
  });
});
