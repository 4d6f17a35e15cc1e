import fc from "fast-check";
import { expect, it } from "vitest";
import { CATALOGUE_ITEMS, catalogueUnit } from "@domain/estimate/catalogue";
import { quantityOf, quantityText, unitText } from "@domain/estimate/units";

const feet = (amount: number) => ({ amount, isFeet: true });

it("38 ft of pieces of 10 ft are 4 pieces, and 38 ft of gutter are 38", () => {
  expect(quantityOf(catalogueUnit("DSP-10"), feet(38))).toBe(4);
  expect(quantityOf(catalogueUnit("DSP-10"), feet(40))).toBe(4);
  expect(quantityOf(catalogueUnit("GUT-SEAMLESS"), feet(38))).toBe(38);
  expect(quantityOf(catalogueUnit("GUT-SEAMLESS"), feet(37.2))).toBe(38);
  expect(quantityOf(catalogueUnit("CAP-LEFT"), feet(38))).toBeNull();
  const pieces = { amount: 3, isFeet: false };
  expect(quantityOf(catalogueUnit("DSP-10"), pieces)).toBe(3);
});

it("the pieces cover the feet, and one fewer would not", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      (pieceFeet, tenths) => {
        const pieces = quantityOf({ unit: "piece", pieceFeet }, feet(tenths / 10));
        expect(Number(pieces) * pieceFeet * 10).toBeGreaterThanOrEqual(tenths);
        expect((Number(pieces) - 1) * pieceFeet * 10).toBeLessThan(tenths);
      },
    ),
  );
});

it("only coil and gutter are counted in feet, and an item that names its length has it", () => {
  for (const { sku, name } of CATALOGUE_ITEMS) {
    const { unit, pieceFeet } = catalogueUnit(sku);
    expect(unit).toBe(/^GUT-/.test(sku) ? "foot" : "piece");
    const [, length] = / (\d+) ft$/.exec(name) ?? [];
    expect(pieceFeet).toBe(length === undefined ? undefined : Number(length));
  }
  expect(catalogueUnit("toString")).toEqual({ unit: "piece" });
});

it("feet are named, and pieces are a bare number", () => {
  expect(quantityText(1_200, "foot")).toBe("1,200 ft");
  expect(quantityText(4, "piece")).toBe("4");
});

it.each([
  [{}, "per piece"],
  [{ unit: "piece" }, "per piece"],
  [{ unit: "piece", pieceFeet: 1000 }, "per 1,000 ft"],
  [{ unit: "foot" }, "per foot"],
] as const)("says the unit of %o as %j", (unit, text) => {
  expect(unitText(unit)).toBe(text);
});
