/** The stock of the example data, which is made of marked items and colors alone (inventory/demoMarks.ts). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { FAKE_DELIVERIES, FAKE_REORDER_LEVELS } from "../../../domain/demo/fakeStock";
import { ITEM_CATEGORIES } from "../../../domain/stock/inventory";
import { must } from "../errors";
import { addMissing } from "../inventory/catalogueSeed";
import { getColorStock, newestTxns } from "../inventory/colorStock";
import { markedColors, markedItems } from "../inventory/demoMarks";
import { writeReorderLevel } from "../inventory/reorderLevels";
import { moveStock } from "../inventory/stock";
import { LIST_LIMIT } from "../limits";
import { recordProgress, type Counts } from "./operations";

const CATEGORY = "gutter";

/** Adds the missing part of the catalogue, with stock in some of the added colors. Existing rows stay as they are. */
export async function generateStock(ctx: MutationCtx, operation: Doc<"tasks">): Promise<void> {
  const { workspaceId } = operation;
  const partOf = must(operation.runId, "the run of a new operation");
  const { by, byName } = must(await ctx.db.get("changes", partOf), "a run");
  const { items, colors } = await addMissing(ctx, workspaceId);
  const stocked = await stockedColors(ctx, workspaceId);
  const isOurs = (colorNumber: string) => colors.has(colorNumber) && !stocked.has(colorNumber);
  for (const { sku, ...received } of FAKE_DELIVERIES) {
    const itemId = items.get(sku);
    if (itemId === undefined || !isOurs(received.colorNumber)) continue;
    const item = must(await ctx.db.get("inventoryItems", itemId), "an item");
    const of = { itemId, itemName: item.name, category: item.category };
    const txn = { type: "intake", ...of, ...received, partOf } as const;
    const member = { workspaceId, by, byName };
    await moveStock(ctx, member, { txn, field: "quantity" });
  }
  for (const level of FAKE_REORDER_LEVELS)
    if (isOurs(level.colorNumber))
      await writeReorderLevel(ctx, workspaceId, {
        category: CATEGORY,
        ...level,
      });
  // Sets the marks last, because moving stock takes them off.
  for (const id of items.values()) await ctx.db.patch("inventoryItems", id, { demo: "unchanged" });
  for (const [colorNumber, id] of colors)
    if (isOurs(colorNumber)) await ctx.db.patch("inventoryColors", id, { demo: "unchanged" });
  await recordProgress(ctx, operation, { colorsCreated: colors.size });
}

/** The numbers of the colors that have stock or reorder levels, also of colors that were deleted. */
async function stockedColors(ctx: MutationCtx, workspaceId: string): Promise<ReadonlySet<string>> {
  const stock = await ctx.db
    .query("inventoryColorStock")
    .withIndex("by_workspace_and_category_and_color", (q) => q.eq("workspaceId", workspaceId))
    .take(LIST_LIMIT);
  const levels = await ctx.db
    .query("inventoryReorderLevels")
    .withIndex("by_workspace_and_category_and_color_and_size", (q) =>
      q.eq("workspaceId", workspaceId),
    )
    .take(LIST_LIMIT);
  return new Set([...stock, ...levels].map(({ colorNumber }) => colorNumber));
}

/** Few, because a color is deleted with its stock in every category. */
const COLOR_BATCH_SIZE = 10;
const ITEM_BATCH_SIZE = 25;

export async function deleteDemoColors(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const colors = await markedColors(ctx, workspaceId).take(COLOR_BATCH_SIZE);
  if (colors.length === 0) return null;
  let inventoryTxnsDeleted = 0;
  for (const color of colors) inventoryTxnsDeleted += await deleteColor(ctx, color);
  return { inventoryColorsDeleted: colors.length, inventoryTxnsDeleted };
}

/** Returns how many stock transactions it has deleted: all are of the example data. */
async function deleteColor(
  ctx: MutationCtx,
  { _id, workspaceId, colorNumber }: Doc<"inventoryColors">,
): Promise<number> {
  let txnsDeleted = 0;
  for (const category of ITEM_CATEGORIES) {
    const of = { workspaceId, category, colorNumber };
    const txns = await newestTxns(ctx, of).take(LIST_LIMIT);
    for (const txn of txns) await ctx.db.delete("inventoryTxns", txn._id);
    txnsDeleted += txns.length;
    const stock = await getColorStock(ctx, workspaceId, of);
    if (stock !== null) await ctx.db.delete("inventoryColorStock", stock._id);
    const levels = await ctx.db
      .query("inventoryReorderLevels")
      .withIndex("by_workspace_and_category_and_color_and_size", (q) =>
        q.eq("workspaceId", workspaceId).eq("category", category).eq("colorNumber", colorNumber),
      )
      .take(LIST_LIMIT);
    for (const level of levels) await ctx.db.delete("inventoryReorderLevels", level._id);
  }
  const ofItems = await ctx.db
    .query("inventoryItemStock")
    .withIndex("by_workspace_and_color_and_category", (q) =>
      q.eq("workspaceId", workspaceId).eq("colorNumber", colorNumber),
    )
    .take(LIST_LIMIT);
  for (const row of ofItems) await ctx.db.delete("inventoryItemStock", row._id);
  await ctx.db.delete("inventoryColors", _id);
  return txnsDeleted;
}

/** An item with stock left in a color that a person has used is kept and loses the mark. */
export async function deleteDemoItems(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const items = await markedItems(ctx, workspaceId).take(ITEM_BATCH_SIZE);
  if (items.length === 0) return null;
  let inventoryItemsDeleted = 0;
  let inventoryPricesDeleted = 0;
  for (const { _id } of items) {
    if (await hasStock(ctx, workspaceId, _id)) {
      await ctx.db.patch("inventoryItems", _id, { demo: undefined });
      continue;
    }
    const prices = await ctx.db
      .query("inventoryPrices")
      .withIndex("by_workspace_and_item_and_size", (q) =>
        q.eq("workspaceId", workspaceId).eq("itemId", _id),
      )
      .take(LIST_LIMIT);
    for (const price of prices) await ctx.db.delete("inventoryPrices", price._id);
    await ctx.db.delete("inventoryItems", _id);
    inventoryItemsDeleted += 1;
    inventoryPricesDeleted += prices.length;
  }
  return { inventoryItemsDeleted, inventoryPricesDeleted };
}

async function hasStock(
  ctx: MutationCtx,
  workspaceId: string,
  itemId: Id<"inventoryItems">,
): Promise<boolean> {
  const stock = await ctx.db
    .query("inventoryItemStock")
    .withIndex("by_workspace_and_item_and_color_and_size", (q) =>
      q.eq("workspaceId", workspaceId).eq("itemId", itemId),
    )
    .first();
  return stock !== null;
}
