import { describe, expect, it } from "vitest";
import {
  ITEM_PRICE_OUT_OF_RANGE,
  MAX_ITEM_PRICE,
  parseSizePrices,
  PRICE_REQUIRED,
  priceInput,
} from "@domain/stock/priceInput";
import { checkInput, parseInput } from "@domain/calls/inputRules";

describe("prices", () => {
  it.each([
    [0, 0],
    [null, null],
    [4.005, 4.01],
    [MAX_ITEM_PRICE, MAX_ITEM_PRICE],
  ])("a price of %s is stored as %s", (typed, price) => {
    expect(parseInput(priceInput, { price: typed })).toEqual({ price });
  });

  it.each([-0.01, MAX_ITEM_PRICE + 0.01, Number.NaN, Infinity, "4", undefined])(
    "a price of %s is refused",
    (price) => {
      const { errors } = checkInput(priceInput, { price });
      expect(errors?.[0]?.message).toBe(ITEM_PRICE_OUT_OF_RANGE);
    },
  );
});

describe("the prices of two sizes", () => {
  it("the prices of two sizes distinguish missing, cleared and zero", () => {
    expect(parseSizePrices({ price6: 0 })).toEqual({ price6: 0 });
    expect(parseSizePrices({ price5: null, price6: 2 })).toEqual({
      price5: null,
      price6: 2,
    });
  });

  it.each([
    ["none", {}, { field: "price5", message: PRICE_REQUIRED }],
    [
      "a wrong one",
      { price5: 1, price6: -1 },
      { field: "price6", message: ITEM_PRICE_OUT_OF_RANGE },
    ],
  ])("the prices of two sizes are refused with %s", (_, prices, data) => {
    expect(() => parseSizePrices(prices)).toThrow(
      expect.objectContaining({ data: { code: "INVALID", ...data } }),
    );
  });
});
