import { v } from "convex/values";
import type { Infer, ObjectType } from "convex/values";
import { GUTTER_SIZES } from "../../../domain/calculator";
import { ITEM_CATEGORIES, TXN_TYPES } from "../../../domain/inventory";
import { PRICE_SIZES } from "../../../domain/prices";
import { literals } from "../validators";

/** Shapes of the inventory, as stored, asked and answered. */
export const itemCategory = literals(ITEM_CATEGORIES);
export const gutterSize = literals(GUTTER_SIZES);
export const priceSize = literals(PRICE_SIZES);

export const itemFields = {
  name: v.string(),
  sku: v.string(),
  category: itemCategory,
  sizeOptions: v.array(gutterSize),
};

export const itemPriceFields = { size: priceSize, price: v.number() };

export const item = v.object({
  _id: v.id("inventoryItems"),
  _creationTime: v.number(),
  ...itemFields,
  _prices: v.array(v.object(itemPriceFields)),
});

export const colorFields = {
  colorNumber: v.string(),
  colorName: v.string(),
  hexColor: v.string(),
  sizeOptions: v.array(gutterSize),
};

export const color = v.object({
  _id: v.id("inventoryColors"),
  _creationTime: v.number(),
  ...colorFields,
  quantity: v.number(),
});

const itemQuantities = v.array(v.object({ name: v.string(), qty: v.number() }));

/** The items taken in for a color, by the size they fit. */
export const colorBreakdown = v.object({
  items5: itemQuantities,
  items6: itemQuantities,
});

/**
 * A movement of stock: who, how many, and the quantity before and after. That
 * is the color's in the category or, for an item without color, the item's.
 */
export const txnFields = {
  type: literals(TXN_TYPES),
  itemId: v.optional(v.id("inventoryItems")),
  itemName: v.optional(v.string()),
  category: itemCategory,
  colorNumber: v.optional(v.string()),
  size: v.optional(gutterSize),
  /** Signed: what was added, or taken off. */
  quantity: v.number(),
  before: v.number(),
  after: v.number(),
  by: v.string(),
  byName: v.string(),
};

export const txn = v.object({
  _id: v.id("inventoryTxns"),
  _creationTime: v.number(),
  ...txnFields,
});

/** What a caller says of one row of goods that came in. */
export const intakeArgs = {
  itemId: v.id("inventoryItems"),
  type: v.literal("intake"),
  quantity: v.number(),
  size: v.optional(gutterSize),
  colorNumber: v.optional(v.string()),
};

export const adjustmentArgs = {
  colorNumber: v.string(),
  delta: v.number(),
  size: v.optional(gutterSize),
  category: v.optional(itemCategory),
};

export const priceArgs = {
  itemId: v.id("inventoryItems"),
  size: priceSize,
  price: v.union(v.number(), v.null()),
};

/** A missing price stays as it is, null clears. */
export const aliasPricesArgs = {
  sourceItemId: v.id("inventoryItems"),
  aliasItemIds: v.array(v.id("inventoryItems")),
  price5: v.optional(v.union(v.number(), v.null())),
  price6: v.optional(v.union(v.number(), v.null())),
};

export type InventoryItem = Infer<typeof item>;
export type InventoryColor = Infer<typeof color>;
export type ColorBreakdown = Infer<typeof colorBreakdown>;
export type InventoryTxn = Infer<typeof txn>;
export type IntakeArgs = ObjectType<typeof intakeArgs>;
export type AdjustmentArgs = ObjectType<typeof adjustmentArgs>;
export type PriceArgs = ObjectType<typeof priceArgs>;
export type AliasPricesArgs = ObjectType<typeof aliasPricesArgs>;
