import { useMutation } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "@convex/_generated/api";
import type { GutterSize } from "@domain/gutterSizes";
import type { ItemCategory } from "@domain/inventory";
import { useSave } from "@/lib/useSave";
import type { Color } from "./inventoryQueries";

interface Adjustment {
  readonly delta: number;
  readonly size: GutterSize | null;
}

/** Adjusts the stock of a color with an optimistic update. */
export function useAdjustColor(color: Color, category: ItemCategory) {
  const adjust = useMutation(
    api.inventory.adjustColorQuantity,
  ).withOptimisticUpdate(applyOptimistically);
  const { save } = useSave();
  return ({ delta, size }: Adjustment) =>
    save(
      () =>
        adjust({
          colorNumber: color.colorNumber,
          delta,
          category,
          ...(size !== null && { size }),
        }),
      { name: `${color.colorNumber} ${color.colorName}`, saved: null },
    );
}

function applyOptimistically(
  store: OptimisticLocalStore,
  {
    colorNumber,
    delta,
    category = "gutter",
  }: FunctionArgs<typeof api.inventory.adjustColorQuantity>,
) {
  const args = { category };
  const colors = store.getQuery(api.inventory.listColors, args);
  if (colors === undefined) return;
  store.setQuery(
    api.inventory.listColors,
    args,
    colors.map((color) => {
      const quantity = color.quantity + delta;
      const isAdjusted = color.colorNumber === colorNumber && quantity >= 0;
      return isAdjusted ? { ...color, quantity } : color;
    }),
  );
}
