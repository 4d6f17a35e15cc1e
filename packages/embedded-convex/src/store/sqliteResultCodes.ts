/** SQLite's names of its result codes (https://sqlite.org/rescode.html): `node:sqlite` gives the number alone. */

const PRIMARY: readonly string[] = [
  "OK",
  "ERROR",
  "INTERNAL",
  "PERM",
  "ABORT",
  "BUSY",
  "LOCKED",
  "NOMEM",
  "READONLY",
  "INTERRUPT",
  "IOERR",
  "CORRUPT",
  "NOTFOUND",
  "FULL",
  "CANTOPEN",
  "PROTOCOL",
  "EMPTY",
  "SCHEMA",
  "TOOBIG",
  "CONSTRAINT",
  "MISMATCH",
  "MISUSE",
  "NOLFS",
  "AUTH",
  "FORMAT",
  "RANGE",
  "NOTADB",
  "NOTICE",
  "WARNING",
];

/** The suffixes of the extended codes 1, 2, 3, ... of each primary code. */
const EXTENDED: Readonly<Record<string, string>> = {
  ERROR: "MISSING_COLLSEQ RETRY SNAPSHOT",
  ABORT: "- ROLLBACK",
  BUSY: "RECOVERY SNAPSHOT TIMEOUT",
  LOCKED: "SHAREDCACHE VTAB",
  READONLY: "RECOVERY CANTLOCK ROLLBACK DBMOVED CANTINIT DIRECTORY",
  IOERR:
    "READ SHORT_READ WRITE FSYNC DIR_FSYNC TRUNCATE FSTAT UNLOCK RDLOCK DELETE BLOCKED NOMEM ACCESS CHECKRESERVEDLOCK LOCK CLOSE DIR_CLOSE SHMOPEN SHMSIZE SHMLOCK SHMMAP SEEK DELETE_NOENT MMAP GETTEMPPATH CONVPATH VNODE AUTH BEGIN_ATOMIC COMMIT_ATOMIC ROLLBACK_ATOMIC DATA CORRUPTFS IN_PAGE",
  CORRUPT: "VTAB SEQUENCE INDEX",
  CANTOPEN: "NOTEMPDIR ISDIR FULLPATH CONVPATH DIRTYWAL SYMLINK",
  CONSTRAINT:
    "CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID PINNED DATATYPE",
  AUTH: "USER",
  NOTICE: "RECOVER_WAL RECOVER_ROLLBACK RBU",
  WARNING: "AUTOINDEX",
};

/** `SQLITE_IOERR_FSYNC` for 1034; the primary code's name for an extended code that is not listed. */
export function resultCodeName(code: number): string {
  const primary = PRIMARY[code & 0xff];
  if (primary === undefined) return `UNKNOWN_SQLITE_ERROR_${code}`;
  const suffix = EXTENDED[primary]?.split(" ")[(code >> 8) - 1];
  return suffix === undefined || suffix === "-"
    ? `SQLITE_${primary}`
    : `SQLITE_${primary}_${suffix}`;
}
