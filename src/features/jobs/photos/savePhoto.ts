import { downloadFile } from "@/lib/downloadFile";

/** Extensions of the types that photos may have: see IMAGE_TYPES in domain/images. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/avif": ".avif",
  "image/heic": ".heic",
  "image/heif": ".heif",
};

/** Characters that some systems do not allow in file names. */
const UNSAFE = /[\\/:*?"<>|]/g;

const HAS_EXTENSION = /\.[a-z0-9]{3,5}$/i;

/**
 * Saves the photo at a URL as a file, with the extension of its type unless `name` has one. Rejects if it cannot be
 * loaded.
 */
export async function savePhoto(url: string, name: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The photo answered ${response.status}.`);
  const photo = await response.blob();
  const safeName = name.replace(UNSAFE, "-");
  const extension = EXTENSIONS[photo.type] ?? ".jpg";
  downloadFile(
    HAS_EXTENSION.test(safeName) ? safeName : `${safeName}${extension}`,
    photo,
  );
}
