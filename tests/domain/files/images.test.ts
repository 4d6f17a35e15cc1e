import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  detectImageType,
  IMAGE_ACCEPT,
  IMAGE_TYPES,
  isAcceptedType,
  MAX_IMAGE_BYTES,
  refuseFile,
  sanitizeFileName,
  SIGNATURE_BYTES,
} from "@domain/files/images";
import { imageBytes, textBytes } from "../../support/images";

describe("the detected type of an image", () => {
  it.each(IMAGE_TYPES)("an image type is detected in %s", (type) => {
    const bytes = imageBytes(type);
    expect(detectImageType(bytes)).toBe(type);
    expect(detectImageType(bytes.subarray(0, SIGNATURE_BYTES))).toBe(type);
  });

  it("an image type is HEIC for a file that names the general brand first", () => {
    const general = Uint8Array.from([
      ...[0, 0, 0, 24],
      ...textBytes("ftypmif1"),
      ...[0, 0, 0, 0],
      ...textBytes("mif1heic"),
    ]);
    expect(detectImageType(general)).toBe("image/heic");
  });

  it("an image type is not read from beyond the box that lists the brands", () => {
    const video = Uint8Array.from([
      ...[0, 0, 0, 20],
      ...textBytes("ftypisom"),
      ...[0, 0, 0, 0],
      ...textBytes("mp41heic"),
    ]);
    expect(detectImageType(video)).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["PDF", "%PDF-1.7"],
    ["a sound in RIFF", "RIFF\0\0\0\0WAVEfmt "],
    ["a video", "\0\0\0\u0018ftypqt  \0\0\0\0qt  "],
    ["half a GIF signature", "GIF88a"],
    ["a bitmap", "BM\0\0"],
  ])("no image type is detected in %s", (_, text) => {
    expect(detectImageType(textBytes(text))).toBeNull();
  });

  it("no image type is detected in any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(detectImageType(textBytes(`<${text}`))).toBeNull();
      }),
    );
  });
});

describe("offered files", () => {
  const photo = { name: "gutter.jpg", declaredType: "image/jpeg", size: 1 };

  it.each([
    ...IMAGE_TYPES,
    "image/jpg",
    "application/octet-stream",
    "IMAGE/PNG",
    "image/jpeg; charset=binary",
    "",
  ])("an offered file may declare %j", (declaredType) => {
    expect(isAcceptedType(declaredType)).toBe(true);
    expect(refuseFile({ ...photo, declaredType })).toBeNull();
  });

  it.each(["image/svg+xml", "image/tiff", "text/html", "application/pdf", "video/mp4"])(
    "an offered file may not declare %s",
    (declaredType) => {
      expect(refuseFile({ ...photo, declaredType })).toBe(
        "gutter.jpg is not a photo we can keep. Use JPEG, PNG, WebP, GIF, AVIF or HEIC.",
      );
    },
  );

  it("an offered file may be up to 20 MB and must not be empty", () => {
    expect(refuseFile({ ...photo, size: MAX_IMAGE_BYTES })).toBeNull();
    expect(refuseFile({ ...photo, size: MAX_IMAGE_BYTES + 1 })).toBe(
      "gutter.jpg is larger than 20 MB. Choose a smaller photo.",
    );
    expect(refuseFile({ ...photo, name: null, size: 0 })).toBe(
      "This file is empty. Choose another photo.",
    );
  });

  it("an offered file is selected by the same types in the file field", () => {
    expect(IMAGE_ACCEPT.split(",")).toEqual([...IMAGE_TYPES]);
    expect(IMAGE_ACCEPT).not.toContain("svg");
  });
});

describe("file names", () => {
  it.each([
    ["gutter.jpg", "gutter.jpg"],
    ["  my   photo.jpg ", "my photo.jpg"],
    ["C:\\Users\\bo\\a.jpg", "a.jpg"],
    ["../../etc/passwd", "passwd"],
    ['<b>"x".jpg', "bx.jpg"],
    ["a\u0000\u202eb.jpg", "ab.jpg"],
    ["", null],
    ["///", null],
    [null, null],
  ])("the file name %j is kept as %j", (name, kept) => {
    expect(sanitizeFileName(name)).toBe(kept);
  });

  it("a file name is cut to a hundred characters", () => {
    expect(sanitizeFileName("é".repeat(300))).toBe("é".repeat(100));
  });
});
