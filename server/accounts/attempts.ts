/**
 * How often something may be tried, counted per key in memory. The keys are chosen so that nobody can use up another's attempts:
 * see `signInKey`. Counting begins before the attempt is made, so that a thousand at once are no way around it.
 */

export interface AttemptRule {
  readonly max: number;
  readonly windowMs: number;
}

export interface Attempts {
  /** Counts one; answers how long to wait where there is none left, and 0 where it may be made. */
  take(key: string): number;
  /** It succeeded: what went before is forgiven. */
  forgive(key: string): void;
}

const MAX_KEYS = 10_000;

export function attempts(rule: AttemptRule, clock: () => number): Attempts {
  const made = new Map<string, { count: number; until: number }>();
  return {
    take: (key) => {
      const now = clock();
      const entry = made.get(key);
      if (entry === undefined || entry.until <= now) {
        made.delete(key);
        makeRoom(made, now);
        made.set(key, { count: 1, until: now + rule.windowMs });
        return 0;
      }
      if (entry.count >= rule.max) return entry.until - now;
      entry.count += 1;
      return 0;
    },
    forgive: (key) => void made.delete(key),
  };
}

/**
 * A browser that has signed in to this account before has attempts of its own; all others share those of their address. So a
 * stranger who fails on purpose locks out neither another account, nor another address, nor the owner's own browser.
 */
export function signInKey(o: {
  email: string;
  address: string;
  deviceId: string | null;
}): string {
  return o.deviceId === null
    ? `address ${o.address} ${o.email}`
    : `device ${o.deviceId} ${o.email}`;
}

function makeRoom(made: Map<string, { until: number }>, now: number): void {
  if (made.size < MAX_KEYS) return;
  for (const [key, { until }] of made) if (until <= now) made.delete(key);
  // Oldest first: a Map keeps the order in which keys came.
  for (const key of made.keys()) {
    if (made.size < MAX_KEYS) return;
    made.delete(key);
  }
}
