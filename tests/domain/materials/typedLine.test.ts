import fc from "fast-check";
import { expect, it } from "vitest";
import { PAIRED_ITEMS } from "@domain/stock/prices";
import { offerSizes } from "@domain/estimate/lines";
import { readTypedLine } from "@domain/materials/typedLine";
import { COLORS, OFFERS } from "../../support/offeredItems";

const read = (typed: string, uses?: Record<string, number>) =>
  readTypedLine(typed, {
    offers: OFFERS,
    colors: COLORS,
    ...(uses && { uses }),
  });

/** "120 ft | 6 | Seamless K-Style Gutter, Half-Round Gutter | 001": quantity, size, offers, colors. */
function said(typed: string): string {
  const { measure, size, offers, colors } = read(typed);
  const amount = measure ? `${measure.amount}${measure.isFeet ? " ft" : ""}` : "-";
  return [
    amount,
    size ?? "-",
    offers.map(({ name }) => name).join(", ") || "-",
    colors.map(({ colorName }) => colorName).join(", ") || "-",
  ].join(" | ");
}

it.each([
  [
    "120 6in gutter",
    "120 | 6 | Half-Round Gutter, Seamless K-Style Gutter, Gutter Coil .032, Foam Gutter Insert 4 ft | -",
  ],
  ["4 out strip miter 6", "4 | 6 | Out Strip Miter | -"],
  ["3x end cap L", "3 | - | Left End Cap | -"],
  ["3 x end cap", "3 | - | End Cap | -"],
  ["2 end caps, white", "2 | - | End Cap | 30 Degree White, 80 Degree White"],
  ["2 end caps 80 degree white", "2 | - | End Cap | 80 Degree White"],
  ["80 degree white end cap r 2", "2 | - | Right End Cap | 80 Degree White"],
  [
    "120 ft of 6 inch seamless, 80 deg white",
    "120 ft | 6 | Seamless K-Style Gutter | 80 Degree White",
  ],
  ["38' downspout 10 ft", "38 ft | - | Downspout 10 ft | -"],
  ['38.5 lf 5" half round', "38.5 ft | 5 | Half-Round Gutter | -"],
  ["1,200 ft coil 5-inch clay", "1200 ft | 5 | Gutter Coil .032 | Clay"],
  ["5 in strip miter 6", "5 | 6 | In Strip Miter | -"],
  ["6 in strip miter", "6 | - | In Strip Miter | -"],
  ["4 6 in strip miter", "4 | 6 | Strip Miter | -"],
  ["2 in box miter", "2 | - | In Box Miter | -"],
  ["6 in seamless 40", "40 | 6 | Seamless K-Style Gutter | -"],
  ["40 6 seamless", "40 | 6 | Seamless K-Style Gutter | -"],
  ["3 elbow a", "3 | - | A Elbow | -"],
  ["3 elbows", "3 | - | Elbow, Offset Elbow | -"],
  ["12 pcs drip edge", "12 | - | Drip Edge 10 ft | -"],
  ["4 micro mesh leaf guard 4 ft", "4 | - | Micro-Mesh Leaf Guard 4 ft | -"],
  ["3 1x8 fascia board", "3 | - | Primed Fascia Board 1x8, 16 ft | -"],
  ["2 royal brown out bay miter", "2 | - | Out Bay Miter | Royal Brown"],
  ["2 cap-left 180", "2 | - | Left End Cap | Musket Brown"],
  ["sealant", "- | - | Gutter Sealant 10 oz | -"],
  ["10 6in roof strap", "10 | 6 | Roof Strap Hanger | -"],
  ["4 unicorn horn", "4 | - | - | -"],
  ["white", "- | - | - | -"],
  ["", "- | - | - | -"],
])("reads “%s” as %s", (typed, expected) => {
  expect(said(typed)).toBe(expected);
});

it("lists what the office uses most first, and adds none by itself", () => {
  const { offers } = read("120 gutter", { "Gutter Coil .032": 3 });
  expect(offers[0]?.name).toBe("Gutter Coil .032");
  expect(offers.length).toBeGreaterThan(1);
});

it("refuses a color that does not come in the size, and only that", () => {
  expect(read("4 end cap 6 antique ivory")).toMatchObject({
    colors: [],
    refusal: "Antique Ivory does not come in 6 inch.",
  });
  expect(read("4 end cap 5 antique ivory").refusal).toBeNull();
  expect(read("4 end cap antique ivory").refusal).toBeNull();
  // Of two that the words fit, the one in the size is meant.
  expect(said("4 end cap 6 brown")).not.toContain("Beaver");
});

it("finds each item by its name, its SKU and its quantity, in any of its sizes, and a pair without its side", () => {
  for (const offer of OFFERS) {
    const [item, other] = offer.items;
    for (const size of [...offerSizes(offer), undefined]) {
      const inches = size === undefined ? "" : `${size}in`;
      const texts = [
        `7 ${inches} ${offer.name.toLowerCase()}`,
        ...(other ? [] : [`7 ${item.sku} ${inches}`]),
      ];
      for (const typed of texts)
        expect(read(typed), typed).toMatchObject({
          measure: { amount: 7, isFeet: false },
          size,
          // Of a pair called "Elbow", an Offset Elbow may be meant.
          offers: OFFERS.filter(({ name }) =>
            offer.name === "Elbow" ? ["Elbow", "Offset Elbow"].includes(name) : name === offer.name,
          ),
        });
    }
  }
  expect(OFFERS.filter(({ items }) => items.length > 1)).toHaveLength(PAIRED_ITEMS.length);
});

it("reads a line with its parts in any order, and never more than one item where the words fit several", () => {
  const colors = COLORS.filter(({ sizeOptions }) => sizeOptions.includes("6"));
  fc.assert(
    fc.property(
      fc.integer({ min: 7, max: 9_999 }),
      fc.constantFrom(...OFFERS.filter((each) => offerSizes(each).includes("6"))),
      fc.constantFrom(...colors),
      fc.boolean(),
      (amount, offer, color, isColorFirst) => {
        const words = [offer.name, color.colorName];
        if (isColorFirst) words.reverse();
        const typed = `${amount} 6in ${words.join(" ")}`;
        const { measure, size, offers, colors: named } = read(typed);
        expect({ measure, size }).toEqual({
          measure: { amount, isFeet: false },
          size: "6",
        });
        expect(offers).toContain(offer);
        expect(named).toContain(color);
        for (const found of offers)
          for (const word of offer.name.toLowerCase().split(/[^a-z0-9]+/))
            expect(`${found.name} ${found.items[0].sku}`.toLowerCase()).toContain(word);
      },
    ),
  );
});

it("reads any text without an error, and in time", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (typed) => {
      const { measure, offers } = read(typed);
      expect(measure === null || Number.isFinite(measure.amount)).toBe(true);
      expect(offers.every((offer) => OFFERS.includes(offer))).toBe(true);
    }),
  );
});
