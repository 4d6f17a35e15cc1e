import { useQueries, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { ITEM_CATEGORIES, type ItemCategory } from "@domain/stock/inventory";
import { useOutbox } from "./useOutbox";
import { OfficeRows, type Color, type Item } from "./outbox/officeRows";
import { unrefused } from "./outbox/shownRows";

export type { Color, Item };

export type StockedColor = Color & {
  /** The part of the quantity that the server does not have yet. */
  readonly waiting: number;
};

type Waiting = ReturnType<typeof useOutbox>["items"];

/** The items with the prices that wait on this device. */
export function shownItems(items: readonly Item[], waiting: Waiting): readonly Item[] {
  const rows = new OfficeRows({ items }, unrefused(waiting));
  return items.map((item) => rows.item(item._id) ?? item);
}

/** The colors of a category, with waiting changes of stock and levels. `items` gives the category of an intake. */
export function shownColors(
  colors: readonly Color[],
  category: ItemCategory,
  { waiting, items }: { waiting: Waiting; items: readonly Item[] },
): readonly StockedColor[] {
  const known = { colors, category, items };
  const rows = new OfficeRows(known, unrefused(waiting));
  return colors.map((color) => {
    const shown = rows.color(color.colorNumber, category) ?? color;
    return { ...shown, waiting: shown.quantity - color.quantity };
  });
}
export type ColorBreakdown = FunctionReturnType<typeof api.inventory.listColorBreakdown>;

/** All items by name, with their prices, also prices that wait on this device; `undefined` while loading. */
export function useItems(): readonly Item[] | undefined {
  const live = useQuery(api.inventory.listItems, {});
  const { items: waiting } = useOutbox();
  return useMemo(() => live && shownItems(live, waiting), [live, waiting]);
}

/** The colors of a category with their stock, including waiting changes; `undefined` while loading. */
export function useColors(category: ItemCategory): readonly StockedColor[] | undefined {
  const live = useQuery(api.inventory.listColors, { category });
  const items = useQuery(api.inventory.listItems, {});
  const { items: waiting } = useOutbox();
  return useMemo(
    () => live && shownColors(live, category, { waiting, items: items ?? [] }),
    [live, category, waiting, items],
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

/** The colors of every category with their stock, including waiting changes; `undefined` while loading. */
export function useAllColors(): readonly CategoryColors[] | undefined {
  const results = useQueries(ALL_COLORS) as Record<
    ItemCategory,
    readonly Color[] | Error | undefined
  >;
  const items = useQuery(api.inventory.listItems, {});
  const { items: waiting } = useOutbox();
  return useMemo(() => {
    const all: CategoryColors[] = [];
    for (const category of ITEM_CATEGORIES) {
      const live = results[category];
      if (live instanceof Error) throw live;
      if (live === undefined) return undefined;
      const of = { waiting, items: items ?? [] };
      all.push({ category, colors: shownColors(live, category, of) });
    }
    return all;
  }, [results, waiting, items]);
}

/** Reads the stock of a color in a category: 0 for an unknown color, null while loading. */
export type StockOf = (category: ItemCategory, colorNumber: string) => number | null;

/** The stock on the server, of these categories only. */
export function useStockOf(categories: readonly ItemCategory[]): StockOf {
  const names = [...new Set(categories)].sort().join(" ");
  const queries = useMemo(
    () =>
      Object.fromEntries(
        names
          .split(" ")
          .filter((name) => name !== "")
          .map((category) => [category, { query: api.inventory.listColors, args: { category } }]),
      ),
    [names],
  );
  const results = useQueries(queries) as Record<string, readonly Color[] | Error | undefined>;
  return (category, colorNumber) => {
    const colors = results[category];
    if (colors === undefined || colors instanceof Error) return null;
    return colors.find((color) => color.colorNumber === colorNumber)?.quantity ?? 0;
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
