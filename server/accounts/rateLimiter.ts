/**
 * A fixed-window rate limiter in memory, keyed by caller and target. An attempt is counted before it is made, so
 * concurrent attempts cannot exceed the limit.
 *
 * Invariant: a caller cannot evict their own counts by trying other targets. After MAX_TARGETS targets, all further
 * targets of the caller share one count.
 */

export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
}

export interface RateLimitKey {
  readonly caller: string;
  readonly target: string;
}

export interface RateLimiter {
  /** Counts one attempt. Returns 0 if it is allowed, else the milliseconds to wait. */
  take(key: RateLimitKey): number;
  /** Clears the count after a success. */
  reset(key: RateLimitKey): void;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

type Windows = Map<string, Window>;

const MAX_CALLERS = 5_000;
const MAX_TARGETS = 100;
/** The shared count. No target is the empty string. */
const OTHER_TARGETS = "";

export function rateLimiter(limit: RateLimit, clock: () => number): RateLimiter {
  const callers = new Map<string, Windows>();
  return {
    take: ({ caller, target }) => {
      const now = clock();
      const windows = callers.get(caller) ?? new Map<string, Window>();
      const current = currentWindow(windows, target, now);
      if (current === null) {
        const hasRoom = windows.has(target) || windows.size < MAX_TARGETS;
        windows.set(hasRoom ? target : OTHER_TARGETS, {
          count: 1,
          endsAt: now + limit.windowMs,
        });
        keepNewest(callers, caller, windows);
        return 0;
      }
      if (current.count >= limit.max) return current.endsAt - now;
      current.count += 1;
      return 0;
    },
    reset: ({ caller, target }) => {
      const windows = callers.get(caller);
      windows?.delete(target);
      if (windows?.size === 0) callers.delete(caller);
    },
  };
}

/**
 * A browser that has signed in to this account before has its own count; all others share the count of their address.
 * So an attacker who fails on purpose cannot lock out another account, another address, or the owner's own browser.
 */
export function signInKey(o: {
  email: string;
  address: string;
  deviceId: string | null;
}): RateLimitKey {
  const caller = o.deviceId === null ? `address ${o.address}` : `device ${o.deviceId}`;
  return { caller, target: o.email };
}

/** The open window that counts attempts at this target, or null if a new one begins. */
function currentWindow(windows: Windows, target: string, now: number): Window | null {
  const found = windows.get(target) ?? (isFull(windows, now) ? windows.get(OTHER_TARGETS) : null);
  return found && found.endsAt > now ? found : null;
}

function isFull(windows: Windows, now: number): boolean {
  if (windows.size < MAX_TARGETS) return false;
  for (const [target, { endsAt }] of windows) {
    if (endsAt <= now) windows.delete(target);
  }
  return windows.size >= MAX_TARGETS;
}

/** Evicts the callers whose newest window is oldest. A Map iterates in insertion order. */
function keepNewest(callers: Map<string, Windows>, caller: string, windows: Windows): void {
  callers.delete(caller);
  callers.set(caller, windows);
  for (const oldest of callers.keys()) {
    if (callers.size <= MAX_CALLERS) return;
    callers.delete(oldest);
  }
}
