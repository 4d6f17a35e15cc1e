/** Chance that can be had again: the same seed makes the same choices in the same order. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** An integer of 0 ... below - 1. */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** mulberry32: small, fast, and good enough to choose by. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: <Item>(items: readonly Item[]) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("Nothing to pick from");
      return item;
    },
  };
}
