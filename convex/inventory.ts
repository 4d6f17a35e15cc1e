import { v } from "convex/values";
import { DEFAULT_ITEM_CATEGORY } from "../domain/inventory";
import { workspaceMutation, workspaceQuery } from "./functions";
import {
  colorBreakdownOf,
  listColors as colorsOfCategory,
} from "./model/inventory/colors";
import {
  listItems as itemsOfWorkspace,
  upsertAliasPrices as writeAliasPrices,
  upsertPrice as writePrice,
} from "./model/inventory/items";
import {
  adjustmentArgs,
  aliasPricesArgs,
  color,
  colorBreakdown,
  intakeArgs,
  item,
  itemCategory,
  priceArgs,
  reorderLevelArgs,
} from "./model/inventory/validators";
import { setReorderLevel as writeReorderLevel } from "./model/inventory/reorderLevels";
import { adjustColor, takeIn, takeInAll } from "./model/inventory/stock";

const breakdownArgs = {
  colorNumber: v.string(),
  category: v.optional(itemCategory),
};

/** Every item with its prices, by name. */
export const listItems = workspaceQuery({
  args: {},
  returns: v.array(item),
  handler: async (ctx) => await itemsOfWorkspace(ctx, ctx.workspaceId),
});

/** Every color, with its stock of the category. */
export const listColors = workspaceQuery({
  args: { category: v.optional(itemCategory) },
  returns: v.array(color),
  handler: async (ctx, { category = DEFAULT_ITEM_CATEGORY }) =>
    await colorsOfCategory(ctx, ctx.workspaceId, category),
});

/** The items taken in for a color, of one category or of all. */
export const listColorBreakdown = workspaceQuery({
  args: breakdownArgs,
  returns: colorBreakdown,
  handler: async (ctx, args) =>
    await colorBreakdownOf(ctx, ctx.workspaceId, args),
});

/**
 * `listColorBreakdown` as a mutation, for a caller that wants one result and no subscription. Writes nothing.
 */
export const listColorBreakdownMut = workspaceMutation({
  kind: "inventory.listColorBreakdownMut",
  args: breakdownArgs,
  returns: colorBreakdown,
  handler: async (ctx, args) =>
    await colorBreakdownOf(ctx, ctx.workspaceId, args),
});

/** Takes in one row. */
export const recordTxn = workspaceMutation({
  kind: "inventory.recordTxn",
  args: intakeArgs,
  returns: v.id("inventoryTxns"),
  handler: async (ctx, args) => await takeIn(ctx, ctx.member, args),
});

/** Takes in all rows of one delivery, or none: one submit of the dialog. */
export const recordIntake = workspaceMutation({
  kind: "inventory.recordIntake",
  args: { entries: v.array(v.object(intakeArgs)) },
  returns: v.array(v.id("inventoryTxns")),
  handler: async (ctx, { entries }) =>
    await takeInAll(ctx, ctx.member, entries),
});

/** Returns the color's new quantity in the category. */
export const adjustColorQuantity = workspaceMutation({
  kind: "inventory.adjustColorQuantity",
  args: adjustmentArgs,
  returns: v.number(),
  handler: async (ctx, args) => await adjustColor(ctx, ctx.member, args),
});

/** Sets the level below which a size of a color is ordered again; null clears it. */
export const setReorderLevel = workspaceMutation({
  kind: "inventory.setReorderLevel",
  args: reorderLevelArgs,
  returns: v.null(),
  handler: async (ctx, args) => {
    await writeReorderLevel(ctx, ctx.workspaceId, args);
    return null;
  },
});

/** null clears the price of that size. */
export const upsertPrice = workspaceMutation({
  kind: "inventory.upsertPrice",
  args: priceArgs,
  returns: v.null(),
  handler: async (ctx, args) => {
    await writePrice(ctx, ctx.workspaceId, args);
    return null;
  },
});

/** Sets the prices of an item and of its paired items. */
export const upsertAliasPrices = workspaceMutation({
  kind: "inventory.upsertAliasPrices",
  args: aliasPricesArgs,
  returns: v.null(),
  handler: async (ctx, args) => {
    await writeAliasPrices(ctx, ctx.workspaceId, args);
    return null;
  },
});
