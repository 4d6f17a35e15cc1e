/**
 * Files that hold what people entrusted to this server, which nobody else on the machine may read. SQLite makes its files for
 * everybody to read, and gives those beside them (-wal, -shm) the permissions of the first; so that one is made here before.
 */
import { chmodSync, closeSync, openSync, statSync } from "node:fs";

/** Makes the file, empty, if it is not there; takes it from others if it is. */
export function makeOwnerOnly(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    closeSync(openSync(file, "a", 0o600));
  }
  // A copy or a restored backup may have come with wider permissions.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}
