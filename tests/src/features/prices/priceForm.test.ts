import { describe, expect, it } from "vitest";
import { UNREADABLE } from "@/components/ui/fieldControl";
import {
  canSavePrices,
  describeChange,
  NOTHING_TYPED,
  pairedItem,
  priceChange,
  PRICE_NEGATIVE,
  PRICE_UNREADABLE,
  priceError,
  priceText,
} from "@/features/prices/priceForm";
import { anItem } from "../../../support/builders";

const BOTH = anItem({
  name: "Left End Cap",
  _prices: [
    { size: "5", price: 1.35 },
    { size: "6", price: 1.75 },
  ],
});
const FIVE = anItem({ _prices: [{ size: "5", price: 2 }] });
const ANY = anItem({ _prices: [{ size: "any", price: 12.5 }] });
const NONE = anItem();

const typed = (five: string | null, six: string | null = null) => ({
  "5": five,
  "6": six,
});

describe("price fields", () => {
  it("shows the current price with two decimals", () => {
    expect(priceText(BOTH, "5", NOTHING_TYPED)).toBe("1.35");
    expect(priceText(FIVE, "5", NOTHING_TYPED)).toBe("2.00");
    expect(priceText(FIVE, "6", NOTHING_TYPED)).toBe("");
    expect(priceText(null, "5", NOTHING_TYPED)).toBe("");
  });

  it("falls back to the price of any size", () => {
    expect(priceText(ANY, "6", NOTHING_TYPED)).toBe("12.50");
  });

  it("shows typed text, including an empty one", () => {
    expect(priceText(BOTH, "5", typed("9"))).toBe("9");
    expect(priceText(BOTH, "5", typed(""))).toBe("");
  });

  it.each([
    ["", null],
    ["0", null],
    ["12.5", null],
    ["-1", PRICE_NEGATIVE],
    [UNREADABLE, PRICE_UNREADABLE],
  ])("a price field with %j has the error %j", (text, error) => {
    expect(priceError(text)).toBe(error);
  });
});

describe("Save Price", () => {
  it.each([
    ["no item", null, typed("5"), false],
    ["an item and no price", NONE, NOTHING_TYPED, false],
    ["an item and one price", NONE, typed("5"), true],
    ["a price of zero", NONE, typed(null, "0"), true],
    ["the present prices", BOTH, NOTHING_TYPED, true],
    ["both prices cleared", BOTH, typed("", ""), false],
    ["one price cleared", BOTH, typed(""), true],
    ["a price that is none", BOTH, typed(UNREADABLE), false],
    ["a price below zero", BOTH, typed("-1"), false],
  ])("decides whether Save Price is enabled with %s", (_what, item, prices, can) => {
    expect(canSavePrices(item, prices)).toBe(can);
  });
});

describe("the saved change", () => {
  it.each([
    ["only the size that was typed", BOTH, typed("3.5"), { "5": 3.5 }],
    ["no size that was typed as it is", BOTH, typed("1.350", "2"), { "6": 2 }],
    ["both that were typed", NONE, typed("3", "4"), { "5": 3, "6": 4 }],
    ["a cleared price as taken away", BOTH, typed(""), { "5": null }],
    ["nothing for a size without a price", NONE, typed("3", ""), { "5": 3 }],
    ["what is shown, if nothing was typed", BOTH, NOTHING_TYPED, { "5": 1.35, "6": 1.75 }],
    ["what is shown of the only price", FIVE, NOTHING_TYPED, { "5": 2 }],
    ["one size over that of any size", ANY, typed("9"), { "5": 9 }],
    ["whole cents", NONE, typed("1.005"), { "5": 1.01 }],
  ])("the saved change is %s", (_what, item, prices, change) => {
    expect(priceChange(item, prices)).toEqual(change);
  });
});

describe("the pair of an item", () => {
  const right = anItem({ name: "right end  cap", _prices: BOTH._prices });

  it("the pair of an item is found by name, and null for an unpaired item", () => {
    expect(pairedItem(BOTH, [BOTH, NONE, right])).toBe(right);
    expect(pairedItem(right, [BOTH, NONE, right])).toBe(BOTH);
    expect(pairedItem(NONE, [BOTH, NONE, right])).toBeNull();
    expect(pairedItem(BOTH, [BOTH])).toBeNull();
  });

  it("the pair of an item is described with old and new prices", () => {
    expect(describeChange(right, { "5": 3.5, "6": 1.75 })).toEqual(["5 in from $1.35 to $3.50"]);
    expect(describeChange(NONE, { "5": 0, "6": 2 })).toEqual([
      "5 in from no price to $0.00",
      "6 in from no price to $2.00",
    ]);
    expect(describeChange(right, { "6": null })).toEqual(["6 in from $1.75 to no price"]);
    expect(describeChange(right, {})).toEqual([]);
  });
});
