/** Rows of stock and prices. A row that says what is stored already is the same, whichever file it comes from. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { colorInput } from "../../../domain/colorInput";
import { parseInput } from "../../../domain/inputRules";
import {
  sizeNotOfferedSentence,
  stockRefusal,
} from "../../../domain/inventoryInput";
import type { InventoryCheck } from "../../../domain/imports/checkRows";
import type {
  ImportRow,
  PriceImportRow,
  StockImportRow,
} from "../../../domain/imports/rows";
import { GUTTER_SIZES, type GutterSize } from "../../../domain/gutterSizes";
import { ITEM_CATEGORIES } from "../../../domain/inventory";
import type { PriceSize } from "../../../domain/prices";
import { Refusal } from "../../../domain/refusals";
import { foldText } from "../../../domain/text";
import type { Member } from "../access";
import { getColor } from "../inventory/colors";
import {
  countedSizes,
  getColorStock,
  newestTxns,
} from "../inventory/colorStock";
import { listItems, writePrice } from "../inventory/items";
import { adjustStock } from "../inventory/stock";
import type { InventoryItem } from "../inventory/validators";

const UNKNOWN_SIZE = "Sizes are 5 and 6 inch.";

/** The items that rows of prices may name; none for other rows. */
export async function itemsOfRows(
  ctx: QueryCtx,
  workspaceId: string,
  rows: readonly ImportRow[],
): Promise<readonly InventoryItem[]> {
  return rows.some(({ kind }) => kind === "prices")
    ? await listItems(ctx, workspaceId)
    : [];
}

export async function checkInventory(
  ctx: QueryCtx,
  workspaceId: string,
  { row, items }: { row: ImportRow; items: readonly InventoryItem[] },
): Promise<InventoryCheck> {
  if (row.kind === "stock") {
    const planned = await planStock(ctx, workspaceId, row);
    if ("sentence" in planned)
      return { isSame: false, sentence: planned.sentence };
    const { color, isNew, delta } = planned;
    const isSame = delta === 0;
    return isNew ? { isSame, newColor: color.colorNumber } : { isSame };
  }
  if (row.kind !== "prices") return { isSame: false };
  const found = planPrice(items, row);
  if ("sentence" in found) return { isSame: false, sentence: found.sentence };
  const { item, size } = found;
  const stored = item._prices.find((price) => price.size === size);
  return { isSame: stored?.price === row.price };
}

/** What the import of a row of stock has written. */
export type StockImported = {
  readonly isColorAdded: boolean;
  readonly txn: Id<"inventoryTxns"> | null;
};

/** Adds a color that the office lacks, and books the difference between the counted and the stored quantity. */
export async function importStock(
  ctx: MutationCtx,
  member: Member,
  { row, partOf }: { row: StockImportRow; partOf: Id<"changes"> | undefined },
): Promise<StockImported> {
  const { workspaceId } = member;
  const planned = await planStock(ctx, workspaceId, row);
  if ("sentence" in planned) return { isColorAdded: false, txn: null };
  const { color, isNew, size, delta } = planned;
  if (isNew) await ctx.db.insert("inventoryColors", { workspaceId, ...color });
  if (delta === 0) return { isColorAdded: isNew, txn: null };
  const { colorNumber } = color;
  const { category } = row;
  const txn = { category, colorNumber, size, quantity: delta, partOf };
  const { id } = await adjustStock(ctx, member, { txn, field: "quantity" });
  return { isColorAdded: isNew, txn: id };
}

/** Sets the price. False if it is set already, or the item is no longer there. */
export async function importPrice(
  ctx: MutationCtx,
  workspaceId: string,
  { row, items }: { row: PriceImportRow; items: readonly InventoryItem[] },
): Promise<boolean> {
  const found = planPrice(items, row);
  if ("sentence" in found) return false;
  const { item, size } = found;
  const { price } = row;
  if (item._prices.some((one) => one.size === size && one.price === price))
    return false;
  await writePrice(ctx, workspaceId, { itemId: item._id, size, price });
  return true;
}

type Refused = { readonly sentence: string };

type NewColor = Pick<
  Doc<"inventoryColors">,
  "colorNumber" | "colorName" | "hexColor" | "sizeOptions"
>;

async function planStock(
  ctx: QueryCtx,
  workspaceId: string,
  row: StockImportRow,
): Promise<
  | Refused
  | {
      readonly color: NewColor;
      readonly isNew: boolean;
      readonly size: GutterSize | undefined;
      readonly delta: number;
    }
> {
  const { category, colorNumber } = row;
  const known = await getColor(ctx, workspaceId, colorNumber);
  const color = known ?? newColorOf(row);
  if ("sentence" in color) return color;
  const size = sizeOf(row.size);
  if (size === null) return { sentence: UNKNOWN_SIZE };
  if (size !== undefined && !color.sizeOptions.includes(size))
    return { sentence: sizeNotOfferedSentence(color.colorName, size) };
  const stock = await getColorStock(ctx, workspaceId, {
    category,
    colorNumber,
  });
  const sizes =
    stock === null ? [] : (stock.sizes ?? (await countedSizes(ctx, stock)));
  const stored =
    size === undefined
      ? (stock?.quantity ?? 0)
      : (sizes.find((one) => one.size === size)?.quantity ?? 0);
  const delta = (row.quantity ?? stored) - stored;
  const sentence =
    delta === 0 ? null : stockRefusal(stock?.quantity ?? 0, delta);
  const isNew = known === null;
  return sentence === null ? { color, isNew, size, delta } : { sentence };
}

/** The color that a row adds. */
function newColorOf(row: StockImportRow): Refused | NewColor {
  try {
    return parseInput(colorInput, row);
  } catch (error) {
    if (error instanceof Refusal) return { sentence: error.data.message };
    throw error;
  }
}

function planPrice(
  items: readonly InventoryItem[],
  row: PriceImportRow,
): Refused | { readonly item: InventoryItem; readonly size: PriceSize } {
  const size = sizeOf(row.size);
  if (size === null) return { sentence: UNKNOWN_SIZE };
  const wanted = foldText(row.item);
  const bySku = items.filter(({ sku }) => foldText(sku) === wanted);
  const named =
    bySku.length > 0
      ? bySku
      : items.filter(({ name }) => foldText(name) === wanted);
  const [item] = named;
  if (item === undefined)
    return { sentence: `There is no item ${row.item}. Use its SKU or name.` };
  if (named.length > 1)
    return { sentence: `Several items are called ${row.item}. Use the SKU.` };
  return { item, size: size ?? "any" };
}

/** Undefined without a size; null for one that gutters do not have. */
function sizeOf(size: number | undefined): GutterSize | null | undefined {
  if (size === undefined) return undefined;
  return GUTTER_SIZES.find((known) => known === String(size)) ?? null;
}

/** Whether the color has a stock transaction that the run did not make, or a reorder level. */
export async function isColorUsed(
  ctx: QueryCtx,
  { workspaceId, colorNumber }: Doc<"inventoryColors">,
  runId: Id<"changes"> | undefined,
): Promise<boolean> {
  for (const category of ITEM_CATEGORIES) {
    const level = await ctx.db
      .query("inventoryReorderLevels")
      .withIndex("by_workspace_and_category_and_color_and_size", (q) =>
        q
          .eq("workspaceId", workspaceId)
          .eq("category", category)
          .eq("colorNumber", colorNumber),
      )
      .first();
    const of = { workspaceId, category, colorNumber };
    const last = await newestTxns(ctx, of).first();
    if (level !== null) return true;
    if (last !== null && last.partOf !== runId) return true;
  }
  return false;
}
