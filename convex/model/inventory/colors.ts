import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { GUTTER_SIZES, type GutterSize } from "../../../domain/stock/gutterSizes";
import type { ItemCategory } from "../../../domain/stock/inventory";
import { groupBy } from "../../../domain/text/groups";
import { compareNames } from "../../../domain/text/text";
import type { ColorRow } from "../../../domain/changes/rows";
import { must } from "../errors";
import { getColorStock } from "./colorStock";
import type { ColorBreakdown, InventoryColor } from "./validators";
import { atMostAll, LIST_LIMIT } from "../limits";

/** Every color with its stock of one category, by color number (text order). */
export async function listColors(
  ctx: QueryCtx,
  workspaceId: string,
  category: ItemCategory,
): Promise<InventoryColor[]> {
  const colors = await ctx.db
    .query("inventoryColors")
    .withIndex("by_workspace_and_number", (q) => q.eq("workspaceId", workspaceId))
    .take(LIST_LIMIT + 1);
  const stock = await ctx.db
    .query("inventoryColorStock")
    .withIndex("by_workspace_and_category_and_color", (q) =>
      q.eq("workspaceId", workspaceId).eq("category", category),
    )
    .take(LIST_LIMIT + 1);
  const levels = await ctx.db
    .query("inventoryReorderLevels")
    .withIndex("by_workspace_and_category_and_color_and_size", (q) =>
      q.eq("workspaceId", workspaceId).eq("category", category),
    )
    .take(LIST_LIMIT);
  const stocks = new Map(stock.map((row) => [row.colorNumber, row]));
  const levelsByColor = groupBy(levels, ({ colorNumber }) => colorNumber);
  return atMostAll(colors, "colors").map((color) =>
    toColor(color, stocks.get(color.colorNumber), levelsByColor.get(color.colorNumber) ?? []),
  );
}

/** The items taken in for a color, in one category or in all. */
export async function colorBreakdownOf(
  ctx: QueryCtx,
  workspaceId: string,
  { colorNumber, category }: { colorNumber: string; category?: ItemCategory | undefined },
): Promise<ColorBreakdown> {
  const stock = await ctx.db
    .query("inventoryItemStock")
    .withIndex("by_workspace_and_color_and_category", (q) => {
      const ofColor = q.eq("workspaceId", workspaceId).eq("colorNumber", colorNumber);
      return category === undefined ? ofColor : ofColor.eq("category", category);
    })
    .take(LIST_LIMIT);
  const names = await namesOf(ctx, stock);
  const [items5, items6] = GUTTER_SIZES.map((size) => itemsOfSize(stock, size, names));
  return { items5: must(items5, "5 in"), items6: must(items6, "6 in") };
}

export async function getColor(
  ctx: QueryCtx,
  workspaceId: string,
  colorNumber: string,
): Promise<Doc<"inventoryColors"> | null> {
  return await ctx.db
    .query("inventoryColors")
    .withIndex("by_workspace_and_number", (q) =>
      q.eq("workspaceId", workspaceId).eq("colorNumber", colorNumber),
    )
    .unique();
}

/** A color with its stock of the category. */
export async function getColorRow(
  ctx: QueryCtx,
  workspaceId: string,
  of: Pick<Doc<"inventoryColorStock">, "category" | "colorNumber">,
): Promise<ColorRow | null> {
  const color = await getColor(ctx, workspaceId, of.colorNumber);
  if (color === null) return null;
  const stock = await getColorStock(ctx, workspaceId, of);
  return { ...color, quantity: stock?.quantity ?? 0 };
}

type ItemStock = Doc<"inventoryItemStock">;

async function namesOf(
  ctx: QueryCtx,
  stock: readonly ItemStock[],
): Promise<Map<ItemStock["itemId"], string>> {
  const names = new Map<ItemStock["itemId"], string>();
  for (const itemId of new Set(stock.map((row) => row.itemId))) {
    const item = await ctx.db.get("inventoryItems", itemId);
    if (item !== null) names.set(itemId, item.name);
  }
  return names;
}

/** The items that fit a gutter size, each once. Items without a size fit both. */
function itemsOfSize(
  stock: readonly ItemStock[],
  size: GutterSize,
  names: ReadonlyMap<ItemStock["itemId"], string>,
): { name: string; qty: number }[] {
  const fitting = stock.filter((row) => (row.size ?? size) === size);
  return [...groupBy(fitting, (row) => row.itemId)]
    .flatMap(([itemId, rows]) => {
      const name = names.get(itemId);
      const qty = rows.reduce((sum, row) => sum + row.quantity, 0);
      return name === undefined ? [] : [{ name, qty }];
    })
    .sort((a, b) => compareNames(a.name, b.name));
}

function toColor(
  row: Doc<"inventoryColors">,
  stock: Doc<"inventoryColorStock"> | undefined,
  levels: readonly Doc<"inventoryReorderLevels">[],
): InventoryColor {
  const { workspaceId: _workspaceId, ...color } = row;
  return {
    ...color,
    quantity: stock?.quantity ?? 0,
    sizes: stock === undefined ? [] : (stock.sizes ?? null),
    levels: levels.map(({ size, level = null }) => ({ size, level })),
  };
}
