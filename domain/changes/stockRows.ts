/** How changes find rows of the inventory. Not in change.ts, which is part of the page's first load. */
import type { GutterSize } from "../stock/gutterSizes";
import type { ItemCategory } from "../stock/inventory";
import { sizeNotOfferedSentence, unknownColorSentence } from "../stock/inventoryInput";
import { invalidData, notFoundData, Refusal } from "../calls/refusals";
import type { ColorRow, ItemRow, Rows } from "./rows";

export function requireItem(rows: Rows, id: string, field: string): ItemRow {
  const item = rows.item(id);
  if (item === undefined) throw new Refusal(notFoundData("item", field));
  return item;
}

export function requireColor(rows: Rows, colorNumber: string, category: ItemCategory): ColorRow {
  const color = rows.color(colorNumber, category);
  if (color !== undefined) return color;
  const sentence = unknownColorSentence(colorNumber);
  throw new Refusal(invalidData("colorNumber", sentence));
}

/** @throws Refusal if the thing does not come in the size. */
export function requireSize(
  thing: string,
  sizes: readonly GutterSize[],
  size: GutterSize | undefined,
): void {
  if (size !== undefined && !sizes.includes(size))
    throw new Refusal(invalidData("size", sizeNotOfferedSentence(thing, size)));
}
