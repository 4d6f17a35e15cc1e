/**
 * Owner-only file permissions for databases and other private files.
 *
 * SQLite creates files readable by everyone, and copies the database file's mode to its -wal and -shm
 * files. So the database file is created here, before SQLite opens it.
 */
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { StartupError } from "./errors";

/** Creates an empty file with mode 0600 if it is missing; removes the permissions of others if it exists. */
export function makeOwnerOnly(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    closeSync(openSync(file, "a", 0o600));
  }
  // Copies and restored backups may have wider permissions.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

/**
 * For commands that run beside the server: the server could not read files that another user (such as
 * root) creates. Does nothing on Windows, which has no user ids.
 * @throws StartupError if another user owns the path.
 */
export function requireSameUser(path: string, user = process.getuid?.()): void {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  if (user === undefined || owner === undefined || owner === user) return;
  throw new StartupError(
    `${path} belongs to another user (uid ${owner}). Run this as that user (sudo -u), so that the server can access the files it creates.`,
  );
}
