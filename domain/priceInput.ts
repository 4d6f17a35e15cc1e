import * as z from "zod/mini";
import { amountUpTo } from "./numberInput";

/** Validation of an item's price: null clears it, and 0 is a price. */
export const MAX_ITEM_PRICE = 100_000;

export const ITEM_PRICE_OUT_OF_RANGE = "Enter a price from $0 to $100,000.";
export const PRICE_REQUIRED = "Enter a 5 in or a 6 in price.";
export const ALIAS_IS_SOURCE = "An item cannot be paired with itself.";

const itemPrice = amountUpTo(MAX_ITEM_PRICE, ITEM_PRICE_OUT_OF_RANGE);

export const priceInput = z.object({ price: itemPrice });

/** A missing price leaves the stored price unchanged. */
export const sizePricesInput = z
  .object({ price5: z.optional(itemPrice), price6: z.optional(itemPrice) })
  .check(
    z.refine(
      ({ price5, price6 }) => price5 !== undefined || price6 !== undefined,
      { path: ["price5"], message: PRICE_REQUIRED },
    ),
  );
