/**
 * A random secret in a file. It is generated once, readable by its owner only, and synced to disk before it is used:
 * losing a secret that is in use would sign everyone out.
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
 * Reads the secret, or generates it if the file does not exist.
 * @throws StartupError if the file holds no valid secret.
 */
export function secretFile(file: string): string {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    makeSecret(file);
  }
  // A copied or restored file may have wider permissions.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  const secret = readFileSync(file, "utf8").trim();
  if (!SECRET.test(secret)) {
    throw new StartupError(
      `The secret in ${file} is damaged. Restore it from a backup. Without a backup, delete the file: the server makes a new secret, and everyone must sign in again.`,
    );
  }
  return secret;
}

/** Replaces the secret, or generates it. No server may be using it. */
export function replaceSecret(file: string): void {
  renameSync(writeNewSecret(file), file);
  syncFolderNow(path.dirname(file));
}

/** Returns the name of a file beside it with a new secret. */
function writeNewSecret(file: string): string {
  const unfinished = `${file}.${process.pid}.tmp`;
  const handle = openSync(unfinished, "w", 0o600);
  try {
    writeSync(handle, `${randomBytes(32).toString("base64url")}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return unfinished;
}

function makeSecret(file: string): void {
  const unfinished = writeNewSecret(file);
  try {
    // A link fails if the name exists, so two concurrent first starts read the same secret.
    linkSync(unfinished, file);
    rmSync(unfinished);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") rmSync(unfinished);
    // Some file systems (FAT, network shares) have no hard links.
    else renameSync(unfinished, file);
  }
  syncFolderNow(path.dirname(file));
}
