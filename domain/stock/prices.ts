import { GUTTER_SIZES } from "./gutterSizes";
import { matchOption } from "../text/text";

export const PRICE_SIZES = [...GUTTER_SIZES, "any"] as const;

export type PriceSize = (typeof PRICE_SIZES)[number];

export type SizePrice = { readonly size: PriceSize; readonly price: number };

/** An amount and the size whose price it is, so that a screen can explain it. */
export type FoundPrice = {
  readonly amount: number;
  readonly source: PriceSize;
};

/** A 5 in or 6 in price falls back to the 'any' price. Zero is a price. */
export function priceFor(prices: readonly SizePrice[], size: PriceSize): FoundPrice | null {
  const found =
    prices.find((entry) => entry.size === size) ?? prices.find((entry) => entry.size === "any");
  return found ? { amount: found.price, source: found.size } : null;
}

/** Items sold as a pair at one price: saving one price sets the other. */
export const PAIRED_ITEMS = [
  ["In Strip Miter", "Out Strip Miter"],
  ["In Bay Miter", "Out Bay Miter"],
  ["In Box Miter", "Out Box Miter"],
  ["Left End Cap", "Right End Cap"],
  ["A Elbow", "B Elbow"],
] as const;

/** The other item of the pair, or null if the item has none. */
export function pairedItemName(itemName: string): string | null {
  for (const pair of PAIRED_ITEMS) {
    const half = matchOption(pair, itemName);
    if (half !== null) return half === pair[0] ? pair[1] : pair[0];
  }
  return null;
}
