/** Search, filter by size and sort of the color list, and the colors that result. */
import {
  compareColors,
  matchesColor,
  offersSize,
  type ColorSort,
  type SizeFilter,
  type StockedColor,
} from "@domain/stock/inventory";

export interface ColorView {
  readonly search: string;
  readonly size: SizeFilter;
  readonly sort: ColorSort;
}

export const DEFAULT_COLOR_VIEW: ColorView = {
  search: "",
  size: "both",
  sort: "number",
};

export const COLOR_SORT_LABELS: Readonly<Record<ColorSort, string>> = {
  number: "Number",
  quantity: "Quantity",
};

export function toggleColorSort(sort: ColorSort): ColorSort {
  return sort === "number" ? "quantity" : "number";
}

export function visibleColors<Color extends StockedColor>(
  colors: readonly Color[],
  { search, size, sort }: ColorView,
): Color[] {
  return colors
    .filter((color) => matchesColor(color, search) && offersSize(color, size))
    .sort((a, b) => compareColors(a, b, sort));
}
