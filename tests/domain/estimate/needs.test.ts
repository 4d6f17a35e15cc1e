import { describe, expect, it } from "vitest";
import { lineOf, type LineFields, type Taken } from "@domain/estimate/lines";
import {
  needOf,
  poundsOf,
  shortFirst,
  shortOf,
  wasteOf,
  needsOf,
  sumsOf,
} from "@domain/estimate/needs";
import { COLORS, offerNamed } from "../../support/offeredItems";

const OFFICE = {
  coil: { _id: "GUT-COIL", name: "Gutter Coil .032" },
  wastePercent: 10,
};
type Line = LineFields & Taken & { readonly key: number };

function aLine(name: string, of: Partial<LineFields> = {}): Line {
  const { size = "6", quantity = 10 } = of;
  const color = COLORS.find((each) => each.colorNumber === of.colorNumber);
  return { ...lineOf(offerNamed(name), { size, color, quantity }), key: 0 };
}

describe("what a line needs", () => {
  it("seamless gutter draws on the coil of its color and size, with waste, in whole feet", () => {
    const gutter = aLine("Seamless K-Style Gutter", {
      quantity: 121,
      colorNumber: "002",
    });
    expect(needOf(gutter, OFFICE)).toEqual({
      name: "Gutter Coil .032",
      itemId: "GUT-COIL",
      unit: "foot",
      size: "6",
      colorNumber: "002",
      quantity: 134,
    });
    expect(needOf(gutter, { coil: undefined, wastePercent: 0 })).toMatchObject({
      name: "Gutter Coil",
      itemId: undefined,
      quantity: 121,
    });
    expect(needOf({ name: "Haul away", quantity: 1 }, OFFICE)).toBeNull();
  });

  it("needs are summed by item, size and color, and open sides by their pair", () => {
    const lines = [
      aLine("Seamless K-Style Gutter", { quantity: 100 }),
      aLine("Gutter Coil .032", { quantity: 5 }),
      aLine("End Cap"),
      aLine("Left End Cap"),
      aLine("End Cap", { size: "5" }),
      aLine("End Cap", { colorNumber: "001" }),
      aLine("End Cap", { quantity: 1 }),
    ];
    expect(
      needsOf([sumsOf(lines)], OFFICE).map(({ name, size, colorNumber = "-", quantity }) =>
        [name, size, colorNumber, quantity].join(" "),
      ),
    ).toEqual([
      "Gutter Coil .032 6 - 115",
      "End Cap 6 - 11",
      "Left End Cap 6 - 10",
      "End Cap 5 - 10",
      "End Cap 6 001 10",
    ]);
  });

  it("the sums of a job have its lines, its prices, and an entry for each item, size and color", () => {
    const open = aLine("End Cap", { quantity: 2 });
    const lines = [
      { ...aLine("Left End Cap"), taken: 4, takenItem: "CAP-LEFT" },
      { ...aLine("Left End Cap"), price: undefined },
      open,
      { name: "Haul away", quantity: 1, price: 50, key: 9 },
    ];
    const { needs, taken, ...sums } = sumsOf(lines);
    expect(sums).toEqual({ cents: 1_750 + 350 + 5_000, unpriced: 1, lines: 4 });
    expect(needs.map(({ name, quantity }) => [name, quantity])).toEqual([
      ["Left End Cap", 20],
      ["End Cap", 2],
    ]);
    expect(taken).toEqual([{ itemId: "CAP-LEFT", quantity: 4 }]);
    expect(sumsOf([])).toEqual({
      ...{ cents: undefined, unpriced: 0, lines: 0 },
      ...{ needs: [], taken: [] },
    });
  });

  it("what was taken for a job is needed no more, and more than it needs covers no other job", () => {
    const of = (quantity: number, taken?: number) =>
      sumsOf([
        {
          ...aLine("Left End Cap", { quantity }),
          taken,
          ...(taken && { takenItem: "CAP-LEFT", takenSize: "6" as const }),
        },
      ]);
    const left = (...jobs: Parameters<typeof needsOf>[0]) =>
      needsOf(jobs, OFFICE).map(({ quantity }) => quantity);
    expect(left(of(10, 4))).toEqual([6]);
    expect(left(of(10, 10))).toEqual([]);
    expect(left(of(3, 9), of(10))).toEqual([10]);
    expect(left(of(10, 4), of(5))).toEqual([11]);
  });

  it("short items come first, then items without stock of their own, each by the day when it is needed", () => {
    const need = (name: string, quantity: number, inStock: number | null) => ({
      ...{ name, quantity, inStock, unit: "piece" as const },
    });
    const needs = [
      need("enough", 3, 3),
      need("open", 2, null),
      need("short", 4, 1),
      need("plenty", 1, 9),
      need("gone", 5, 0),
    ];
    expect(shortFirst(needs).map((each) => [each.name, shortOf(each)])).toEqual([
      ["short", 3],
      ["gone", 5],
      ["open", null],
      ["enough", 0],
      ["plenty", 0],
    ]);
  });

  it("five percent is cut off until the office says otherwise", () => {
    expect(wasteOf({})).toBe(5);
    expect(wasteOf({ waste_percent: 0 })).toBe(0);
  });

  it("only feet of a size have a weight", () => {
    expect(poundsOf({ unit: "foot", size: "5", quantity: 100 })).toBe(38);
    expect(poundsOf({ unit: "foot", size: "6", quantity: 150 })).toBe(84);
    expect(poundsOf({ unit: "foot", size: "6", quantity: 1 })).toBe(1);
    expect(poundsOf({ unit: "foot", size: undefined, quantity: 1 })).toBeNull();
    expect(poundsOf({ unit: "piece", size: "6", quantity: 4 })).toBeNull();
  });
});
