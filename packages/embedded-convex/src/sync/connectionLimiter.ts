/**
 * Limits concurrent connections, in total and per network address, so that one machine cannot use them all.
 *
 * Clients that are not signed in never keep members out: where no slot is free, the oldest connection without an
 * identity is closed. A member's client sends its token within the first second.
 */
export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
  /** Connections of one address that have stayed unauthenticated for more than a tick. */
  readonly unauthenticatedPerAddress: number;
}

/** Enough for an office behind one address: some hundred people with several windows each. */
const CONNECTION_LIMITS: ConnectionLimits = {
  total: 5_000,
  perAddress: 1_000,
  unauthenticatedPerAddress: 1_000,
};

export interface ConnectionSlot {
  /** Call when the client signs in or out. A new connection is unauthenticated. */
  setAuthenticated(isAuthenticated: boolean): void;
  /** Call when the connection is closed. Further calls have no effect. */
  release(): void;
}

interface Entry {
  readonly address: string | null;
  readonly close: () => void;
  /** Ticks since the connection was opened or signed out. */
  ticks: number;
}

export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  readonly #perAddress = new Map<string, number>();
  /** Oldest first. */
  readonly #unauthenticated = new Set<Entry>();
  #total = 0;

  constructor(limits: Partial<ConnectionLimits> = {}) {
    this.#limits = { ...CONNECTION_LIMITS, ...limits };
  }

  /** The number of open connections of an address if another one should wait, else 0. */
  crowdAt(address: string | null): number {
    if (address === null) return 0;
    const here = this.#perAddress.get(address) ?? 0;
    return here >= this.#limits.perAddress / 5 ? here : 0;
  }

  /**
   * Null at the limit. A null address has no limit per address. `close` is called, at most once, if the connection must
   * give way to another.
   */
  acquire(address: string | null, close: () => void): ConnectionSlot | null {
    const { total, perAddress } = this.#limits;
    const here = address === null ? 0 : (this.#perAddress.get(address) ?? 0);
    if (here >= perAddress && !this.#closeOldest(address)) return null;
    if (this.#total >= total && !this.#closeOldest(null)) return null;
    const entry: Entry = { address, close, ticks: 0 };
    this.#unauthenticated.add(entry);
    this.#count(address, 1);
    return this.#slotOf(entry);
  }

  /**
   * Must be called at an interval of several seconds: longer than a client needs to send its token. Returns functions
   * that close one connection each: a thousand in one turn of the event loop would block it.
   */
  tick(): (() => void)[] {
    const waiting = new Map<string, Entry[]>();
    for (const entry of this.#unauthenticated) {
      entry.ticks += 1;
      if (entry.address === null || entry.ticks < 2) continue;
      const others = waiting.get(entry.address);
      if (others) others.push(entry);
      else waiting.set(entry.address, [entry]);
    }
    return [...waiting.values()].flatMap((entries) => {
      const surplus = entries.length - this.#limits.unauthenticatedPerAddress;
      return entries
        .slice(0, Math.max(0, surplus))
        .map((entry) => () => this.#closeUnauthenticated(entry));
    });
  }

  #slotOf(entry: Entry): ConnectionSlot {
    let isOpen = true;
    return {
      setAuthenticated: (isAuthenticated) => {
        if (!isOpen || isAuthenticated !== this.#unauthenticated.has(entry)) {
          return;
        }
        entry.ticks = 0;
        if (isAuthenticated) this.#unauthenticated.delete(entry);
        else this.#unauthenticated.add(entry);
      },
      release: () => {
        if (!isOpen) return;
        isOpen = false;
        this.#unauthenticated.delete(entry);
        this.#count(entry.address, -1);
      },
    };
  }

  /** False if no unauthenticated connection is open: of this address, or of any if it is null. */
  #closeOldest(address: string | null): boolean {
    for (const entry of this.#unauthenticated) {
      if (address !== null && entry.address !== address) continue;
      this.#close(entry);
      return true;
    }
    return false;
  }

  /** The client may have signed in since it was chosen. */
  #closeUnauthenticated(entry: Entry): void {
    if (this.#unauthenticated.has(entry)) this.#close(entry);
  }

  #close(entry: Entry): void {
    // The slot is released by the close event of the socket.
    this.#unauthenticated.delete(entry);
    entry.close();
  }

  #count(address: string | null, step: number): void {
    this.#total += step;
    if (address === null) return;
    const here = (this.#perAddress.get(address) ?? 0) + step;
    if (here === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, here);
  }
}
