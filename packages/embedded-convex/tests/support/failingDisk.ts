/** Disks that fail, in the places where the server takes one. */
import type { Atomically } from "../../src/store/atomically";

/** As SQLite and the file system throw them. */
export function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: the disk is at fault`), { code });
}

export interface FailingCommits {
  /** The code of the error that commits fail with, or null where they do not. */
  code: string | null;
  /** Whether the changes are on the disk all the same, as after a sync that failed they may be. */
  areWritten: boolean;
  /** How many were asked for. */
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
      // Inside, so that SQLite takes back what was changed.
      return own(() => {
        change();
        throw diskError(code);
      });
    },
  };
  return commits;
}
