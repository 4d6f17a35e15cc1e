import { ImageEnd } from "@domain/files/imageEnd";
import { detectImageType, SIGNATURE_BYTES } from "@domain/files/images";
import { drawsAllButAnEdge } from "./picture";

const JPEG_END = Uint8Array.of(0xff, 0xd9);

/**
 * The photo, with its last two bytes if it is a JPEG that lacks only those, as some panoramas are saved. Null if more
 * of it is missing: a browser would draw the rest in grey.
 */
export async function wholePhoto(
  file: File,
  drawsWhole: (file: File) => Promise<boolean> = drawsAllButAnEdge,
): Promise<File | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = detectImageType(bytes.subarray(0, SIGNATURE_BYTES));
  if (type === null) return file;
  const end = new ImageEnd(type);
  end.push(bytes);
  if (!end.isCutOff) return file;
  if (type !== "image/jpeg" || !(await drawsWhole(file))) return null;
  const { name, lastModified } = file;
  return new File([file, JPEG_END], name, { type: file.type, lastModified });
}
