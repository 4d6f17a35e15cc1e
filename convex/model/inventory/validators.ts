import { v, type Infer, type ObjectType } from "convex/values";
import { ITEM_UNITS } from "../../../domain/estimate/units";
import { GUTTER_SIZES } from "../../../domain/stock/gutterSizes";
import { ITEM_CATEGORIES, TXN_TYPES } from "../../../domain/stock/inventory";
import { PRICE_SIZES } from "../../../domain/stock/prices";
import { demoField, literals, systemFields } from "../validators";

export const itemCategory = literals(ITEM_CATEGORIES);
export const gutterSize = literals(GUTTER_SIZES);

export const itemUnit = literals(ITEM_UNITS);

export const itemFields = {
  name: v.string(),
  sku: v.string(),
  category: itemCategory,
  sizeOptions: v.array(gutterSize),
  /** Missing until the office has set it: see `catalogueUnit`. */
  unit: v.optional(itemUnit),
  pieceFeet: v.optional(v.number()),
  ...demoField,
};

const sizePrice = v.object({
  size: literals(PRICE_SIZES),
  price: v.number(),
});

export const priceFields = {
  itemId: v.id("inventoryItems"),
  ...sizePrice.fields,
};

/** An item as clients receive it, with its prices. */
export const item = v.object({
  ...systemFields("inventoryItems"),
  ...itemFields,
  _prices: v.array(sizePrice),
});

export const colorFields = {
  colorNumber: v.string(),
  colorName: v.string(),
  hexColor: v.string(),
  sizeOptions: v.array(gutterSize),
  ...demoField,
};

/** A color's stock of one size; "any" is the stock that was moved without a size. */
export const sizeStock = v.object({
  size: literals(PRICE_SIZES),
  quantity: v.number(),
  hadStock: v.boolean(),
});

/** The level below which a size of a color is ordered again; missing after it was cleared. */
export const reorderLevelFields = {
  category: itemCategory,
  colorNumber: v.string(),
  size: literals(PRICE_SIZES),
  level: v.optional(v.number()),
};

/** A color as clients receive it, with its stock of one category. */
export const color = v.object({
  ...systemFields("inventoryColors"),
  ...colorFields,
  quantity: v.number(),
  /** Null for a stock that no change has counted by size yet. */
  sizes: v.nullable(v.array(sizeStock)),
  levels: v.array(
    v.object({
      size: reorderLevelFields.size,
      level: v.nullable(v.number()),
    }),
  ),
});

const itemQuantities = v.array(v.object({ name: v.string(), qty: v.number() }));

/** The items taken in for a color, by the gutter size they fit. */
export const colorBreakdown = v.object({
  items5: itemQuantities,
  items6: itemQuantities,
});

/**
 * A stock transaction: who moved how many, and the quantity before and after.
 * That quantity is the color's within the category or, without a color, the
 * item's.
 */
export const txnFields = {
  type: literals(TXN_TYPES),
  itemId: v.optional(v.id("inventoryItems")),
  itemName: v.optional(v.string()),
  category: itemCategory,
  colorNumber: v.optional(v.string()),
  size: v.optional(gutterSize),
  /** Signed: positive adds to the stock. */
  quantity: v.number(),
  before: v.number(),
  after: v.number(),
  by: v.string(),
  byName: v.string(),
  /** The transaction whose opposite this is. */
  undoes: v.optional(v.id("inventoryTxns")),
  /** The run of the history that moved the stock: an import, or its undo. */
  partOf: v.optional(v.id("changes")),
  /** Whether a line of a job took or put back the stock: an undo of that change undoes this. */
  isOfLine: v.optional(v.literal(true)),
};

/** One row of an intake. */
export const intakeArgs = {
  itemId: priceFields.itemId,
  type: v.literal("intake"),
  quantity: txnFields.quantity,
  size: txnFields.size,
  colorNumber: txnFields.colorNumber,
};

export const adjustmentArgs = {
  colorNumber: colorFields.colorNumber,
  delta: txnFields.quantity,
  size: txnFields.size,
  category: v.optional(itemCategory),
};

/** null clears the level. */
export const reorderLevelArgs = {
  ...reorderLevelFields,
  category: v.optional(itemCategory),
  level: v.nullable(v.number()),
};

/** null clears the price. */
export const priceArgs = {
  ...priceFields,
  price: v.nullable(priceFields.price),
};

/** A missing price stays as it is; null clears it. */
export const aliasPricesArgs = {
  sourceItemId: priceFields.itemId,
  aliasItemIds: v.array(priceFields.itemId),
  price5: v.optional(priceArgs.price),
  price6: v.optional(priceArgs.price),
};

/** The length is null for an item that is not sold in lengths. */
export const unitArgs = {
  sourceItemId: priceFields.itemId,
  aliasItemIds: v.array(priceFields.itemId),
  unit: itemUnit,
  pieceFeet: v.nullable(v.number()),
};

export type InventoryItem = Infer<typeof item>;
export type InventoryColor = Infer<typeof color>;
export type ColorBreakdown = Infer<typeof colorBreakdown>;
export type IntakeArgs = ObjectType<typeof intakeArgs>;
export type AdjustmentArgs = ObjectType<typeof adjustmentArgs>;
export type ReorderLevelArgs = ObjectType<typeof reorderLevelArgs>;
export type PriceArgs = ObjectType<typeof priceArgs>;
export type AliasPricesArgs = ObjectType<typeof aliasPricesArgs>;
