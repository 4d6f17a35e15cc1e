import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  colorRefusal,
  isSideOpen,
  lineAmount,
  lineName,
  linesAgain,
  lineOf,
  newPrices,
  offerPrice,
  offersOf,
  offerSizes,
  sidesOf,
  sumOf,
  sumText,
} from "@domain/estimate/lines";
import { GUTTER_SIZES } from "@domain/stock/gutterSizes";
import { formatMoney } from "@domain/text/money";
import { COLORS, ITEMS, offerNamed, OFFERS } from "../../support/offeredItems";

const priced = fc.record({
  quantity: fc.integer({ min: 1, max: 10_000 }),
  price: fc.option(
    fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100),
    { nil: undefined },
  ),
});

/** "$1,845.07" -> 184507, by its digits. */
const centsShown = (text: string) => Number(text.replace(/\D/g, ""));

describe("the sum", () => {
  it("the sum is that of the amounts as they are shown, in any order", () => {
    fc.assert(
      fc.property(fc.array(priced, { maxLength: 60 }), (lines) => {
        const shown = lines
          .map(lineAmount)
          .filter((amount) => amount !== null)
          .map((amount) => centsShown(formatMoney(amount)));
        const sum = sumOf(lines);
        expect(sum.unpriced).toBe(lines.length - shown.length);
        expect(sum.cents ?? 0).toBe(shown.reduce((a, b) => a + b, 0));
        expect(sum.cents === null).toBe(shown.length === 0);
        expect(sumOf(lines.toReversed())).toEqual(sum);
      }),
    );
  });

  it("an amount is rounded once, half a cent up", () => {
    expect(lineAmount({ quantity: 3, price: 0.335 })).toBe(1.01);
    expect(lineAmount({ quantity: 1, price: 1.005 })).toBe(1.01);
    expect(lineAmount({ quantity: 120, price: 9.25 })).toBe(1_110);
  });

  it.each([
    [[], ""],
    [[{ quantity: 2, price: 922.5 }], "$1,845.00"],
    [
      [{ quantity: 1, price: 1_845 }, { quantity: 1 }, { quantity: 9 }],
      "$1,845.00 and 2 rows without a price",
    ],
    [[{ quantity: 1 }], "1 row without a price"],
    [[{ quantity: 4, price: 0 }], "$0.00"],
  ])("says %j as “%s”", (lines, text) => {
    expect(sumText(sumOf(lines))).toBe(text);
  });
});

