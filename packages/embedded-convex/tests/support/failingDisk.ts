/** Failing disks, for the interfaces through which the server uses one. */
import type { Atomically } from "../../src/store/atomically";

/** Errors as SQLite and the file system throw them. */
export function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: the disk is at fault`), { code });
}

export interface FailingCommits {
  /** The code of the error that commits fail with, or null if they succeed. */
  code: string | null;
  /** Whether the changes are on disk despite the error, as may happen after a failed sync. */
  areWritten: boolean;
  /** The number of attempted commits. */
  count: number;
  readonly atomically: (own: Atomically) => Atomically;
}

export function failingCommits(): FailingCommits {
  const commits: FailingCommits = {
    code: null,
    areWritten: false,
    count: 0,
    atomically: (own) => (change) => {
      commits.count += 1;
      const { code, areWritten } = commits;
      if (code === null) return own(change);
      if (areWritten) {
        own(change);
        throw diskError(code);
      }
      // Thrown inside the transaction, so that SQLite rolls it back.
      return own(() => {
        change();
        throw diskError(code);
      });
    },
  };
  return commits;
}
