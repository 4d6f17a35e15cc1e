import type { GutterSize } from "@domain/gutterSizes";
import type { ItemCategory } from "@domain/inventory";
import type { PriceSize } from "@domain/prices";
import { stockSizeLabel } from "@domain/reorder";
import { newChange, useChange } from "@/offline/useChange";
import type { Color } from "./inventoryQueries";

interface Adjustment {
  readonly delta: number;
  readonly size: GutterSize | null;
}

/** Adjusts the stock of a color by a difference, which waits on the device without signal. */
export function useAdjustColor(color: Color, category: ItemCategory) {
  const { submit } = useChange();
  const { colorNumber, colorName } = color;
  const name = `${colorNumber} ${colorName}`;
  return ({ delta, size }: Adjustment) =>
    submit(
      newChange({
        call: "inventory:adjustColorQuantity",
        args: { colorNumber, delta, category, ...(size !== null && { size }) },
        subject: { key: color._id, label: name },
        // Each is a difference: none replaces another.
        field: null,
        label: `Stock ${delta > 0 ? "+" : ""}${delta}`,
      }),
      { name },
    );
}

interface NewLevel {
  readonly size: PriceSize;
  readonly level: number | null;
}

/** Sets the level below which a size of a color is ordered again. */
export function useSetReorderLevel(color: Color, category: ItemCategory) {
  const { submit } = useChange();
  const { colorNumber, colorName } = color;
  const name = `${colorNumber} ${colorName}`;
  return ({ size, level }: NewLevel) =>
    submit(
      newChange({
        call: "inventory:setReorderLevel",
        args: { colorNumber, category, size, level },
        subject: { key: color._id, label: name },
        // A later level of the same size replaces one that was never sent.
        field: `reorder ${category} ${size}`,
        label: `Reorder level ${stockSizeLabel(size)}`,
      }),
      { name },
    );
}
