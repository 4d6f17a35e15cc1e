/**
 * What a disk can do to the server, told from the errors of SQLite and of the file system.
 *
 * - `full`, `readOnly`: what was asked for was refused, and nothing of it is there. The server goes on, and works again when the
 *   cause is gone.
 * - `lost`: a write or a sync failed, or what was read is not what was written. Whether the last commit is on the disk is then
 *   nobody's knowledge: after a sync that failed the system takes the pages for clean, so that a second one succeeds and means
 *   nothing. Whoever wrote must stop, and learn at the next start what the disk has.
 */
export type DiskFault = "full" | "readOnly" | "lost";

/** For the person who waits for an answer. */
const DISK_FAULT_SENTENCES: Readonly<Record<DiskFault, string>> = {
  full: "The disk of the server is full. Nothing was saved.",
  readOnly: "The disk of the server cannot be written. Nothing was saved.",
  lost: "The disk of the server failed.",
};

/** What a person may be told of the error, or null where it is not the disk's. Also of one that has nothing left but this sentence. */
export function diskFaultSentence(error: unknown): string | null {
  const fault = diskFaultOf(error);
  if (fault !== null) return DISK_FAULT_SENTENCES[fault];
  const told = error instanceof Error ? error.message : "";
  return Object.values(DISK_FAULT_SENTENCES).includes(told) ? told : null;
}

const BY_CODE: readonly (readonly [RegExp, DiskFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, "full"],
  [/^(SQLITE_READONLY(_\w+)?|EROFS|EACCES|EPERM)$/, "readOnly"],
  [/^(SQLITE_(IOERR|CORRUPT|NOTADB)(_\w+)?|EIO)$/, "lost"],
];

/** Of the error, or of what caused it. Null where no disk is at fault. */
export function diskFaultOf(error: unknown): DiskFault | null {
  const code = diskFaultCode(error);
  return BY_CODE.find(([codes]) => codes.test(code ?? ""))?.[1] ?? null;
}

/** As the system names it: `ENOSPC`, `SQLITE_IOERR_FSYNC`. */
export function diskFaultCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && BY_CODE.some(([codes]) => codes.test(code))) {
    return code;
  }
  return diskFaultCode(error.cause);
}
