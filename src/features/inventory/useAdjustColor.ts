import { api } from "@convex/_generated/api";
import type { GutterSize } from "@domain/calculator";
import type { ItemCategory } from "@domain/inventory";
import { useMutation } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { useSave } from "@/lib/useSave";
import type { Color } from "./useColors";

interface Adjustment {
  readonly delta: number;
  readonly size: GutterSize | null;
}

/** The count moves at once; the server has the last word. */
export function useAdjustColor(color: Color, category: ItemCategory) {
  const adjust = useMutation(
    api.inventory.adjustColorQuantity,
  ).withOptimisticUpdate(showAtOnce);
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

function showAtOnce(
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
      const isOurs = color.colorNumber === colorNumber && quantity >= 0;
      return isOurs ? { ...color, quantity } : color;
    }),
  );
}
