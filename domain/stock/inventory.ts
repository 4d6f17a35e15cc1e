import { GUTTER_SIZES, type GutterSize } from "./gutterSizes";
import type { PriceSize, SizePrice } from "./prices";
import { counted, foldText } from "../text/text";

/** The tabs of the inventory; Gutter is the first and the default. */
export const ITEM_CATEGORIES = ["gutter", "filter", "wood", "trim", "soffit"] as const;

export type ItemCategory = (typeof ITEM_CATEGORIES)[number];

/** The category of calls that name none: the first tab. */
export const DEFAULT_ITEM_CATEGORY: ItemCategory = "gutter";

export const ITEM_CATEGORY_LABELS: Readonly<Record<ItemCategory, string>> = {
  gutter: "Gutter",
  filter: "Filter",
  wood: "Wood",
  trim: "Trim",
  soffit: "Soffit",
};

const STOCK = "stock:";

/** Names the stock of a color in one category to a history. */
export function stockSubject(category: ItemCategory, colorNumber: string): string {
  return `${STOCK}${category}:${colorNumber}`;
}

/** Null for any other subject. */
export function stockOfSubject(
  subject: string,
): { readonly category: ItemCategory; readonly colorNumber: string } | null {
  if (!subject.startsWith(STOCK)) return null;
  const rest = subject.slice(STOCK.length);
  const category = ITEM_CATEGORIES.find((each) => rest.startsWith(`${each}:`));
  if (category === undefined) return null;
  return { category, colorNumber: rest.slice(category.length + 1) };
}

const SIZE_FILTERS = ["both", ...GUTTER_SIZES] as const;

export type SizeFilter = (typeof SIZE_FILTERS)[number];

export const SIZE_FILTER_LABELS: Readonly<Record<SizeFilter, string>> = {
  both: GUTTER_SIZES.join(" & "),
  "5": "5",
  "6": "6",
};

const COLOR_SORTS = ["number", "quantity"] as const;

export type ColorSort = (typeof COLOR_SORTS)[number];

/** Stock changes: goods received, or a corrected count. */
export const TXN_TYPES = ["intake", "adjustment"] as const;

const MAX_COLOR_SUGGESTIONS = 6;

export type NamedColor = {
  readonly colorNumber: string;
  readonly colorName: string;
};

export type StockedColor = NamedColor & {
  readonly quantity?: number | undefined;
  readonly sizeOptions: readonly string[];
};

export type SizedItem = {
  readonly sizeOptions: readonly string[];
  readonly _prices: readonly SizePrice[];
};

export function nextSizeFilter(current: SizeFilter): SizeFilter {
  const next = SIZE_FILTERS.indexOf(current) + 1;
  return SIZE_FILTERS[next % SIZE_FILTERS.length] ?? "both";
}

/** 'both' shows all colors; a size only those available in it. */
export function offersSize(color: Pick<StockedColor, "sizeOptions">, filter: SizeFilter): boolean {
  return filter === "both" || color.sizeOptions.includes(filter);
}

/** '5', '6' or '5 & 6': the sizes in which the color is available. */
export function sizeBadge(sizeOptions: readonly string[]): string {
  return GUTTER_SIZES.filter((size) => sizeOptions.includes(size)).join(" & ");
}

/** Whether the color's number or name contains the typed text. */
export function matchesColor(color: NamedColor, typed: string): boolean {
  const wanted = foldText(typed);
  return [color.colorNumber, color.colorName].some((text) => foldText(text).includes(wanted));
}

/** Whether the item's name and SKU contain every typed word. */
export function matchesItem(
  { name, sku }: { readonly name: string; readonly sku: string },
  typed: string,
): boolean {
  const text = foldText(`${name} ${sku}`);
  return foldText(typed)
    .split(" ")
    .every((word) => text.includes(word));
}

/** Orders colors by number as text, or by quantity, largest first. */
export function compareColors(a: StockedColor, b: StockedColor, sort: ColorSort): number {
  const byQuantity = sort === "quantity" ? (b.quantity ?? 0) - (a.quantity ?? 0) : 0;
  if (byQuantity !== 0) return byQuantity;
  if (a.colorNumber === b.colorNumber) return 0;
  return a.colorNumber < b.colorNumber ? -1 : 1;
}

/** Suggestions of the color field; none for blank text. */
export function suggestColors<Color extends NamedColor>(
  colors: readonly Color[],
  typed: string,
): Color[] {
  if (typed.trim() === "") return [];
  return colors.filter((color) => matchesColor(color, typed)).slice(0, MAX_COLOR_SUGGESTIONS);
}

/** "180 - Musket Brown" is color 180: the part before the first '-'. */
export function colorNumberOf(text: string): string | null {
  const [number = ""] = text.split("-");
  return number.trim() === "" ? null : number.trim();
}

/** The sizes of an item, from its size options and its prices. */
export function itemSizes(item: SizedItem): GutterSize[] {
  return GUTTER_SIZES.filter(
    (size) => item.sizeOptions.includes(size) || item._prices.some((price) => price.size === size),
  );
}

/** The next size of an intake row's toggle; 'any' if the item has no sizes. */
export function nextRowSize(item: SizedItem | null, current: PriceSize | null): PriceSize {
  const sizes: readonly PriceSize[] = item === null ? [] : itemSizes(item);
  const at = current === null ? -1 : sizes.indexOf(current);
  return sizes[(at + 1) % Math.max(sizes.length, 1)] ?? "any";
}

/** The whole number of pieces, or null if the text is no such number. */
export function parseQuantity(text: string): number | null {
  const plain = text.trim();
  if (!/^[+-]?\d+$/.test(plain)) return null;
  const quantity = Number(plain);
  return Number.isSafeInteger(quantity) ? quantity : null;
}

export type IntakeRow = {
  readonly itemId: string;
  readonly size: PriceSize;
  readonly quantity: string;
  readonly color: string;
};

export type IntakeEntry = {
  readonly itemId: string;
  readonly type: "intake";
  readonly quantity: number;
  readonly size?: GutterSize;
  readonly colorNumber?: string;
};

/** The entries to submit. A row without an item or a quantity is skipped. */
export function intakeEntries(rows: readonly IntakeRow[]): IntakeEntry[] {
  return rows.flatMap((row) => {
    const quantity = parseQuantity(row.quantity);
    if (row.itemId === "" || quantity === null) return [];
    const colorNumber = colorNumberOf(row.color);
    return [
      {
        itemId: row.itemId,
        type: "intake",
        quantity,
        ...(row.size === "any" ? {} : { size: row.size }),
        ...(colorNumber === null ? {} : { colorNumber }),
      },
    ];
  });
}

/** The result of adding the catalogue to a workspace. */
export function seededMessage({
  items,
  prices,
  colors,
}: {
  readonly items: number;
  readonly prices: number;
  readonly colors: number;
}): string {
  return `Seeded ${counted(items, "item")}, ${counted(prices, "price")}, ${counted(colors, "color")}`;
}
