/**
 * A token bucket for each network address, which limits the requests of clients that are not signed in. A bucket is
 * stored as the time at which it will be full again (the generic cell rate algorithm).
 */
export interface RequestRateLimit {
  /** Requests per second. */
  readonly rate: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

/** Full buckets are removed above this number of addresses. */
const MAX_ADDRESSES = 10_000;

export class RequestRate {
  readonly burst: number;
  readonly #intervalMs: number;
  readonly #burstMs: number;
  readonly #now: () => number;
  readonly #fullAt = new Map<string, number>();

  constructor({ rate, burst }: RequestRateLimit, now: () => number = Date.now) {
    this.burst = burst;
    this.#intervalMs = 1000 / rate;
    this.#burstMs = burst * this.#intervalMs;
    this.#now = now;
  }

  /** Counts one request if it is allowed now. Returns 0, or the milliseconds until it would be. */
  take(address: string | null): number {
    const waitMs = this.#waitFor(address, 1);
    if (waitMs === 0) this.reserve(address, 1);
    return waitMs;
  }

  /** Counts requests in any case. Returns the milliseconds to wait before they run. A null address has no limit. */
  reserve(address: string | null, count: number): number {
    if (address === null || count === 0) return 0;
    // More than a full bucket is never available: such a batch runs when the bucket is full.
    const waitMs = this.#waitFor(address, Math.min(count, this.burst));
    const now = this.#now();
    const before = Math.max(now, this.#fullAt.get(address) ?? 0);
    this.#fullAt.set(address, before + count * this.#intervalMs);
    if (this.#fullAt.size > MAX_ADDRESSES) this.#removeFull(now);
    return waitMs;
  }

  #waitFor(address: string | null, count: number): number {
    if (address === null) return 0;
    const now = this.#now();
    const before = Math.max(now, this.#fullAt.get(address) ?? 0);
    const fullAt = before + count * this.#intervalMs;
    return Math.max(0, Math.ceil(fullAt - now - this.#burstMs));
  }

  #removeFull(now: number): void {
    for (const [address, fullAt] of this.#fullAt) {
      if (fullAt <= now) this.#fullAt.delete(address);
    }
  }
}
