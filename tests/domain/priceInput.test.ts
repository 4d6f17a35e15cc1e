import { describe, expect, it } from "vitest";
import {
  ITEM_PRICE_OUT_OF_RANGE,
  MAX_ITEM_PRICE,
  PRICE_REQUIRED,
  priceInput,
  sizePricesInput,
} from "@domain/priceInput";

describe("prices", () => {
  it.each([
    [0, 0],
    [null, null],
    [4.005, 4.01],
    [MAX_ITEM_PRICE, MAX_ITEM_PRICE],
  ])("a price of %s is stored as %s", (typed, price) => {
    expect(priceInput.parse({ price: typed })).toEqual({ price });
  });

  it.each([-0.01, MAX_ITEM_PRICE + 0.01, Number.NaN, Infinity, "4", undefined])(
    "a price of %s is refused",
    (price) => {
      const { error } = priceInput.safeParse({ price });
      expect(error?.issues[0]?.message).toBe(ITEM_PRICE_OUT_OF_RANGE);
    },
  );
});

describe("the prices of two sizes", () => {
  it("the prices of two sizes distinguish missing, cleared and zero", () => {
    expect(sizePricesInput.parse({ price6: 0 })).toEqual({ price6: 0 });
    expect(sizePricesInput.parse({ price5: null, price6: 2 })).toEqual({
      price5: null,
      price6: 2,
    });
  });

  it("the prices of two sizes require at least one", () => {
    const { error } = sizePricesInput.safeParse({});
    expect(error?.issues).toMatchObject([
      { path: ["price5"], message: PRICE_REQUIRED },
    ]);
  });

  it("the prices of two sizes name the rejected one", () => {
    const { error } = sizePricesInput.safeParse({ price5: 1, price6: -1 });
    expect(error?.issues).toMatchObject([
      { path: ["price6"], message: ITEM_PRICE_OUT_OF_RANGE },
    ]);
  });
});
