import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneOf, seededRandom, wholeNumber } from "@domain/text/random";

const take = (seed: number, count: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
};

describe("a seeded generator", () => {
  it("gives the same numbers for the same seed, and different ones for another", () => {
    expect(take(7, 20)).toEqual(take(7, 20));
    expect(take(7, 20)).not.toEqual(take(8, 20));
  });

  it("returns numbers from 0 to 1 exclusive, spread over the range", () => {
    const numbers = take(1, 10_000);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    expect(mean).toBeGreaterThan(0.48);
    expect(mean).toBeLessThan(0.52);
  });

  it("draws whole numbers including both limits, and one of several values", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: -50, max: 50 }),
        fc.nat(20),
        (seed, least, more) => {
          const drawn = wholeNumber(seededRandom(seed), least, least + more);
          expect(Number.isInteger(drawn)).toBe(true);
          expect(drawn).toBeGreaterThanOrEqual(least);
          expect(drawn).toBeLessThanOrEqual(least + more);
        },
      ),
    );
    const random = seededRandom(3);
    const drawn = Array.from({ length: 100 }, () => oneOf(random, ["a", "b", "c"]));
    expect(new Set(drawn)).toEqual(new Set(["a", "b", "c"]));
  });
});
