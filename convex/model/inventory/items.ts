import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  pricesOfChange,
  type NewPrice,
} from "../../../domain/changes/setPrices";
import { priceInput } from "../../../domain/priceInput";
import type { SizePrice } from "../../../domain/prices";
import { groupBy } from "../../../domain/groups";
import { compareNames } from "../../../domain/text";
import { byRule, notFound, parse } from "../errors";
import type { AliasPricesArgs, InventoryItem, PriceArgs } from "./validators";
import { atMostAll, LIST_LIMIT } from "../limits";

/** Every item with its prices, by name. */
export async function listItems(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<InventoryItem[]> {
  const items = await ctx.db
    .query("inventoryItems")
    .withIndex("by_workspace_and_sku", (q) => q.eq("workspaceId", workspaceId))
    .take(LIST_LIMIT + 1);
  const prices = await ctx.db
    .query("inventoryPrices")
    .withIndex("by_workspace_and_item_and_size", (q) =>
      q.eq("workspaceId", workspaceId),
    )
    .take(LIST_LIMIT + 1);
  const pricesByItem = groupBy(
    atMostAll(prices, "prices"),
    ({ itemId }) => itemId,
  );
  return atMostAll(items, "items")
    .map((item) => toItem(item, pricesByItem.get(item._id) ?? []))
    .sort(
      (a, b) =>
        compareNames(a.name, b.name) || a._creationTime - b._creationTime,
    );
}

export async function requireItem(
  ctx: QueryCtx,
  workspaceId: string,
  { itemId, field }: { itemId: Id<"inventoryItems">; field: string },
): Promise<Doc<"inventoryItems">> {
  const item = await ctx.db.get("inventoryItems", itemId);
  if (item?.workspaceId !== workspaceId) throw notFound("item", field);
  return item;
}

export async function pricesOfItem(
  ctx: QueryCtx,
  item: Doc<"inventoryItems">,
): Promise<Doc<"inventoryPrices">[]> {
  return await ctx.db
    .query("inventoryPrices")
    .withIndex("by_workspace_and_item_and_size", (q) =>
      q.eq("workspaceId", item.workspaceId).eq("itemId", item._id),
    )
    .take(LIST_LIMIT);
}

/** Sets one price of an item; null clears it. */
export async function upsertPrice(
  ctx: MutationCtx,
  workspaceId: string,
  { itemId, size, ...args }: PriceArgs,
): Promise<void> {
  const { price } = parse(priceInput, args);
  const item = await requireItem(ctx, workspaceId, { itemId, field: "itemId" });
  await writePrice(ctx, item, { size, price });
}

/**
 * Sets the same prices for an item and its paired items, in one transaction.
 * A missing price leaves the stored prices of its size as they are.
 */
export async function upsertAliasPrices(
  ctx: MutationCtx,
  workspaceId: string,
  args: AliasPricesArgs,
): Promise<void> {
  const { aliases, prices } = byRule(() => pricesOfChange(args));
  const items = [
    await requireItem(ctx, workspaceId, {
      itemId: args.sourceItemId,
      field: "sourceItemId",
    }),
  ];
  for (const itemId of aliases)
    items.push(
      await requireItem(ctx, workspaceId, { itemId, field: "aliasItemIds" }),
    );
  for (const item of items)
    for (const price of prices) await writePrice(ctx, item, price);
}

/** Writes the price if it differs from the stored one. */
async function writePrice(
  ctx: MutationCtx,
  { workspaceId, _id: itemId }: Doc<"inventoryItems">,
  { size, price }: NewPrice,
): Promise<void> {
  const row = await ctx.db
    .query("inventoryPrices")
    .withIndex("by_workspace_and_item_and_size", (q) =>
      q.eq("workspaceId", workspaceId).eq("itemId", itemId).eq("size", size),
    )
    .unique();
  if (row === null) {
    if (price !== null)
      await ctx.db.insert("inventoryPrices", {
        workspaceId,
        itemId,
        size,
        price,
      });
    return;
  }
  if (price === null) await ctx.db.delete("inventoryPrices", row._id);
  else if (price !== row.price)
    await ctx.db.patch("inventoryPrices", row._id, { price });
}

function toItem(
  row: Doc<"inventoryItems">,
  prices: readonly SizePrice[],
): InventoryItem {
  const { workspaceId: _workspaceId, ...item } = row;
  return {
    ...item,
    _prices: prices.map(({ size, price }) => ({ size, price })),
  };
}
