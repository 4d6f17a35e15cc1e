import { byteBudget, encodeNear, fitWithin, isSmallEnough } from "./photoSize";
import { decodePicture, type Picture } from "./picture";

export interface ShrunkPhoto {
  readonly body: Blob;
  readonly name: string;
}

/** Mean difference per sample (0 to 255) that recompression may cause. */
const MAX_DIFFERENCE = 20;

const HEIC = /^image\/hei[cf]|\.hei[cf]$/i;

/**
 * Scales, rotates and recompresses a photo for upload. Returns the file
 * unchanged if it would not get smaller.
 */
export async function shrinkPhoto(
  file: File,
  picture: Picture,
  decode: (blob: Blob) => Promise<Picture> = decodePicture,
): Promise<ShrunkPhoto> {
  const unchanged = { body: file, name: file.name };
  // A canvas would keep only the first frame of an animation.
  if (file.type === "image/gif") return unchanged;
  // Only Safari displays HEIC, so it is always converted to JPEG.
  const isHeic = HEIC.test(file.type) || HEIC.test(file.name);
  if (!isHeic && isSmallEnough(picture, file.size)) return unchanged;

  const body = await redraw(picture, file.type !== "image/jpeg");
  const isSmaller = body.size < file.size;
  if (!isSmaller && !isHeic) return unchanged;
  if (!(await looksTheSame(picture, body, decode))) return unchanged;
  return { body, name: renamed(file.name, body.type) };
}

async function redraw(picture: Picture, mayBeTransparent: boolean): Promise<Blob> {
  const size = fitWithin(picture);
  const drawing = await picture.drawAt(size);
  try {
    // JPEG has no transparency: transparent pixels would turn black.
    if (mayBeTransparent && drawing.hasTransparency()) {
      return await drawing.encode("image/png");
    }
    return await encodeNear(byteBudget(size), (quality) => drawing.encode("image/jpeg", quality));
  } finally {
    drawing.close();
  }
}

/**
 * Compares thumbnails before and after. A canvas above a phone's memory limit
 * turns out blank without an error.
 */
async function looksTheSame(
  picture: Picture,
  body: Blob,
  decode: (blob: Blob) => Promise<Picture>,
): Promise<boolean> {
  const result = await decode(body);
  try {
    return difference(picture.thumbnail(), result.thumbnail()) < MAX_DIFFERENCE;
  } finally {
    result.close();
  }
}

/** Mean absolute difference of two images' samples, 0 (equal) to 255. */
export function difference(before: Uint8ClampedArray, after: Uint8ClampedArray): number {
  if (before.length !== after.length || before.length === 0) return 255;
  const total = before.reduce(
    (sum, sample, index) => sum + Math.abs(sample - (after[index] ?? 0)),
    0,
  );
  return total / before.length;
}

function renamed(name: string, type: string): string {
  const extension = type === "image/png" ? ".png" : ".jpg";
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, "");
  return `${stem || "photo"}${extension}`;
}
