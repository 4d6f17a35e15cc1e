import { statfsSync } from "node:fs";

/** Free bytes on the disk of the folder, for a user without privileges. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
