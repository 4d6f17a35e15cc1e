import { adjustColorQuantity } from "@domain/changes/adjustColorQuantity";
import { setReorderLevel } from "@domain/changes/setReorderLevel";
import type { GutterSize } from "@domain/stock/gutterSizes";
import type { ItemCategory } from "@domain/stock/inventory";
import type { PriceSize } from "@domain/stock/prices";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import type { Color } from "@/offline/inventoryQueries";

interface Adjustment {
  readonly delta: number;
  readonly size: GutterSize | null;
}

/** Adjusts the stock of a color by a difference, which waits on the device without signal. */
export function useAdjustColor(color: Color, category: ItemCategory) {
  const { submit } = useChange();
  return ({ delta, size }: Adjustment) => {
    const args = { delta, category, ...(size !== null && { size }) };
    const change = newChange(adjustColorQuantity, color, args);
    return submit(change, { name: change.subject.label });
  };
}

interface NewLevel {
  readonly size: PriceSize;
  readonly level: number | null;
}

/** Sets the level below which a size of a color is ordered again. */
export function useSetReorderLevel(color: Color, category: ItemCategory) {
  const { submit } = useChange();
  return (level: NewLevel) => {
    const change = newChange(setReorderLevel, color, { category, ...level });
    return submit(change, { name: change.subject.label });
  };
}
