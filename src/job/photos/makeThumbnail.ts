import { MAX_THUMBNAIL_BYTES, THUMBNAIL_EDGE_PX } from "@domain/files/images";
import { encodeNear, fitWithin } from "./photoSize";
import { decodePicture, type Picture } from "./picture";

/** Thin lines need a high quality, so a drawing loses pixels instead. */
const DRAWING_QUALITY = 0.92;
const SMALLER = 0.8;
const SMALLEST_EDGE_PX = 120;

/** `encodeNear` may exceed its budget by a tenth. */
const BUDGET_BYTES = MAX_THUMBNAIL_BYTES / 1.1;

/** The thumbnail of a photo. Null if the browser cannot decode the photo. */
export async function makeThumbnail(
  photo: Blob,
  isDrawing: boolean,
  decode: (blob: Blob) => Promise<Picture> = decodePicture,
): Promise<Blob | null> {
  let picture: Picture;
  try {
    picture = await decode(photo);
  } catch {
    return null;
  }
  try {
    return await thumbnailOf(picture, isDrawing);
  } finally {
    picture.close();
  }
}

/**
 * The small copy of a picture as a JPEG on white, at most 480 px wide and high
 * and 40,000 bytes. Null if it does not get that small.
 */
export async function thumbnailOf(picture: Picture, isDrawing: boolean): Promise<Blob | null> {
  for (let edge = THUMBNAIL_EDGE_PX; edge > SMALLEST_EDGE_PX; edge *= SMALLER) {
    const thumbnail = await drawn(picture, edge, isDrawing);
    if (thumbnail.size <= MAX_THUMBNAIL_BYTES) return thumbnail;
  }
  return null;
}

async function drawn(picture: Picture, edge: number, isDrawing: boolean): Promise<Blob> {
  const drawing = await picture.drawAt(fitWithin(picture, edge), {
    onWhite: true,
  });
  const encode = (quality: number) => drawing.encode("image/jpeg", quality);
  try {
    return isDrawing ? await encode(DRAWING_QUALITY) : await encodeNear(BUDGET_BYTES, encode);
  } finally {
    drawing.close();
  }
}
