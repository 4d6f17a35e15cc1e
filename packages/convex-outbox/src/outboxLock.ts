import type { OutboxLock } from "./outboxParts";

/** Milliseconds. A frozen tab may keep the lock; sending without it is harmless. */
const LOCK_LIMIT_MS = 10_000;

/** Over plain http there are no locks: every visible tab then sends. */
export function createOutboxLock(name: string, limitMs = LOCK_LIMIT_MS): OutboxLock {
  const locks: LockManager | undefined = navigator.locks;
  return {
    hold: async (work) => {
      const giveUp = new AbortController();
      const timer = setTimeout(() => giveUp.abort(), limitMs);
      const started: ReturnType<typeof work>[] = [];
      const begin = () => {
        const working = work();
        started.push(working);
        return working;
      };
      try {
        await locks?.request(name, { signal: giveUp.signal }, async () => {
          clearTimeout(timer);
          await begin();
        });
      } catch {
        // The lock was not granted. If the work itself failed, its promise rejects below.
      }
      clearTimeout(timer);
      return await (started[0] ?? begin());
    },
  };
}
