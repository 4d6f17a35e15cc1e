import { api } from "@convex/_generated/api";
import type { ItemCategory } from "@domain/inventory";
import { useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";

export type ColorBreakdown = FunctionReturnType<
  typeof api.inventory.listColorBreakdown
>;

/**
 * What was taken in for a color, live. `undefined` on the way; `null` where it
 * could not be loaded, which is not told: the card is open all the same.
 */
export function useColorBreakdown(
  colorNumber: string,
  category: ItemCategory,
): ColorBreakdown | null | undefined {
  const queries = useMemo(
    () => ({
      breakdown: {
        query: api.inventory.listColorBreakdown,
        args: { colorNumber, category },
      },
    }),
    [colorNumber, category],
  );
  const { breakdown } = useQueries(queries) as {
    breakdown: ColorBreakdown | Error | undefined;
  };
  return breakdown instanceof Error ? null : breakdown;
}
