/**
 * The one way in which the store writes: some changes in one SQLite transaction. It is also where a disk that fails is met, and
 * where a test puts one.
 *
 * Always true: when it returns, the changes are on the disk; when it throws what is no lost disk, none of them is there. After a
 * lost disk neither can be said, so nobody may be told anything any more, and nothing is written again (see diskFaults.ts).
 */
import { diskFaultOf } from "./diskFaults";
import type { Sqlite } from "./sqlite";

export type Atomically = <T>(change: () => T) => T;

export function atomicallyIn(sqlite: Sqlite): Atomically {
  return (change) => sqlite.transaction(change)();
}

/** Calls `onLost` before it throws, so that a caller who ends the process there leaves nobody with a wrong answer. */
export function untilLost(
  atomically: Atomically,
  onLost: (error: unknown) => void,
): Atomically {
  let lost: { readonly error: unknown } | null = null;
  return (change) => {
    if (lost !== null) throw lost.error;
    try {
      return atomically(change);
    } catch (error) {
      if (diskFaultOf(error) === "lost") {
        lost = { error };
        onLost(error);
      }
      throw error;
    }
  };
}
