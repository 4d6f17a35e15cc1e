import { StartupError } from "embedded-convex";
/** What a person is told where a copy could not be made or taken back: the disk's reasons in words, ours as they are. */

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "there is no room left on the disk",
  EDQUOT: "there is no room left on the disk",
  SQLITE_FULL: "there is no room left on the disk",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk can only be read",
  SQLITE_BUSY: "the database was busy all the time",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_NOTADB: "the database is damaged",
};

/**
 * A sentence for what the disk or the database refused, as `The backup could not be made: there is no room left on the disk.` and
 * what follows. Anything else is a fault of ours, or a sentence already, and comes back as it is.
 */
export function failureOf(
  thrown: unknown,
  what: string,
  after: string,
): unknown {
  const { code } = thrown as { code?: unknown };
  if (typeof code !== "string" || thrown instanceof StartupError) return thrown;
  return new StartupError(`${what}: ${REASONS[code] ?? code}. ${after}`, {
    cause: thrown,
  });
}
