import { byteBudget, encodeNear, fitWithin, isSmallEnough } from "./photoSize";
import { decodePicture, type Picture } from "./picture";

export interface PreparedPhoto {
  readonly body: Blob;
  readonly name: string;
}

const HEIC = /^image\/hei[cf]|\.hei[cf]$/i;

/** Makes a photo small and upright for the upload; whatever it cannot improve goes up unchanged. */
export async function shrinkPhoto(
  file: File,
  decode: (blob: Blob) => Promise<Picture> = decodePicture,
): Promise<PreparedPhoto> {
  const unchanged = { body: file, name: file.name };
  // A drawing of one frame would stop an animation.
  if (file.type === "image/gif") return unchanged;

  let picture: Picture;
  try {
    picture = await decode(file);
  } catch {
    return unchanged;
  }
  try {
    // Only Apple's browsers show HEIC, so where it can be read it always becomes a JPEG.
    const isHeic = HEIC.test(file.type) || HEIC.test(file.name);
    if (!isHeic && isSmallEnough(picture, file.size)) return unchanged;

    const body = await redraw(picture, file.type !== "image/jpeg");
    const isSmaller = body.size < file.size;
    if (!isSmaller && !isHeic) return unchanged;
    if (!(await showsTheSame(picture, body, decode))) return unchanged;
    return { body, name: renamed(file.name, body.type) };
  } finally {
    picture.close();
  }
}

async function redraw(
  picture: Picture,
  mayBeTransparent: boolean,
): Promise<Blob> {
  const size = fitWithin(picture);
  const drawing = await picture.drawAt(size);
  try {
    // A drawing on a see-through ground would come out black as a JPEG.
    if (mayBeTransparent && drawing.hasTransparency()) {
      return await drawing.encode("image/png");
    }
    return await encodeNear(byteBudget(size), (quality) =>
      drawing.encode("image/jpeg", quality),
    );
  } finally {
    drawing.close();
  }
}

/** A canvas over a phone's memory limit comes out white or black without an error: look before sending. */
async function showsTheSame(
  picture: Picture,
  body: Blob,
  decode: (blob: Blob) => Promise<Picture>,
): Promise<boolean> {
  const result = await decode(body);
  try {
    return difference(picture.thumbnail(), result.thumbnail()) < 20;
  } finally {
    result.close();
  }
}

/** Mean distance of two pictures' samples, 0 (equal) to 255. */
export function difference(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
): number {
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
