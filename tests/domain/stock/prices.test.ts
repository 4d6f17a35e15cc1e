import { describe, expect, it } from "vitest";
import { PAIRED_ITEMS, pairedItemName, priceFor } from "@domain/stock/prices";

describe("the price of an item", () => {
  const all = [
    { size: "any", price: 3 },
    { size: "5", price: 4 },
    { size: "6", price: 0 },
  ] as const;

  it("the price of an item is that of its size, and zero is a price", () => {
    expect(priceFor(all, "5")).toEqual({ amount: 4, source: "5" });
    expect(priceFor(all, "6")).toEqual({ amount: 0, source: "6" });
    expect(priceFor(all, "any")).toEqual({ amount: 3, source: "any" });
  });

  // Spec 9.3
  it("falls back to the 'any' price and says so", () => {
    const some = [{ size: "any", price: 3 }] as const;
    expect(priceFor(some, "5")).toEqual({ amount: 3, source: "any" });
    expect(priceFor(some, "6")).toEqual({ amount: 3, source: "any" });
  });

  // Spec 9.3
  it("the price of an item is not taken from the other size", () => {
    expect(priceFor([{ size: "5", price: 4 }], "6")).toBeNull();
    expect(priceFor([{ size: "5", price: 4 }], "any")).toBeNull();
    expect(priceFor([], "5")).toBeNull();
  });
});

describe("paired items", () => {
  // Spec 7.45
  it("paired items are the five pairs of the specification", () => {
    expect(PAIRED_ITEMS.map((pair) => pair.join(" / "))).toEqual([
      "In Strip Miter / Out Strip Miter",
      "In Bay Miter / Out Bay Miter",
      "In Box Miter / Out Box Miter",
      "Left End Cap / Right End Cap",
      "A Elbow / B Elbow",
    ]);
  });

  it.each(PAIRED_ITEMS)("paired items name each other: %s and %s", (one, other) => {
    expect(pairedItemName(one)).toBe(other);
    expect(pairedItemName(other.toLowerCase())).toBe(one);
  });

  it("paired items do not include other items", () => {
    expect(pairedItemName("Gutter Coil")).toBeNull();
    expect(pairedItemName("")).toBeNull();
  });
});
