import type { Browser } from "@playwright/test";

export interface PhotoFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface PhotoOptions extends Partial<Size> {
  readonly name: string;
  /** EXIF orientation, 1 to 8, as a camera writes it. */
  readonly orientation?: number;
}

/**
 * A JPEG like a phone's photo: 12 megapixels by default, with noise. As stored, its top-left quarter is red, top-right
 * green, bottom-left blue and bottom-right white; the EXIF header has the orientation.
 */
export async function takePhoto(
  browser: Browser,
  { name, width = 4032, height = 3024, orientation = 1 }: PhotoOptions,
): Promise<PhotoFile> {
  const size = `${width}x${height}`;
  const jpeg = drawn.get(size) ?? draw(browser, { width, height });
  drawn.set(size, jpeg);
  const buffer = withOrientation(await jpeg, orientation);
  return { name, mimeType: "image/jpeg", buffer };
}

/** What this worker has drawn, by size: a phone's photo takes a second. */
const drawn = new Map<string, Promise<Buffer>>();

async function draw(browser: Browser, size: Size): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    return Buffer.from(await page.evaluate(drawJpeg, size), "base64");
  } finally {
    await page.close();
  }
}

async function drawJpeg(size: Size) {
  const canvas = document.createElement("canvas");
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser has no canvas.");
  const halfWidth = size.width / 2;
  const halfHeight = size.height / 2;
  ["#c03030", "#30a040", "#3050c0", "#e8e8e8"].forEach((color, quarter) => {
    context.fillStyle = color;
    context.fillRect(
      (quarter % 2) * halfWidth,
      Math.floor(quarter / 2) * halfHeight,
      halfWidth,
      halfHeight,
    );
  });
  // Noise, so that the JPEG is as large as a real photo.
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const marks = (size.width * size.height) / 200;
  for (let mark = 0; mark < marks; mark++) {
    context.fillStyle = `rgba(${random() * 255}, ${random() * 255}, ${random() * 255}, 0.12)`;
    context.fillRect(
      random() * size.width,
      random() * size.height,
      2 + random() * 24,
      2 + random() * 10,
    );
  }
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", 0.92),
  );
  if (!blob) throw new Error("The canvas gave no JPEG.");
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(binary);
}

/** Inserts an EXIF segment with one tag, Orientation, after the JPEG's start marker. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM", 0, "latin1");
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const payload = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const header = Buffer.alloc(4);
  header.writeUInt16BE(0xffe1, 0);
  header.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), header, payload, jpeg.subarray(2)]);
}
