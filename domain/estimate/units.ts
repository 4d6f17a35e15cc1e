/** How an item is counted and priced: by the foot or by the piece. */
import { nullable } from "../calls/inputRules";
import { MAX_QUANTITY } from "../stock/inventoryInput";
import { wholeNumberWithin } from "../calls/numberInput";
import { formatCount } from "../text/text";

export const ITEM_UNITS = ["foot", "piece"] as const;

export type UnitName = (typeof ITEM_UNITS)[number];

export interface ItemUnit {
  readonly unit: UnitName;
  /** Feet of one piece, for an item that is sold in lengths. */
  readonly pieceFeet?: number | undefined;
}

const MAX_PIECE_FEET = 1_000;

export const PIECE_FEET_OUT_OF_RANGE = `Enter the feet of a piece from 1 to ${formatCount(MAX_PIECE_FEET)}, or nothing.`;
export const QUANTITY_OF_LINE = `Enter a whole number from 1 to ${formatCount(MAX_QUANTITY)}.`;

export const unitInput = {
  pieceFeet: nullable(wholeNumberWithin(1, MAX_PIECE_FEET, PIECE_FEET_OUT_OF_RANGE)),
};

export interface Measure {
  readonly amount: number;
  /** True if the person said feet; else the quantity is in the item's own unit. */
  readonly isFeet: boolean;
}

/** The whole number to buy: 38 ft of 10 ft pieces are 4. Null for feet of an item whose pieces have no length. */
export function quantityOf(
  { unit, pieceFeet }: ItemUnit,
  { amount, isFeet }: Measure,
): number | null {
  if (!isFeet || unit === "foot") return Math.ceil(amount);
  return pieceFeet === undefined ? null : Math.ceil(amount / pieceFeet);
}

/** "120 ft"; "4". */
export function quantityText(quantity: number, unit?: UnitName): string {
  return `${formatCount(quantity)}${unit === "foot" ? " ft" : ""}`;
}

/** "per foot"; "per 10 ft" of an item that is sold in such pieces. Without a unit an item counts as pieces. */
export function unitText({ unit, pieceFeet }: Partial<ItemUnit>): string {
  if (unit === "foot") return "per foot";
  return pieceFeet === undefined ? "per piece" : `per ${formatCount(pieceFeet)} ft`;
}
