import { useQueries, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { ITEM_CATEGORIES, type ItemCategory } from "@domain/inventory";
import { useOutbox } from "@/offline/useOutbox";
import {
  withPendingPrices,
  withPendingStock,
  type Color,
  type Item,
  type StockedColor,
} from "./pendingStock";

export type { Color, Item };
export type ColorBreakdown = FunctionReturnType<
  typeof api.inventory.listColorBreakdown
>;

/** All items with their prices, also those that wait, by name; `undefined` while loading. */
export function useItems(): readonly Item[] | undefined {
  const live = useQuery(api.inventory.listItems, {});
  const { items: pending } = useOutbox();
  return useMemo(
    () => live && withPendingPrices(live, pending),
    [live, pending],
  );
}

/** The colors of a category with their stock, also what waits; `undefined` while loading. */
export function useColors(
  category: ItemCategory,
): readonly StockedColor[] | undefined {
  const live = useQuery(api.inventory.listColors, { category });
  const items = useQuery(api.inventory.listItems, {});
  const { items: pending } = useOutbox();
  return useMemo(
    () =>
      live && withPendingStock(live, category, { pending, items: items ?? [] }),
    [live, category, pending, items],
  );
}

export interface CategoryColors {
  readonly category: ItemCategory;
  readonly colors: readonly StockedColor[];
}

const ALL_COLORS = Object.fromEntries(
  ITEM_CATEGORIES.map((category) => [
    category,
    { query: api.inventory.listColors, args: { category } },
  ]),
);

/** The colors of every category with their stock, also what waits; `undefined` while loading. */
export function useAllColors(): readonly CategoryColors[] | undefined {
  const results = useQueries(ALL_COLORS) as Record<
    ItemCategory,
    readonly Color[] | Error | undefined
  >;
  const items = useQuery(api.inventory.listItems, {});
  const { items: pending } = useOutbox();
  return useMemo(() => {
    const all: CategoryColors[] = [];
    for (const category of ITEM_CATEGORIES) {
      const live = results[category];
      if (live instanceof Error) throw live;
      if (live === undefined) return undefined;
      const waiting = { pending, items: items ?? [] };
      all.push({ category, colors: withPendingStock(live, category, waiting) });
    }
    return all;
  }, [results, pending, items]);
}

/** Reads the stock of a color in a category: 0 for an unknown color, null while loading. */
export type StockOf = (
  category: ItemCategory,
  colorNumber: string,
) => number | null;

/** The stock on the server, of these categories only. */
export function useStockOf(categories: readonly ItemCategory[]): StockOf {
  const names = [...new Set(categories)].sort().join(" ");
  const queries = useMemo(
    () =>
      Object.fromEntries(
        names
          .split(" ")
          .filter((name) => name !== "")
          .map((category) => [
            category,
            { query: api.inventory.listColors, args: { category } },
          ]),
      ),
    [names],
  );
  const results = useQueries(queries) as Record<
    string,
    readonly Color[] | Error | undefined
  >;
  return (category, colorNumber) => {
    const colors = results[category];
    if (colors === undefined || colors instanceof Error) return null;
    return (
      colors.find((color) => color.colorNumber === colorNumber)?.quantity ?? 0
    );
  };
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
