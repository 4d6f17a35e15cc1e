/** The texts of the Set Item Price form, and the change that saving it makes. */
import { GUTTER_SIZES, type GutterSize } from "@domain/stock/gutterSizes";
import { formatMoney, parseMoney } from "@domain/text/money";
import { pairedItemName, priceFor } from "@domain/stock/prices";
import { toKey } from "@domain/text/text";
import { UNREADABLE } from "@/components/ui/fieldControl";
import type { Item } from "@/offline/inventoryQueries";

/** The text that the user typed for each size; null if none. */
export type TypedPrices = Readonly<Record<GutterSize, string | null>>;

export const NOTHING_TYPED: TypedPrices = { "5": null, "6": null };

/** A missing size stays unchanged; null removes its price. */
export type PriceChange = Partial<Record<GutterSize, number | null>>;

export const PRICE_UNREADABLE = "Enter the price as a number, or clear it.";
export const PRICE_NEGATIVE = "A price cannot be below zero.";

/** The text of a field: typed, else the current price of the size. */
export function priceText(item: Item | null, size: GutterSize, typed: TypedPrices): string {
  return typed[size] ?? currentText(item, size);
}

export function priceError(text: string): string | null {
  if (text === UNREADABLE) return PRICE_UNREADABLE;
  const price = parseMoney(text);
  if (price === null) return null;
  if (Number.isNaN(price)) return PRICE_UNREADABLE;
  return price < 0 ? PRICE_NEGATIVE : null;
}

export function canSavePrices(item: Item | null, typed: TypedPrices): item is Item {
  const texts = GUTTER_SIZES.map((size) => priceText(item, size, typed));
  return (
    item !== null &&
    texts.some((text) => text !== "") &&
    texts.every((text) => priceError(text) === null)
  );
}

/**
 * The change of the changed sizes only, so that saving one size does not overwrite
 * another user's change of the other. If nothing changed, all shown prices.
 */
export function priceChange(item: Item, typed: TypedPrices): PriceChange {
  const changed = GUTTER_SIZES.filter(
    (size) => parseMoney(priceText(item, size, typed)) !== parseMoney(currentText(item, size)),
  );
  const sent = changed.length > 0 ? changed : GUTTER_SIZES;
  return Object.fromEntries(
    sent
      .map((size) => [size, parseMoney(priceText(item, size, typed))] as const)
      // Removing needs an own price; a fallback price belongs to "any".
      .filter(([size, price]) => price !== null || hasOwnPrice(item, size)),
  );
}

/** The paired item, which gets the same prices. */
export function pairedItem(item: Item, items: readonly Item[]): Item | null {
  const name = pairedItemName(item.name);
  if (name === null) return null;
  return items.find((other) => toKey(other.name) === toKey(name)) ?? null;
}

/** Describes the changes of a save, for example "5 in from $4.50 to $5.00". */
export function describeChange(item: Item, change: PriceChange): string[] {
  return GUTTER_SIZES.flatMap((size) => {
    const next = change[size];
    const current = priceFor(item._prices, size)?.amount ?? null;
    if (next === undefined || next === current) return [];
    return [`${size} in from ${priceLabel(current)} to ${priceLabel(next)}`];
  });
}

function currentText(item: Item | null, size: GutterSize): string {
  const price = item && priceFor(item._prices, size);
  return price ? price.amount.toFixed(2) : "";
}

function hasOwnPrice(item: Item, size: GutterSize): boolean {
  return item._prices.some((price) => price.size === size);
}

function priceLabel(price: number | null): string {
  return price === null ? "no price" : formatMoney(price);
}
