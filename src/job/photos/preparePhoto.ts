import { thumbnailOf } from "./makeThumbnail";
import { cutOffImageSentence } from "@domain/files/images";
import { UploadFailure } from "@/offline/photos/uploadFile";
import { decodePicture, type Picture } from "./picture";
import { shrinkPhoto, type ShrunkPhoto } from "./shrinkPhoto";
import { wholePhoto } from "./wholePhoto";

/** The picture and the thumbnail that are uploaded for a photo. */
export interface PreparedPhoto extends ShrunkPhoto {
  /** The thumbnail, also used as the preview on this device. Null if the browser cannot make one. */
  readonly thumbnail: Blob | null;
}

/**
 * Shrinks a photo and makes its thumbnail, from one decoded picture. A file
 * that the browser cannot decode stays as it is.
 *
 * @throws UploadFailure if the photo is cut off.
 */
export async function preparePhoto(
  chosen: File,
  isDrawing: boolean,
  decode: (blob: Blob) => Promise<Picture> = decodePicture,
): Promise<PreparedPhoto> {
  const file = await wholePhoto(chosen);
  if (file === null) throw new UploadFailure(cutOffImageSentence(chosen.name), "refused");
  let picture: Picture;
  try {
    picture = await decode(file);
  } catch {
    return { body: file, name: file.name, thumbnail: null };
  }
  try {
    const thumbnail = await thumbnailOf(picture, isDrawing);
    return { ...(await shrinkPhoto(file, picture, decode)), thumbnail };
  } finally {
    picture.close();
  }
}
