/**
 * The data epoch: a random name for the state of a data folder. A restore and an import remove it, so that the next
 * start makes another. Backups do not contain it.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const EPOCH = "epoch";

export function readEpoch(dataDir: string): string {
  const path = join(dataDir, EPOCH);
  // A crash while it was written leaves an empty file: that is another epoch, too.
  if (existsSync(path)) return readFileSync(path, "utf8");
  const epoch = randomUUID();
  writeFileSync(path, epoch, { mode: 0o600 });
  return epoch;
}

export function forgetEpoch(dataDir: string): void {
  rmSync(join(dataDir, EPOCH), { force: true });
}
