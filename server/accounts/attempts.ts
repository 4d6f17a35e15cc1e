/**
 * How often something may be tried, counted in memory by who tries and at what. The keys are chosen so that nobody can use up
 * another's attempts: see `signInKey`. Counting begins before the attempt is made, so that a thousand at once are no way around it.
 *
 * Always true: nobody makes their own attempts be forgotten by trying at something else. Who tries at very many things has one
 * count for all that come after the first, and only with them goes out of memory.
 */

export interface AttemptRule {
  readonly max: number;
  readonly windowMs: number;
}

export interface AttemptKey {
  readonly by: string;
  readonly at: string;
}

export interface Attempts {
  /** Counts one; answers how long to wait where there is none left, and 0 where it may be made. */
  take(key: AttemptKey): number;
  /** It succeeded: what went before is forgiven. */
  forgive(key: AttemptKey): void;
}

interface Count {
  count: number;
  readonly until: number;
}

const MAX_CALLERS = 5_000;
const MAX_THINGS = 100;
/** No e-mail address is the empty text. */
const ALL_OTHERS = "";

export function attempts(rule: AttemptRule, clock: () => number): Attempts {
  const made = new Map<string, Map<string, Count>>();
  return {
    take: ({ by, at }) => {
      const now = clock();
      const own = made.get(by) ?? new Map<string, Count>();
      const counted = countIn(own, at, now);
      if (counted === null) {
        own.set(own.has(at) || own.size < MAX_THINGS ? at : ALL_OTHERS, {
          count: 1,
          until: now + rule.windowMs,
        });
        keepNewest(made, by, own);
        return 0;
      }
      if (counted.count >= rule.max) return counted.until - now;
      counted.count += 1;
      return 0;
    },
    forgive: ({ by, at }) => {
      const own = made.get(by);
      own?.delete(at);
      if (own?.size === 0) made.delete(by);
    },
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
}): AttemptKey {
  const by =
    o.deviceId === null ? `address ${o.address}` : `device ${o.deviceId}`;
  return { by, at: o.email };
}

/** The count that an attempt at this belongs to, or null where a new one begins. */
function countIn(
  own: Map<string, Count>,
  at: string,
  now: number,
): Count | null {
  const found = own.get(at) ?? (isFull(own, now) ? own.get(ALL_OTHERS) : null);
  return found && found.until > now ? found : null;
}

function isFull(own: Map<string, Count>, now: number): boolean {
  if (own.size < MAX_THINGS) return false;
  for (const [at, { until }] of own) if (until <= now) own.delete(at);
  return own.size >= MAX_THINGS;
}

/** A Map keeps the order in which keys came: who began a count last stands last, and who did so longest ago goes first. */
function keepNewest(
  made: Map<string, Map<string, Count>>,
  by: string,
  own: Map<string, Count>,
): void {
  made.delete(by);
  made.set(by, own);
  for (const oldest of made.keys()) {
    if (made.size <= MAX_CALLERS) return;
    made.delete(oldest);
  }
}
