/** The disk's own rate, without Downspout: the baseline for uploads. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Files per second, each written, synced and deleted, one after another. */
export function diskFiles(
  folder: string,
  bytes: Buffer,
  count: number,
): number {
  const path = join(folder, "baseline.file");
  const startedAt = performance.now();
  for (let file = 0; file < count; file += 1) {
    const handle = openSync(path, "w");
    writeSync(handle, bytes);
    fsyncSync(handle);
    closeSync(handle);
    rmSync(path);
  }
  return (count / (performance.now() - startedAt)) * 1000;
}
