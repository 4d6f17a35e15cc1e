import type { ImageType } from "@domain/files/images";

export { asJpeg } from "../../packages/embedded-convex/tests/crash/upload";

/**
 * One small file of each accepted type. All except the HEIC ones are complete images that a browser decodes; those are
 * the first bytes that an iPhone and a camera write, which determine the type.
 */
const BASE64: Readonly<Record<ImageType, string>> = {
  "image/jpeg":
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYArv/2Q==",
  "image/png":
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4AWI6YGDwHwAAAP//6pwpAwAAAAZJREFUAwAE/gIiYQyBhQAAAABJRU5ErkJggg==",
  "image/webp": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
  "image/gif": "R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==",
  "image/avif":
    "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=",
  // ftyp: heic; mif1, MiHE, MiPr, miaf, MiHB, heic
  "image/heic": "AAAAKGZ0eXBoZWljAAAAAG1pZjFNaUhFTWlQcm1pYWZNaUhCaGVpYw==",
  // ftyp: mif1; mif1, miaf
  "image/heif": "AAAAGGZ0eXBtaWYxAAAAAG1pZjFtaWFm",
};

export function imageBytes(type: ImageType): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(BASE64[type]), (char) => char.charCodeAt(0));
}

export function textBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}
