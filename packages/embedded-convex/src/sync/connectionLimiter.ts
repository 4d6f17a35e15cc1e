/**
 * How many may be connected at once: in all, and from one place on the network, so that one machine that opens connections without
 * end takes those of the others away from nobody but itself. Pure.
 */
export interface RoomLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

/** An office behind one address has room for some hundred people with several windows each. */
export const ROOM: RoomLimits = { inAll: 5_000, perAddress: 1_000 };

export class Room {
  readonly #limits: RoomLimits;
  readonly #perAddress = new Map<string, number>();
  #inAll = 0;

  constructor(limits: RoomLimits = ROOM) {
    this.#limits = limits;
  }

  /** The function to call on leaving, or null where there is no room. An address of null is one that many share. */
  enter(address: string | null): (() => void) | null {
    const here = address === null ? 0 : (this.#perAddress.get(address) ?? 0);
    const { inAll, perAddress } = this.#limits;
    if (this.#inAll >= inAll || here >= perAddress) return null;
    this.#count(address, 1);
    let isIn = true;
    return () => {
      if (isIn) this.#count(address, -1);
      isIn = false;
    };
  }

  #count(address: string | null, step: number): void {
    this.#inAll += step;
    if (address === null) return;
    const here = (this.#perAddress.get(address) ?? 0) + step;
    if (here === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, here);
  }
}
