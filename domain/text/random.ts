/** A seeded generator: the same seed gives the same numbers on every machine. */
export type Random = () => number;

/** Mulberry32: numbers from 0 (inclusive) to 1 (exclusive). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`, both inclusive. */
export function wholeNumber(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

export function oneOf<Value>(random: Random, values: readonly [Value, ...Value[]]): Value {
  return values[wholeNumber(random, 0, values.length - 1)] ?? values[0];
}
