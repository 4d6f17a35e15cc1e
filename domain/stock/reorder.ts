/**
 * The colors that have to be ordered: a size whose stock ran out, or is below the level that the office has set for it.
 */
import { GUTTER_SIZES, gutterSizeLabel, type GutterSize } from "./gutterSizes";
import { nullable } from "../calls/inputRules";
import { sizeBadge } from "./inventory";
import { MAX_STOCK } from "./inventoryInput";
import { wholeNumberWithin } from "../calls/numberInput";
import { PRICE_SIZES, type PriceSize } from "./prices";
import { formatCount } from "../text/text";

/** A color's stock of one size in one category; "any" is the stock that was moved without a size. */
export interface SizeStock {
  readonly size: PriceSize;
  readonly quantity: number;
  /** Whether there ever was stock. */
  readonly hadStock: boolean;
}

interface ReorderLevel {
  readonly size: PriceSize;
  /** Null where no level is set. */
  readonly level: number | null;
}

/** A color with its stock of one category. */
export interface CountedColor {
  readonly quantity: number;
  readonly sizeOptions: readonly string[];
  /** Null for a stock that no change has counted by size yet: it was last changed by an earlier version. */
  readonly sizes: readonly SizeStock[] | null;
  readonly levels: readonly ReorderLevel[];
}

/** A stock transaction, as far as the count by size needs it. */
interface CountedTxn {
  readonly _id?: string | undefined;
  readonly size?: GutterSize | undefined;
  readonly quantity: number;
  readonly undoes?: string | undefined;
}

export const LEVEL_OUT_OF_RANGE = `Enter a whole number from 0 to ${formatCount(MAX_STOCK)}, or nothing.`;

export const levelInput = {
  level: nullable(wholeNumberWithin(0, MAX_STOCK, LEVEL_OUT_OF_RANGE)),
};

/** The stock by size after a move. */
export function withSizeMove(
  sizes: readonly SizeStock[],
  { size = "any", delta }: { size?: PriceSize | undefined; delta: number },
): SizeStock[] {
  const before = sizes.find((each) => each.size === size);
  const quantity = (before?.quantity ?? 0) + delta;
  const hadStock = before?.hadStock === true || quantity > 0;
  const others = sizes.filter((each) => each.size !== size);
  return [...others, { size, quantity, hadStock }].sort(bySize);
}

/**
 * Counts stock transactions by size, in their order. An undone transaction and the one that undoes it are no sign that
 * there ever was stock.
 */
export function countSizes(txns: readonly CountedTxn[]): SizeStock[] {
  const undone = new Set(txns.map(({ undoes }) => undoes));
  const isValid = ({ _id, undoes }: CountedTxn) =>
    undoes === undefined && (_id === undefined || !undone.has(_id));
  const move = ({ size, quantity }: CountedTxn) => ({ size, delta: quantity });
  const valid = txns.filter(isValid).map(move).reduce(withSizeMove, []);
  return txns
    .map(move)
    .reduce<SizeStock[]>(withSizeMove, [])
    .map(({ size, quantity }) => ({
      size,
      quantity,
      hadStock: quantity > 0 || valid.some((each) => each.size === size && each.hadStock),
    }));
}

/** The sizes for which a level can be set and stock adjusted. */
export function stockedSizes({
  sizeOptions,
  sizes,
}: Pick<CountedColor, "sizeOptions" | "sizes">): PriceSize[] {
  const offered = GUTTER_SIZES.filter((size) => sizeOptions.includes(size));
  const hasUnsized = sizes?.some(({ size, hadStock }) => size === "any" && hadStock) === true;
  return offered.length === 0 || hasUnsized ? [...offered, "any"] : offered;
}

/** "5 in"; "Any size". */
export function stockSizeLabel(size: PriceSize): string {
  return size === "any" ? "Any size" : gutterSizeLabel(size);
}

/** One size of a color that has to be ordered. */
export interface LowStock {
  /** "5 in", or "5 & 6" where the sizes are not counted. */
  readonly label: string;
  readonly quantity: number;
  readonly level: number | null;
  /** How much is missing to the level; null without a level. */
  readonly missing: number | null;
}

/** The sizes of a color that have to be ordered. A color that never had stock and has no level needs nothing. */
export function lowStock({ quantity, sizeOptions, sizes, levels }: CountedColor): LowStock[] {
  if (sizes === null) {
    const label = sizeBadge(sizeOptions) || stockSizeLabel("any");
    return quantity > 0 ? [] : [{ label, quantity, level: null, missing: null }];
  }
  return PRICE_SIZES.flatMap((size) => {
    const stock = sizes.find((each) => each.size === size);
    const level = levels.find((each) => each.size === size)?.level ?? null;
    const left = stock?.quantity ?? 0;
    const isLow = level === null ? stock?.hadStock === true && left <= 0 : left < level;
    if (!isLow) return [];
    const missing = level === null ? null : level - left;
    return [{ label: stockSizeLabel(size), quantity: left, level, missing }];
  });
}

/** "5 in: none left"; "6 in: 3 of 10". */
export function lowStockText({ label, quantity, level }: LowStock): string {
  if (quantity <= 0) return `${label}: none left`;
  return `${label}: ${formatCount(quantity)} of ${formatCount(level ?? 0)}`;
}

function bySize(a: SizeStock, b: SizeStock): number {
  return PRICE_SIZES.indexOf(a.size) - PRICE_SIZES.indexOf(b.size);
}
