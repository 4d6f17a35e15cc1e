import { optional, parseInput, type InputOf, type OutputOf } from "../calls/inputRules";
import { amountUpTo } from "../calls/numberInput";
import { invalidData, Refusal } from "../calls/refusals";

/** Validation of an item's price: null clears it, and 0 is a price. */
export const MAX_ITEM_PRICE = 100_000;

export const ITEM_PRICE_OUT_OF_RANGE = "Enter a price from $0 to $100,000.";
export const PRICE_REQUIRED = "Enter a 5 in or a 6 in price.";
export const ALIAS_IS_SOURCE = "An item cannot be paired with itself.";

const itemPrice = amountUpTo(MAX_ITEM_PRICE, ITEM_PRICE_OUT_OF_RANGE);

export const priceInput = { price: itemPrice };

const sizePricesInput = {
  price5: optional(itemPrice),
  price6: optional(itemPrice),
};

/** A missing price leaves the stored price unchanged. At least one is given. */
export function parseSizePrices(
  input: InputOf<typeof sizePricesInput>,
): OutputOf<typeof sizePricesInput> {
  const prices = parseInput(sizePricesInput, input);
  if (prices.price5 === undefined && prices.price6 === undefined)
    throw new Refusal(invalidData("price5", PRICE_REQUIRED));
  return prices;
}
