/**
 * Changes of stock. They are differences, which stay valid whatever else changes meanwhile. A call changes all of its
 * stock or none.
 */
import { invalidData, Refusal } from "../refusals";
import {
  colorNumberOf,
  DEFAULT_ITEM_CATEGORY,
  type ItemCategory,
} from "../inventory";
import { adjustmentInput, intakeInput, stockRefusal } from "../inventoryInput";
import type { GutterSize } from "../gutterSizes";
import { parseInput } from "./change";

export interface StockMove {
  readonly category: ItemCategory;
  /** Undefined for an item without a color. */
  readonly colorNumber: string | undefined;
  readonly size: GutterSize | undefined;
  readonly delta: number;
  /** The argument that a refusal names. */
  readonly field: string;
}

export interface Adjustment {
  readonly colorNumber: string;
  readonly delta: number;
  readonly size?: GutterSize | undefined;
  readonly category?: ItemCategory | undefined;
}

export function moveOfAdjustment({
  colorNumber,
  size,
  category = DEFAULT_ITEM_CATEGORY,
  ...args
}: Adjustment): StockMove {
  const { delta } = parseInput(adjustmentInput, args);
  return { category, colorNumber, size, delta, field: "delta" };
}

export interface IntakeRow {
  readonly quantity: number;
  readonly size?: GutterSize | undefined;
  /** As a person typed it: see `colorNumberOf`. */
  readonly colorNumber?: string | undefined;
}

/** The move of stock for one row of a delivery, of an item of the category. */
export function moveOfIntake(
  { colorNumber: typed = "", size, ...args }: IntakeRow,
  category: ItemCategory,
): StockMove {
  const { quantity } = parseInput(intakeInput, args);
  const number = colorNumberOf(typed) ?? typed.trim();
  const colorNumber = number === "" ? undefined : number;
  return { category, colorNumber, size, delta: quantity, field: "quantity" };
}

/** @throws Refusal if the stock cannot change so. */
export function stockAfter(
  before: number,
  { delta, field }: Pick<StockMove, "delta" | "field">,
): number {
  const refusal = stockRefusal(before, delta);
  if (refusal !== null) throw new Refusal(invalidData(field, refusal));
  return before + delta;
}
