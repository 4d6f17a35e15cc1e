import { describe, expect, it } from "vitest";
import {
  colorNumberOf,
  compareColors,
  intakeEntries,
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
  itemSizes,
  matchesColor,
  matchesItem,
  nextRowSize,
  nextSizeFilter,
  offersSize,
  parseQuantity,
  SIZE_FILTER_LABELS,
  sizeBadge,
  suggestColors,
  seededMessage,
} from "@domain/stock/inventory";

const musket = {
  colorNumber: "180",
  colorName: "Musket Brown",
  quantity: 4,
  sizeOptions: ["5", "6"],
};
const white = { colorNumber: "21", colorName: "White", sizeOptions: ["6"] };

describe("the inventory's tabs and filters", () => {
  // Spec 2.71
  it("the tabs are Gutter first, then Filter, Wood, Trim and Soffit", () => {
    expect(ITEM_CATEGORIES.map((category) => ITEM_CATEGORY_LABELS[category])).toEqual([
      "Gutter",
      "Filter",
      "Wood",
      "Trim",
      "Soffit",
    ]);
  });

  // Spec 2.73
  it("the size filter cycles both, 5 and 6", () => {
    expect(nextSizeFilter("both")).toBe("5");
    expect(nextSizeFilter("5")).toBe("6");
    expect(nextSizeFilter("6")).toBe("both");
    expect(SIZE_FILTER_LABELS.both).toBe("5 & 6");
  });

  // Spec 2.78
  it("the size filter shows all colors for 'both', else those available in the size", () => {
    expect(offersSize(white, "both")).toBe(true);
    expect(offersSize(white, "6")).toBe(true);
    expect(offersSize(white, "5")).toBe(false);
    expect(offersSize({ sizeOptions: [] }, "both")).toBe(true);
  });

  // Spec 2.77
  it.each([
    [["5"], "5"],
    [["6"], "6"],
    [["6", "5"], "5 & 6"],
    [[], ""],
  ])("a color with the sizes %j has the badge %j", (sizes, badge) => {
    expect(sizeBadge(sizes)).toBe(badge);
  });
});

describe("color searches", () => {
  // Spec 2.72
  it.each(["", "18", "MUSKET", "et br", "180"])("finds it by %j", (typed) => {
    expect(matchesColor(musket, typed)).toBe(true);
  });

  // Spec 2.72
  it("a color search does not match other text", () => {
    expect(matchesColor(musket, "white")).toBe(false);
  });

  // Spec 5.19, 9.10
  it("suggests at most six colors, and none for blank text", () => {
    const colors = Array.from({ length: 9 }, (_, at) => ({
      colorNumber: String(at),
      colorName: "Brown",
    }));
    expect(suggestColors(colors, "brown").map((color) => color.colorNumber)).toEqual([
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
    ]);
    expect(suggestColors(colors, " ")).toEqual([]);
  });
});

describe("the order of colors", () => {
  const colors = [white, musket, { ...white, colorNumber: "1000" }];

  // Spec 2.74
  it("the order of colors by number compares text", () => {
    const sorted = [...colors].sort((a, b) => compareColors(a, b, "number"));
    expect(sorted.map((color) => color.colorNumber)).toEqual(["1000", "180", "21"]);
  });

  // Spec 2.74
  it("the order of colors by quantity is largest first, with a missing quantity as zero", () => {
    const sorted = [...colors].sort((a, b) => compareColors(a, b, "quantity"));
    expect(sorted.map((color) => color.colorNumber)).toEqual(["180", "1000", "21"]);
    expect(compareColors(white, white, "quantity")).toBe(0);
  });
});

describe("intake rows", () => {
  const bySizes = { sizeOptions: ["5", "6"], _prices: [] };
  const byPrices = {
    sizeOptions: [],
    _prices: [{ size: "6", price: 2 }],
  } as const;
  const anySize = {
    sizeOptions: ["any"],
    _prices: [{ size: "any", price: 2 }],
  } as const;

  // Spec 5.18
  it("an intake row offers the sizes of its item's options or prices", () => {
    expect(itemSizes(bySizes)).toEqual(["5", "6"]);
    expect(itemSizes(byPrices)).toEqual(["6"]);
    expect(itemSizes(anySize)).toEqual([]);
  });

  // Spec 5.18
  it("an intake row toggles between its sizes, and is 'any' if there is no choice", () => {
    expect(nextRowSize(bySizes, null)).toBe("5");
    expect(nextRowSize(bySizes, "5")).toBe("6");
    expect(nextRowSize(bySizes, "6")).toBe("5");
    expect(nextRowSize(bySizes, "any")).toBe("5");
    expect(nextRowSize(byPrices, "6")).toBe("6");
    expect(nextRowSize(anySize, null)).toBe("any");
    expect(nextRowSize(null, "5")).toBe("any");
  });

  // Spec 5.17, 5.21
  it.each([
    ["12", 12],
    [" 3 ", 3],
    ["-2", -2],
    ["0", 0],
    ["", null],
    ["1.5", null],
    ["ten", null],
    ["99999999999999999999", null],
  ])("an intake row has in %j the quantity %j", (text, quantity) => {
    expect(parseQuantity(text)).toBe(quantity);
  });

  // Spec 5.20
  it.each([
    ["180 - Musket Brown", "180"],
    [" 180 ", "180"],
    ["180-A-B", "180"],
    ["- Brown", null],
    ["", null],
  ])("an intake row has in %j the color number %j", (text, number) => {
    expect(colorNumberOf(text)).toBe(number);
  });

  // Spec 5.16
  it("an intake row is skipped without an item or a quantity", () => {
    const row = {
      itemId: "i1",
      size: "5",
      quantity: "3",
      color: "180 - Brown",
    } as const;
    expect(
      intakeEntries([
        row,
        { ...row, itemId: "" },
        { ...row, quantity: "" },
        { ...row, size: "any", color: "" },
      ]),
    ).toEqual([
      {
        itemId: "i1",
        type: "intake",
        quantity: 3,
        size: "5",
        colorNumber: "180",
      },
      { itemId: "i1", type: "intake", quantity: 3 },
    ]);
  });
});

it("says what the catalogue added", () => {
  expect(seededMessage({ items: 44, prices: 68, colors: 41 })).toBe(
    "Seeded 44 items, 68 prices, 41 colors",
  );
});

it.each([
  ["elbow", true],
  ["B ELB", true],
  ["elb-b a", false],
  ["elbow miter", false],
  ["", true],
])("the item B Elbow with the SKU ELB-B has all words of %j: %s", (typed, has) => {
  expect(matchesItem({ name: "B Elbow", sku: "ELB-B" }, typed)).toBe(has);
});
