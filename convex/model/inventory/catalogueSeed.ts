import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  CATALOGUE_COLORS,
  CATALOGUE_ITEMS,
  type CatalogueItem,
} from "../../../domain/estimate/catalogue";
import { getColor } from "./colors";
import { keepColor, keepItem, markedColors, markedItems } from "./demoMarks";
import { getItemBySku } from "./items";
import { LIST_LIMIT } from "../limits";

export type Seeded = { items: number; prices: number; colors: number };

/** Adds the missing part of the catalogue for a person, who also keeps the part that the example data added. */
export async function seedCatalogue(ctx: MutationCtx, workspaceId: string): Promise<Seeded> {
  for (const { _id } of await markedItems(ctx, workspaceId).take(LIST_LIMIT))
    await keepItem(ctx, _id);
  for (const { colorNumber } of await markedColors(ctx, workspaceId).take(LIST_LIMIT))
    await keepColor(ctx, workspaceId, colorNumber);
  const { items, prices, colors } = await addMissing(ctx, workspaceId);
  return { items: items.size, prices, colors: colors.size };
}

interface Added {
  /** The added items by SKU. */
  readonly items: ReadonlyMap<string, Id<"inventoryItems">>;
  readonly prices: number;
  /** The added colors by color number. */
  readonly colors: ReadonlyMap<string, Id<"inventoryColors">>;
}

/**
 * Adds the missing items and colors, by SKU and color number. An existing item
 * keeps its prices, even a cleared one: somebody decided so.
 */
export async function addMissing(ctx: MutationCtx, workspaceId: string): Promise<Added> {
  const items = new Map<string, Id<"inventoryItems">>();
  const colors = new Map<string, Id<"inventoryColors">>();
  let prices = 0;
  for (const item of CATALOGUE_ITEMS) {
    if ((await getItemBySku(ctx, workspaceId, item.sku)) !== null) continue;
    items.set(item.sku, await addItem(ctx, workspaceId, item));
    prices += item.prices.length;
  }
  for (const color of CATALOGUE_COLORS) {
    const { colorNumber } = color;
    if ((await getColor(ctx, workspaceId, colorNumber)) !== null) continue;
    colors.set(colorNumber, await ctx.db.insert("inventoryColors", { workspaceId, ...color }));
  }
  return { items, prices, colors };
}

async function addItem(
  ctx: MutationCtx,
  workspaceId: string,
  { prices, ...item }: CatalogueItem,
): Promise<Id<"inventoryItems">> {
  const itemId = await ctx.db.insert("inventoryItems", {
    workspaceId,
    ...item,
  });
  for (const price of prices)
    await ctx.db.insert("inventoryPrices", { workspaceId, itemId, ...price });
  return itemId;
}
