import { v } from "convex/values";
import { DEFAULT_ITEM_CATEGORY } from "../domain/stock/inventory";
import { adjustColorQuantity as adjustColorQuantityChange } from "../domain/changes/adjustColorQuantity";
import {
  recordIntake as recordIntakeChange,
  recordTxn as recordTxnChange,
} from "../domain/changes/recordIntake";
import { setPrices, upsertPrice as upsertPriceChange } from "../domain/changes/setPrices";
import { setUnit as setUnitChange } from "../domain/changes/setUnit";
import { setReorderLevel as setReorderLevelChange } from "../domain/changes/setReorderLevel";
import { mutationOf, workspaceMutation, workspaceQuery } from "./functions";
import { colorBreakdownOf, listColors as colorsOfCategory } from "./model/inventory/colors";
import { listItems as itemsOfWorkspace } from "./model/inventory/items";
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
  unitArgs,
} from "./model/inventory/validators";

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
  handler: async (ctx, args) => await colorBreakdownOf(ctx, ctx.workspaceId, args),
});

/**
 * `listColorBreakdown` as a mutation, for a caller that wants one result and no subscription. Writes nothing.
 */
export const listColorBreakdownMut = workspaceMutation({
  kind: "inventory.listColorBreakdownMut",
  args: breakdownArgs,
  returns: colorBreakdown,
  handler: async (ctx, args) => await colorBreakdownOf(ctx, ctx.workspaceId, args),
});

/** Takes in one row. */
export const recordTxn = mutationOf(recordTxnChange, {
  args: intakeArgs,
  returns: v.id("inventoryTxns"),
});

/** Takes in all rows of one delivery, or none: one submit of the dialog. */
export const recordIntake = mutationOf(recordIntakeChange, {
  args: { entries: v.array(v.object(intakeArgs)) },
  returns: v.array(v.id("inventoryTxns")),
});

/** Returns the color's new quantity in the category. */
export const adjustColorQuantity = mutationOf(adjustColorQuantityChange, {
  args: adjustmentArgs,
  returns: v.number(),
});

/** Sets the level below which a size of a color is ordered again; null clears it. */
export const setReorderLevel = mutationOf(setReorderLevelChange, {
  args: reorderLevelArgs,
});

/** null clears the price of that size. */
export const upsertPrice = mutationOf(upsertPriceChange, { args: priceArgs });

/** Sets the prices of an item and of its paired items. */
export const upsertAliasPrices = mutationOf(setPrices, {
  args: aliasPricesArgs,
});

/** Sets the unit of an item and of its paired items. The amounts of their prices stay. */
export const setUnit = mutationOf(setUnitChange, { args: unitArgs });
