/**
 * Files that hold what people entrusted to this server, which nobody else on the machine may read. SQLite makes its files for
 * everybody to read, and gives those beside them (-wal, -shm) the permissions of the first; so that one is made here before.
 */
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { StartupError } from "./errors";

/** Makes the file, empty, if it is not there; takes it from others if it is. */
export function makeOwnerOnly(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    closeSync(openSync(file, "a", 0o600));
  }
  // A copy or a restored backup may have come with wider permissions.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

/**
 * For a program that runs beside the server: what it makes as another user (as root, say) the server could not use.
 * @throws StartupError. Windows has no such numbers, and nothing is refused there.
 */
export function refuseOtherUser(path: string, user = process.getuid?.()): void {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  if (user === undefined || owner === undefined || owner === user) return;
  throw new StartupError(
    `${path} belongs to another user (number ${owner}): run this as that user, as with sudo -u, so that the server can use what it makes.`,
  );
}
