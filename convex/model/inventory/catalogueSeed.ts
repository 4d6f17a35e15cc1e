import type { MutationCtx } from "../../_generated/server";
import {
  CATALOGUE_COLORS,
  CATALOGUE_ITEMS,
  type CatalogueItem,
} from "../../../domain/catalogue";
import { getColor } from "./colors";
import { getItemBySku } from "./items";

export type Seeded = { items: number; prices: number; colors: number };

/**
 * Adds the missing items and colors, by SKU and color number. An existing item
 * keeps its prices, even a cleared one: somebody decided so.
 */
export async function seedCatalogue(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Seeded> {
  const seeded = { items: 0, prices: 0, colors: 0 };
  for (const item of CATALOGUE_ITEMS) {
    if ((await getItemBySku(ctx, workspaceId, item.sku)) !== null) continue;
    await addItem(ctx, workspaceId, item);
    seeded.items += 1;
    seeded.prices += item.prices.length;
  }
  for (const color of CATALOGUE_COLORS) {
    if ((await getColor(ctx, workspaceId, color.colorNumber)) !== null)
      continue;
    await ctx.db.insert("inventoryColors", { workspaceId, ...color });
    seeded.colors += 1;
  }
  return seeded;
}

async function addItem(
  ctx: MutationCtx,
  workspaceId: string,
  { prices, ...item }: CatalogueItem,
): Promise<void> {
  const itemId = await ctx.db.insert("inventoryItems", {
    workspaceId,
    ...item,
  });
  for (const price of prices)
    await ctx.db.insert("inventoryPrices", { workspaceId, itemId, ...price });
}
