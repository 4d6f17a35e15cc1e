/** The Set Item Price form as text, and what a save of it sends and changes. */
import { formatMoney, parseMoney } from "@domain/money";
import { pairedItemName, priceFor } from "@domain/prices";
import { toKey } from "@domain/text";
import { UNREADABLE } from "@/components/ui/fieldControl";
import type { PricedItem } from "./usePricedItems";

export const FORM_SIZES = ["5", "6"] as const;

export type FormSize = (typeof FORM_SIZES)[number];

/** What was typed over the present price of each size; null where nothing was. */
export type TypedPrices = Readonly<Record<FormSize, string | null>>;

export const NOTHING_TYPED: TypedPrices = { "5": null, "6": null };

/** A missing price stays as it is; null takes it away. */
export type PriceChange = Partial<Record<FormSize, number | null>>;

export const PRICE_UNREADABLE = "Enter the price as a number, or clear it.";
export const PRICE_NEGATIVE = "A price cannot be below zero.";

/** What the field shows: what was typed, else the present price of the size. */
export function priceText(
  item: PricedItem | null,
  size: FormSize,
  typed: TypedPrices,
): string {
  return typed[size] ?? presentText(item, size);
}

export function priceError(text: string): string | null {
  if (text === UNREADABLE) return PRICE_UNREADABLE;
  const price = parseMoney(text);
  if (price === null) return null;
  if (Number.isNaN(price)) return PRICE_UNREADABLE;
  return price < 0 ? PRICE_NEGATIVE : null;
}

export function canSavePrices(
  item: PricedItem | null,
  typed: TypedPrices,
): item is PricedItem {
  const texts = FORM_SIZES.map((size) => priceText(item, size, typed));
  return (
    item !== null &&
    texts.some((text) => text !== "") &&
    texts.every((text) => priceError(text) === null)
  );
}

/**
 * Only what was changed, so that saving one size leaves the other alone, also
 * where somebody else has just changed it. Where nothing was, what is shown.
 */
export function priceChange(item: PricedItem, typed: TypedPrices): PriceChange {
  const changed = FORM_SIZES.filter(
    (size) =>
      parseMoney(priceText(item, size, typed)) !==
      parseMoney(presentText(item, size)),
  );
  const sent = changed.length > 0 ? changed : FORM_SIZES;
  return Object.fromEntries(
    sent
      .map((size) => [size, parseMoney(priceText(item, size, typed))] as const)
      // A size without a price of its own has none that could be taken away.
      .filter(([size, price]) => price !== null || hasOwnPrice(item, size)),
  );
}

/** The other half of the pair, which a save changes too. */
export function pairedItem(
  item: PricedItem,
  items: readonly PricedItem[],
): PricedItem | null {
  const name = pairedItemName(item.name);
  if (name === null) return null;
  return items.find((other) => toKey(other.name) === toKey(name)) ?? null;
}

/** "5 in from $4.50 to $5.00": what a save would change of an item. */
export function describeChange(
  item: PricedItem,
  change: PriceChange,
): string[] {
  return FORM_SIZES.flatMap((size) => {
    const next = change[size];
    const present = priceFor(item._prices, size)?.amount ?? null;
    if (next === undefined || next === present) return [];
    return [`${size} in from ${shown(present)} to ${shown(next)}`];
  });
}

function presentText(item: PricedItem | null, size: FormSize): string {
  const price = item && priceFor(item._prices, size);
  return price ? price.amount.toFixed(2) : "";
}

function hasOwnPrice(item: PricedItem, size: FormSize): boolean {
  return item._prices.some((price) => price.size === size);
}

function shown(price: number | null): string {
  return price === null ? "no price" : formatMoney(price);
}
