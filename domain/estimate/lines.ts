/**
 * The lines of a job: what is installed, with the price of each. A line keeps what it was written with, and is read and
 * printed from that alone: the item may have been renamed or deleted since.
 */
import { gutterSizeLabel, type GutterSize } from "../stock/gutterSizes";
import { itemSizes, type NamedColor, type SizedItem } from "../stock/inventory";
import { sizeNotOfferedSentence } from "../stock/inventoryInput";
import { formatMoney, roundToCents } from "../text/money";
import { PAIRED_ITEMS, priceFor } from "../stock/prices";
import { counted } from "../text/text";
import type { ItemUnit, UnitName } from "./units";

export interface LineFields {
  /** The item's name, the name of a pair whose side is open ("End Cap"), or the text of a line without an item. */
  readonly name: string;
  /** Missing for a line without an item, and for a pair whose side is open. */
  readonly itemId?: string | undefined;
  readonly sku?: string | undefined;
  /** Missing for a line without an item. */
  readonly unit?: UnitName | undefined;
  readonly pieceFeet?: number | undefined;
  readonly size?: GutterSize | undefined;
  readonly colorNumber?: string | undefined;
  readonly colorName?: string | undefined;
  readonly quantity: number;
  /** Price of one foot or piece, in dollars. Missing where Prices has none, which does not mean $0.00. */
  readonly price?: number | undefined;
}

/** A stored line. Devices name it by the client key. */
export interface LineRow extends LineFields, Taken {
  readonly _id: string;
  readonly clientKey: string;
  /** Its place among the lines of its job: see order.ts. */
  readonly order: string;
}

/** What was taken from stock for a line so far, and of what. */
export interface Taken {
  readonly taken?: number | undefined;
  readonly takenItem?: string | undefined;
  readonly takenSize?: GutterSize | undefined;
  readonly takenColor?: string | undefined;
}

type Priced = Pick<LineFields, "quantity" | "price">;

/** Rounded once, to cents. Null without a price. */
export function lineAmount({ quantity, price }: Priced): number | null {
  return price === undefined ? null : roundToCents(price * quantity);
}

export interface LinesSum {
  /** The sum of the amounts that are shown, in cents; null if no line has a price. */
  readonly cents: number | null;
  readonly unpriced: number;
}

export function sumOf(lines: readonly Priced[]): LinesSum {
  const amounts = lines.map(lineAmount).filter((each) => each !== null);
  const cents = amounts.map((amount) => Math.round(amount * 100));
  return {
    cents: cents.length === 0 ? null : cents.reduce((sum, each) => sum + each),
    unpriced: lines.length - amounts.length,
  };
}

/** "$1,845.00 and 2 rows without a price"; empty without lines. */
export function sumText({ cents, unpriced }: LinesSum): string {
  const sum = cents === null ? [] : [formatMoney(cents / 100)];
  const rest = unpriced === 0 ? [] : [`${counted(unpriced, "row")} without a price`];
  return [...sum, ...rest].join(" and ");
}

/** "Out Strip Miter, 6 in, 80 Degree White". */
export function lineName({
  name,
  size,
  colorName,
}: Pick<LineFields, "name" | "size" | "colorName">): string {
  const inches = size && gutterSizeLabel(size);
  return [name, inches, colorName].filter(Boolean).join(", ");
}

/** An item with its prices, as the device has it. */
export interface OfferedItem extends SizedItem, Partial<ItemUnit> {
  readonly _id: string;
  readonly name: string;
  readonly sku: string;
}

/** What a line can be made of: an item, or both items of a pair whose side is left open. */
export interface Offer {
  readonly name: string;
  readonly items: readonly [OfferedItem, ...OfferedItem[]];
}

/** The sides of the pair, such as "Left End Cap" and "Right End Cap" of "End Cap". Null for another name. */
export function sidesOf(name: string): readonly [string, string] | null {
  return PAIRED_ITEMS.find(([first]) => pairName(first) === name) ?? null;
}

/** "Left End Cap" -> "End Cap". */
function pairName(half: string): string {
  return half.slice(half.indexOf(" ") + 1);
}

/** Whether the side of the pair has to be chosen before stock is taken. */
export function isSideOpen({ name, itemId }: LineFields): boolean {
  return itemId === undefined && sidesOf(name) !== null;
}

