/**
 * Runs changes in one SQLite transaction. Every write of the store goes through `Atomically`, so disk
 * errors are handled, and simulated in tests, in one place.
 *
 * Invariant: when it returns, the changes are durable; when it throws, none is applied. The exception
 * is a `lost` disk (see diskFaults.ts): the outcome is unknown, so callers must not report a result and
 * nothing is written afterwards.
 */
import { diskFaultOf } from "./diskFaults";
import type { Sqlite } from "./sqlite";

export type Atomically = <T>(change: () => T) => T;

export function atomicallyIn(sqlite: Sqlite): Atomically {
  return (change) => sqlite.transaction(change)();
}

/**
 * Rejects all changes after the disk is lost. Calls `onLost` before it throws, so that the handler can
 * exit the process before any caller gets an error for a commit that may be durable.
 */
export function stopWhenLost(atomically: Atomically, onLost: (error: unknown) => void): Atomically {
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
