/** Limits concurrent connections, in total and per network address, so that one machine cannot use them all. */
export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
}

/** Enough for an office behind one address: some hundred people with several windows each. */
const CONNECTION_LIMITS: ConnectionLimits = {
  total: 5_000,
  perAddress: 1_000,
};

export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  readonly #perAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: ConnectionLimits = CONNECTION_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Returns the function that releases the connection, or null at the limit. A null address has no limit per address.
   */
  acquire(address: string | null): (() => void) | null {
    const here = address === null ? 0 : (this.#perAddress.get(address) ?? 0);
    const { total, perAddress } = this.#limits;
    if (this.#total >= total || here >= perAddress) return null;
    this.#count(address, 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#count(address, -1);
      isOpen = false;
    };
  }

  #count(address: string | null, step: number): void {
    this.#total += step;
    if (address === null) return;
    const here = (this.#perAddress.get(address) ?? 0) + step;
    if (here === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, here);
  }
}