/** Each item, and each pair of which the office has both. */
export function offersOf(items: readonly OfferedItem[]): Offer[] {
  const pairs = PAIRED_ITEMS.flatMap(([first, second]): Offer[] => {
    const [a, b] = [first, second].map((half) => items.find(({ name }) => name === half));
    return a && b ? [{ name: pairName(first), items: [a, b] }] : [];
  });
  return [...pairs, ...items.map((item): Offer => ({ name: item.name, items: [item] }))];
}

/** How often the lines have each offer, by its name. */
export function usesOf(
  lines: readonly Pick<LineFields, "name" | "itemId">[],
  offers: readonly Offer[],
): Readonly<Record<string, number>> {
  const countOf = ({ name, items }: Offer) =>
    lines.filter((line) => line.name === name || items.some(({ _id }) => _id === line.itemId))
      .length;
  return Object.fromEntries(offers.map((offer) => [offer.name, countOf(offer)] as const));
}

/** The sizes in which the offer comes; none for an item that fits every size. */
export function offerSizes({ items: [first, ...rest] }: Offer): GutterSize[] {
  return itemSizes(first).filter((size) => rest.every((item) => itemSizes(item).includes(size)));
}

/** The price of an offer in a size: 5 or 6 in falls back to any. Undefined where there is none, or a pair has two. */
export function offerPrice({ items }: Offer, size: GutterSize | undefined): number | undefined {
  const prices = items.map(({ _prices }) => priceFor(_prices, size ?? "any")?.amount);
  return prices.every((price) => price === prices[0]) ? prices[0] : undefined;
}

/** A new line of an offer, with the unit and the price of today. */
export function lineOf(
  offer: Offer,
  {
    size,
    color,
    quantity,
  }: {
    readonly size?: GutterSize | undefined;
    readonly color?: NamedColor | undefined;
    readonly quantity: number;
  },
): LineFields {
  const [item, ...others] = offer.items;
  const sized = offerSizes(offer).find((each) => each === size);
  return {
    name: offer.name,
    ...(others.length === 0 && { itemId: item._id, sku: item.sku }),
    unit: item.unit ?? "piece",
    pieceFeet: item.pieceFeet,
    size: sized,
    colorNumber: color?.colorNumber,
    colorName: color?.colorName,
    quantity,
    price: offerPrice(offer, sized),
  };
}

/** Why the color does not come in the size, or null. */
export function colorRefusal(
  color: NamedColor & { readonly sizeOptions: readonly string[] },
  size: GutterSize | undefined,
): string | null {
  if (size === undefined || color.sizeOptions.includes(size)) return null;
  return sizeNotOfferedSentence(color.colorName, size);
}

/** The line's offer as the office has it today; undefined for a line of text, and for an item that was deleted. */
export function offerOf(
  { itemId, unit, name }: LineFields,
  offers: readonly Offer[],
): Offer | undefined {
  return offers.find((offer) => {
    const [item, ...others] = offer.items;
    return itemId === undefined
      ? unit !== undefined && others.length > 0 && offer.name === name
      : others.length === 0 && item._id === itemId;
  });
}

/** The lines whose price has changed since, each with today's. A line without a price today keeps its own. */
export function newPrices<Line extends LineFields>(
  lines: readonly Line[],
  items: readonly OfferedItem[],
): { readonly line: Line; readonly price: number }[] {
  const offers = offersOf(items);
  return lines.flatMap((line) => {
    const price = priceToday(line, offers);
    return price === undefined || price === line.price ? [] : [{ line, price }];
  });
}

/** The lines as another job gets them: nothing is taken for them, and those that have a price today have that one. */
export function linesAgain(
  lines: readonly LineFields[],
  items: readonly OfferedItem[],
): LineFields[] {
  const offers = offersOf(items);
  return lines.map((line) => {
    const { name, itemId, sku, unit, pieceFeet, size, quantity } = line;
    const { colorNumber, colorName, price } = line;
    return {
      ...{ name, itemId, sku, unit, pieceFeet, size, colorNumber, colorName },
      ...{ quantity, price: priceToday(line, offers) ?? price },
    };
  });
}

/** Undefined where Prices has no price, or a price for another unit. */
function priceToday(line: LineFields, offers: readonly Offer[]): number | undefined {
  const offer = offerOf(line, offers);
  const { unit = "piece", pieceFeet } = offer?.items[0] ?? {};
  const isSameUnit = unit === line.unit && pieceFeet === line.pieceFeet;
  return offer && isSameUnit ? offerPrice(offer, line.size) : undefined;
}