describe("the price of a line", () => {
  it("the price is one that Prices has for the size or for any, and is missing where Prices has none", () => {
    const offers = OFFERS.map(({ name }) => name);
    const size = fc.option(fc.constantFrom(...GUTTER_SIZES), {
      nil: undefined,
    });
    const left = fc.subarray([...ITEMS]);
    fc.assert(
      fc.property(fc.constantFrom(...offers), size, left, (name, wanted, kept) => {
        const items = ITEMS.map((item) => (kept.includes(item) ? item : { ...item, _prices: [] }));
        const offer = offersOf(items).find((each) => each.name === name);
        if (offer === undefined) throw new Error(`${name} is not offered.`);
        const line = lineOf(offer, { size: wanted, quantity: 2 });
        const known = offer.items.map(({ _prices }) =>
          _prices
            .filter((each) => each.size === line.size || each.size === "any")
            .map(({ price }) => price),
        );
        if (line.price === undefined) return;
        for (const prices of known) expect(prices).toContain(line.price);
      }),
    );
  });

  it("a size falls back to any, and a pair with two prices has none", () => {
    expect(offerPrice(offerNamed("Drip Edge 10 ft"), "6")).toBe(8.4);
    expect(offerPrice(offerNamed("End Cap"), "6")).toBe(1.75);
    expect(offerPrice(offerNamed("End Cap"), undefined)).toBeUndefined();
    const [left, right] = ITEMS.filter(({ sku }) => sku.startsWith("CAP-"));
    if (!left || !right) throw new Error("The end caps are missing.");
    const dearer = { ...right, _prices: [{ size: "6" as const, price: 2 }] };
    const [pair] = offersOf([left, dearer]);
    expect(pair && offerPrice(pair, "6")).toBeUndefined();
  });

  it("a new price is offered only where Prices has another one", () => {
    const lines = [
      lineOf(offerNamed("Left End Cap"), { size: "6", quantity: 1 }),
      {
        ...lineOf(offerNamed("End Cap"), { size: "6", quantity: 2 }),
        price: 1,
      },
      {
        ...lineOf(offerNamed("Splash Block"), { quantity: 1 }),
        price: undefined,
      },
      { name: "Haul away", quantity: 1, price: 50 },
      {
        ...lineOf(offerNamed("Gutter Coil .032"), { quantity: 1 }),
        itemId: "gone",
      },
    ];
    expect(newPrices(lines, ITEMS).map(({ line, price }) => [line.name, price])).toEqual([
      ["End Cap", 1.75],
      ["Splash Block", 11.75],
    ]);
    expect(newPrices(lines, [])).toEqual([]);
  });

  it("no price is offered that is of another unit than the line", () => {
    const of = { size: "6", quantity: 4 } as const;
    const line = lineOf(offerNamed("Downspout 10 ft"), of);
    const old = { ...line, price: 1 };
    expect(newPrices([old], ITEMS)).toHaveLength(1);
    for (const other of [{ unit: "foot" as const }, { pieceFeet: 12 }])
      expect(newPrices([{ ...old, ...other }], ITEMS)).toEqual([]);
  });

  it("another job gets the lines as they are, with the price of today where there is one, and nothing taken", () => {
    const cap = {
      ...lineOf(offerNamed("End Cap"), {
        ...{ size: "6", color: COLORS[1], quantity: 2 },
      }),
      price: 1,
    };
    const gone = { name: "Trim", itemId: "gone", quantity: 3, price: 5 };
    const haul = { name: "Haul away", quantity: 1, price: undefined };
    const row = { _id: "l1", clientKey: "k1", order: "i" };
    const taken = { taken: 2, takenItem: "x", takenSize: "6" as const };
    const lines = [{ ...cap, ...row, ...taken }, gone, haul];
    expect(linesAgain(lines, ITEMS)).toEqual([{ ...cap, price: 1.75 }, gone, haul]);
  });
});

describe("a line", () => {
  it("a line keeps what its item was, without the item of a pair whose side is open", () => {
    const color = COLORS[1];
    const line = lineOf(offerNamed("Out Strip Miter"), {
      size: "6",
      color,
      quantity: 4,
    });
    expect(line).toEqual({
      name: "Out Strip Miter",
      itemId: "MIT-STRIP-OUT",
      sku: "MIT-STRIP-OUT",
      unit: "piece",
      pieceFeet: undefined,
      size: "6",
      colorNumber: "002",
      colorName: "80 Degree White",
      quantity: 4,
      price: 7.8,
    });
    expect(lineName(line)).toBe("Out Strip Miter, 6 in, 80 Degree White");
    expect(isSideOpen(line)).toBe(false);
    const open = lineOf(offerNamed("Strip Miter"), { size: "6", quantity: 4 });
    expect(open).not.toHaveProperty("itemId");
    expect(isSideOpen(open)).toBe(true);
    expect(sidesOf(open.name)).toEqual(["In Strip Miter", "Out Strip Miter"]);
    expect(isSideOpen({ name: "Haul away", quantity: 1 })).toBe(false);
  });

  it("a line of an item for every size has no size", () => {
    const offer = offerNamed("Splash Block");
    expect(offerSizes(offer)).toEqual([]);
    expect(lineOf(offer, { size: "6", quantity: 1 }).size).toBeUndefined();
  });

  it("a color is refused only in a size in which it does not come", () => {
    for (const color of COLORS)
      for (const size of GUTTER_SIZES)
        expect(colorRefusal(color, size)).toBe(
          color.sizeOptions.includes(size)
            ? null
            : `${color.colorName} does not come in ${size} inch.`,
        );
  });
});
