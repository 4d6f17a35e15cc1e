import { useQueries, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import type { ItemCategory } from "@domain/inventory";

export type Item = FunctionReturnType<typeof api.inventory.listItems>[number];
export type Color = FunctionReturnType<typeof api.inventory.listColors>[number];
export type ColorBreakdown = FunctionReturnType<
  typeof api.inventory.listColorBreakdown
>;

/** All items with their prices, by name; `undefined` while loading. */
export function useItems(): readonly Item[] | undefined {
  return useQuery(api.inventory.listItems, {});
}

/** The colors of a category with their stock; `undefined` while loading. */
export function useColors(
  category: ItemCategory,
): readonly Color[] | undefined {
  return useQuery(api.inventory.listColors, { category });
}

/**
 * The received quantities of a color. `undefined` while loading; `null` on an
 * error, which is not shown because the rest of the card still works.
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
