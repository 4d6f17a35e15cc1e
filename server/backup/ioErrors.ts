/** Turns errors of the disk and the database into sentences for the operator. */
import { StartupError } from "embedded-convex";

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "there is no space left on the disk",
  EDQUOT: "there is no space left on the disk",
  SQLITE_FULL: "there is no space left on the disk",
  EACCES: "this user has no permission to write there",
  EPERM: "this user has no permission to write there",
  EROFS: "the disk is read-only",
  SQLITE_BUSY: "the database stayed busy",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_NOTADB: "the database is damaged",
};

/**
 * `The backup could not be made: there is no space left on the disk. <consequence>`. An error without a code is a bug
 * or has its sentence already, and is returned as it is.
 */
export function asStartupError(error: unknown, failure: string, consequence: string): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code !== "string" || error instanceof StartupError) return error;
  const reason = REASONS[code] ?? code;
  return new StartupError(`${failure}: ${reason}. ${consequence}`, {
    cause: error,
  });
}
