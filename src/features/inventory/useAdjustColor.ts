import type { GutterSize } from "@domain/gutterSizes";
import type { ItemCategory } from "@domain/inventory";
import { useOutboxSave } from "@/lib/outbox/useOutboxSave";
import type { Color } from "./inventoryQueries";
import { ADJUST_COLOR } from "./pendingStock";

interface Adjustment {
  readonly delta: number;
  readonly size: GutterSize | null;
}

/** Adjusts the stock of a color by a difference, which waits on the device without signal. */
export function useAdjustColor(color: Color, category: ItemCategory) {
  const { send } = useOutboxSave();
  const { colorNumber, colorName } = color;
  const name = `${colorNumber} ${colorName}`;
  return ({ delta, size }: Adjustment) =>
    send(
      {
        call: ADJUST_COLOR,
        args: { colorNumber, delta, category, ...(size !== null && { size }) },
        subject: { key: color._id, label: name },
        // Each is a difference: none replaces another.
        field: null,
        label: `Stock ${delta > 0 ? "+" : ""}${delta}`,
      },
      { name },
    );
}
