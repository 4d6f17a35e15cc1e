/**
 * Secrets that this machine made for itself. Each is made once, readable by the owner alone, and on the disk before it is used:
 * a secret that was used and then lost would sign everybody out.
 */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { StartupError, syncFolderNow } from "embedded-convex";

const SECRET = /^[A-Za-z0-9_-]{43,}$/;

/**
 * Reads the secret at `file`, or makes it there.
 * @throws StartupError where what is there is no secret.
 */
export function secretFile(file: string): string {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    makeSecret(file);
  }
  // A copy or a restored backup may have come with wider permissions.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  const secret = readFileSync(file, "utf8").trim();
  if (!SECRET.test(secret)) {
    throw new StartupError(
      `The secret in ${file} is damaged. Restore the file from a backup; if there is none, remove it: a new one is made, and everybody signs in again.`,
    );
  }
  return secret;
}

function makeSecret(file: string): void {
  const unfinished = `${file}.${process.pid}.tmp`;
  const handle = openSync(unfinished, "w", 0o600);
  try {
    writeSync(handle, `${randomBytes(32).toString("base64url")}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    // A link fails where the name is taken, so that of two first starts at once both read the same secret.
    linkSync(unfinished, file);
    rmSync(unfinished);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") rmSync(unfinished);
    // A memory stick or a network share may know no links.
    else renameSync(unfinished, file);
  }
  syncFolderNow(path.dirname(file));
}
