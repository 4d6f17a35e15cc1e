import { describe, expect, it } from "vitest";
import { CATALOGUE_COLORS, CATALOGUE_ITEMS } from "@domain/estimate/catalogue";
import { parseInput } from "@domain/calls/inputRules";
import { colorNumberOf, ITEM_CATEGORIES, itemSizes } from "@domain/stock/inventory";
import { priceInput } from "@domain/stock/priceInput";
import { PAIRED_ITEMS, priceFor } from "@domain/stock/prices";

describe("the catalogue's items", () => {
  it("the catalogue's items are at least thirty, cover every category, and repeat no SKU or name", () => {
    expect(CATALOGUE_ITEMS.length).toBeGreaterThanOrEqual(30);
    for (const category of ITEM_CATEGORIES)
      expect(
        CATALOGUE_ITEMS.filter((item) => item.category === category).length,
      ).toBeGreaterThanOrEqual(5);
    const skus = CATALOGUE_ITEMS.map((item) => item.sku);
    const names = CATALOGUE_ITEMS.map((item) => item.name);
    expect(new Set(skus).size).toBe(skus.length);
    expect(new Set(names).size).toBe(names.length);
    for (const sku of skus) expect(sku).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)+$/);
  });

  it("the catalogue's items include the paired items, each pair at one price", () => {
    for (const pair of PAIRED_ITEMS) {
      const [one, other] = pair.map((name) => CATALOGUE_ITEMS.find((item) => item.name === name));
      expect(one?.prices).toHaveLength(2);
      expect(other?.prices).toEqual(one?.prices);
    }
  });

  it("the catalogue's items have a valid price for each of their sizes, or for any", () => {
    for (const { sizeOptions, prices } of CATALOGUE_ITEMS) {
      for (const { price } of prices) expect(parseInput(priceInput, { price })).toEqual({ price });
      expect(itemSizes({ sizeOptions, _prices: prices })).toEqual(sizeOptions);
      for (const size of sizeOptions) expect(priceFor(prices, size)?.source).toBe(size);
      if (sizeOptions.length === 0) expect(priceFor(prices, "5")?.source).toBe("any");
    }
  });
});

describe("the catalogue's colors", () => {
  it("the catalogue's colors are at least thirty, repeat no number or name, and have a hex value", () => {
    expect(CATALOGUE_COLORS.length).toBeGreaterThanOrEqual(30);
    const numbers = CATALOGUE_COLORS.map((color) => color.colorNumber);
    const names = CATALOGUE_COLORS.map((color) => color.colorName);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(new Set(names).size).toBe(names.length);
    for (const { colorNumber, colorName, hexColor } of CATALOGUE_COLORS) {
      expect(hexColor).toMatch(/^#[0-9a-f]{6}$/);
      // The dialog parses the number from the text it shows.
      expect(colorNumberOf(`${colorNumber} - ${colorName}`)).toBe(colorNumber);
    }
  });

  it("the catalogue's colors are available in 5 inch, most of them in 6 inch too", () => {
    expect(CATALOGUE_COLORS.every((color) => color.sizeOptions.includes("5"))).toBe(true);
    const both = CATALOGUE_COLORS.filter((color) => color.sizeOptions.length === 2);
    expect(both.length).toBeGreaterThan(CATALOGUE_COLORS.length / 2);
    expect(both.length).toBeLessThan(CATALOGUE_COLORS.length);
  });
});
