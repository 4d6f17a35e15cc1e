import type { GutterSize } from "@domain/gutterSizes";
import type { ItemCategory } from "@domain/inventory";
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
