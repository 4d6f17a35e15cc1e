import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { DEFAULT_ITEM_CATEGORY } from "@domain/stock/inventory";
import { OfficeRows, type Color, type Item } from "./outbox/officeRows";
import { unrefused } from "./outbox/shownRows";
import { readCatalogue } from "./days/copyMaterials";
import { useCopied } from "./useCopied";
import { useOutbox } from "./useOutbox";

export interface Catalogue {
  /** The items with their prices and units. */
  readonly items: readonly Item[];
  readonly colors: readonly Color[];
  /** The number of uses of an item or a pair in the jobs on this device, by its name. */
  readonly uses: Readonly<Record<string, number>>;
  /** The time of the device's copy; null for live data. */
  readonly asOf: number | null;
}

/**
 * The items and colors for lines, with the changes that wait on this device; until the server answers, from the
 * device's copy. `undefined` while loading.
 */
export function useCatalogue(): Catalogue | undefined {
  const items = useQuery(api.inventory.listItems, {});
  const category = DEFAULT_ITEM_CATEGORY;
  const colors = useQuery(api.inventory.listColors, { category });
  const { items: waiting } = useOutbox();
  const copied = useCopied(readCatalogue);
  return useMemo(() => {
    const live = items && colors && { items, colors };
    const found = live ?? copied;
    if (found === undefined) return undefined;
    const known = { ...found, category };
    const rows = new OfficeRows(known, unrefused(waiting));
    return {
      items: found.items.map((item) => rows.item(item._id) ?? item),
      colors: found.colors.map((color) => rows.color(color.colorNumber, category) ?? color),
      uses: copied?.uses ?? {},
      asOf: live ? null : (copied?.at ?? null),
    };
  }, [items, colors, copied, category, waiting]);
}
