/**
 * The data epoch: a random name for the state of a data folder. A restore and an import remove it, so that the next
 * start makes another. Backups do not contain it.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const EPOCH = "epoch";
/** Characters of a UUID. */
const EPOCH_LENGTH = 36;

export function readEpoch(dataDir: string): string {
  const path = join(dataDir, EPOCH);
  const known = existsSync(path) ? readFileSync(path, "utf8") : "";
  // A crash while it was written leaves a file that is empty or cut off.
  if (known.length === EPOCH_LENGTH) return known;
  const epoch = randomUUID();
  writeFileSync(path, epoch, { mode: 0o600 });
  return epoch;
}

export function forgetEpoch(dataDir: string): void {
  rmSync(join(dataDir, EPOCH), { force: true });
}
