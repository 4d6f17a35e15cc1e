/**
 * Classifies disk errors by the error codes of SQLite and of the file system.
 *
 * - `full`, `readOnly`: the write was refused and nothing was written. The server keeps running and
 *   recovers when the cause is removed.
 * - `lost`: an I/O error or corruption. Whether the last commit is durable is unknown: after a failed
 *   fsync the operating system marks the pages clean, so a later fsync succeeds without writing them.
 *   The process must stop writing and reopen the database.
 */
export type DiskFault = "full" | "readOnly" | "lost";

/** Shown to clients. */
const DISK_FAULT_MESSAGES: Readonly<Record<DiskFault, string>> = {
  full: "The disk of the server is full. Nothing was saved.",
  readOnly: "The disk of the server cannot be written. Nothing was saved.",
  lost: "The disk of the server failed.",
};

/**
 * The message for clients, or null if the error is not a disk error. An error that crossed a function
 * boundary may have lost its code and kept only this message, which is recognized too.
 */
export function diskFaultMessage(error: unknown): string | null {
  const fault = diskFaultOf(error);
  if (fault !== null) return DISK_FAULT_MESSAGES[fault];
  const message = error instanceof Error ? error.message : "";
  return Object.values(DISK_FAULT_MESSAGES).includes(message) ? message : null;
}

const BY_CODE: readonly (readonly [RegExp, DiskFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, "full"],
  [/^(SQLITE_READONLY(_\w+)?|EROFS|EACCES|EPERM)$/, "readOnly"],
  [/^(SQLITE_(IOERR|CORRUPT|NOTADB)(_\w+)?|EIO)$/, "lost"],
];

/** Searches the error and its causes. Null if none is a disk error. */
export function diskFaultOf(error: unknown): DiskFault | null {
  const code = diskFaultCode(error);
  return BY_CODE.find(([codes]) => codes.test(code ?? ""))?.[1] ?? null;
}

/** The system's error code, such as `ENOSPC` or `SQLITE_IOERR_FSYNC`. */
export function diskFaultCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && BY_CODE.some(([codes]) => codes.test(code))) {
    return code;
  }
  return diskFaultCode(error.cause);
}
