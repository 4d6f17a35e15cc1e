import { DEFAULT_ITEM_CATEGORY, type ItemCategory } from "../inventory";
import type { PriceSize } from "../prices";
import { levelInput } from "../reorder";
import { parseInput } from "./change";

/** The level below which a size of a color is ordered again; null clears it. */
export interface SetLevel {
  readonly colorNumber: string;
  readonly size: PriceSize;
  readonly level: number | null;
  readonly category?: ItemCategory | undefined;
}

export function levelOfChange({
  colorNumber,
  size,
  category = DEFAULT_ITEM_CATEGORY,
  ...args
}: SetLevel): Required<SetLevel> {
  const { level } = parseInput(levelInput, args);
  return { category, colorNumber, size, level };
}
