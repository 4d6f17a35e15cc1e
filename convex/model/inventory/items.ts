import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { catalogueUnit } from "../../../domain/estimate/catalogue";
import type { PriceOfItem } from "../../../domain/changes/rows";
import type { SizePrice } from "../../../domain/stock/prices";
import { groupBy } from "../../../domain/text/groups";
import { compareNames } from "../../../domain/text/text";
import { must, notFound } from "../errors";
import { keepItem } from "./demoMarks";
import type { InventoryItem } from "./validators";
import { atMostAll, LIST_LIMIT } from "../limits";

/** Every item with its prices, by name. */
export async function listItems(ctx: QueryCtx, workspaceId: string): Promise<InventoryItem[]> {
  const items = await ctx.db
    .query("inventoryItems")
    .withIndex("by_workspace_and_sku", (q) => q.eq("workspaceId", workspaceId))
    .take(LIST_LIMIT + 1);
  const prices = await ctx.db
    .query("inventoryPrices")
    .withIndex("by_workspace_and_item_and_size", (q) => q.eq("workspaceId", workspaceId))
    .take(LIST_LIMIT + 1);
  const pricesByItem = groupBy(atMostAll(prices, "prices"), ({ itemId }) => itemId);
  return atMostAll(items, "items")
    .map((item) => toItem(item, pricesByItem.get(item._id) ?? []))
    .sort((a, b) => compareNames(a.name, b.name) || a._creationTime - b._creationTime);
}

export async function requireItem(
  ctx: QueryCtx,
  workspaceId: string,
  { itemId, field }: { itemId: Id<"inventoryItems">; field: string },
): Promise<Doc<"inventoryItems">> {
  const item = await getItem(ctx, workspaceId, itemId);
  if (item === null) throw notFound("item", field);
  return item;
}

export async function getItem(
  ctx: QueryCtx,
  workspaceId: string,
  itemId: string,
): Promise<Doc<"inventoryItems"> | null> {
  const id = itemId as Id<"inventoryItems">;
  const item = await ctx.db.get("inventoryItems", id);
  return item?.workspaceId === workspaceId ? item : null;
}

export async function getItemBySku(
  ctx: QueryCtx,
  workspaceId: string,
  sku: string,
): Promise<Doc<"inventoryItems"> | null> {
  return await ctx.db
    .query("inventoryItems")
    .withIndex("by_workspace_and_sku", (q) => q.eq("workspaceId", workspaceId).eq("sku", sku))
    .unique();
}

/** The item with its prices. */
export async function getItemRow(
  ctx: QueryCtx,
  workspaceId: string,
  itemId: string,
): Promise<InventoryItem | null> {
  const item = await getItem(ctx, workspaceId, itemId);
  if (item === null) return null;
  const prices = await ctx.db
    .query("inventoryPrices")
    .withIndex("by_workspace_and_item_and_size", (q) =>
      q.eq("workspaceId", workspaceId).eq("itemId", item._id),
    )
    .take(LIST_LIMIT);
  return toItem(item, prices);
}

/** Writes the price of a size if it differs from the stored one; null clears it. */
export async function writePrice(
  ctx: MutationCtx,
  workspaceId: string,
  { itemId: id, size, price }: PriceOfItem,
): Promise<void> {
  const itemId = id as Id<"inventoryItems">;
  const row = await ctx.db
    .query("inventoryPrices")
    .withIndex("by_workspace_and_item_and_size", (q) =>
      q.eq("workspaceId", workspaceId).eq("itemId", itemId).eq("size", size),
    )
    .unique();
  if (price === (row?.price ?? null)) return;
  await keepItem(ctx, itemId);
  if (price === null) await ctx.db.delete("inventoryPrices", must(row, "a price")._id);
  else if (row !== null) await ctx.db.patch("inventoryPrices", row._id, { price });
  else
    await ctx.db.insert("inventoryPrices", {
      workspaceId,
      itemId,
      size,
      price,
    });
}

function toItem(row: Doc<"inventoryItems">, prices: readonly SizePrice[]): InventoryItem {
  const { workspaceId: _workspaceId, ...item } = row;
  return {
    ...(item.unit === undefined && catalogueUnit(item.sku)),
    ...item,
    _prices: prices.map(({ size, price }) => ({ size, price })),
  };
}
