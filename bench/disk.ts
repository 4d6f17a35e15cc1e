/** The disk's own rate, without Downspout: the baseline for uploads. */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/**
 * Files, each hashed, written and synced, one after another: the least that storing one takes. Its rate per second, and
 * the processor time of each in milliseconds.
 */
export function diskFiles(
  folder: string,
  bytes: Buffer,
  count: number,
): { readonly rate: number; readonly processorMs: number } {
  const paths = Array.from({ length: count }, (_, at) => join(folder, `baseline.${at}.file`));
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (const path of paths) {
    const handle = openSync(path, "w");
    createHash("sha256").update(bytes).digest();
    writeSync(handle, bytes);
    fsyncSync(handle);
    closeSync(handle);
  }
  const { user, system } = process.cpuUsage(before);
  const rate = (count / (performance.now() - startedAt)) * 1000;
  for (const path of paths) rmSync(path);
  return { rate, processorMs: (user + system) / 1000 / count };
}
