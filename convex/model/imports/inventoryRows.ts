/** Rows of stock and prices. A row that says what is stored already is the same, whichever file it comes from. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { moveOfAdjustment } from "../../../domain/changes/moveStock";
import {
  sizeNotOfferedSentence,
  stockRefusal,
  unknownColorSentence,
} from "../../../domain/inventoryInput";
import type { InventoryCheck } from "../../../domain/imports/checkRows";
import type {
  ImportRow,
  PriceImportRow,
  StockImportRow,
} from "../../../domain/imports/rows";
import { GUTTER_SIZES, type GutterSize } from "../../../domain/gutterSizes";
import type { PriceSize } from "../../../domain/prices";
import { Refusal } from "../../../domain/refusals";
import { foldText } from "../../../domain/text";
import type { Member } from "../access";
import { getColor } from "../inventory/colors";
import { countedSizes, getColorStock } from "../inventory/colorStock";
import { listItems, upsertPrice } from "../inventory/items";
import { adjustColorRow } from "../inventory/stock";
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
    return "sentence" in planned
      ? { isSame: false, sentence: planned.sentence }
      : { isSame: planned.delta === 0 };
  }
  if (row.kind !== "prices") return { isSame: false };
  const found = planPrice(items, row);
  if ("sentence" in found) return { isSame: false, sentence: found.sentence };
  const { item, size } = found;
  const stored = item._prices.find((price) => price.size === size);
  return { isSame: stored?.price === row.price };
}

/** Books the difference between the counted and the stored quantity. Null if there is none, or it cannot be booked. */
export async function importStock(
  ctx: MutationCtx,
  member: Member,
  row: StockImportRow,
): Promise<Id<"inventoryTxns"> | null> {
  const planned = await planStock(ctx, member.workspaceId, row);
  if ("sentence" in planned || planned.delta === 0) return null;
  const { color, size, delta } = planned;
  const { colorNumber } = color;
  const { category } = row;
  const args = { colorNumber, category, size, delta };
  return (await adjustColorRow(ctx, member, args)).id;
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
  await upsertPrice(ctx, workspaceId, { itemId: item._id, size, price });
  return true;
}

type Refused = { readonly sentence: string };

async function planStock(
  ctx: QueryCtx,
  workspaceId: string,
  row: StockImportRow,
): Promise<
  | Refused
  | {
      readonly color: Doc<"inventoryColors">;
      readonly size: GutterSize | undefined;
      readonly delta: number;
    }
> {
  const { category, colorNumber, quantity } = row;
  const color = await getColor(ctx, workspaceId, colorNumber);
  if (color === null) return { sentence: unknownColorSentence(colorNumber) };
  const size = sizeOf(row.size);
  if (size === null) return { sentence: UNKNOWN_SIZE };
  if (size !== undefined && !color.sizeOptions.includes(size))
    return { sentence: sizeNotOfferedSentence(color.colorName, size) };
  const of = { category, colorNumber };
  const stock = await getColorStock(ctx, workspaceId, of);
  const sizes =
    stock === null ? [] : (stock.sizes ?? (await countedSizes(ctx, stock)));
  const stored =
    size === undefined
      ? (stock?.quantity ?? 0)
      : (sizes.find((one) => one.size === size)?.quantity ?? 0);
  const delta = quantity - stored;
  const sentence =
    delta === 0
      ? null
      : (deltaRefusal({ ...of, size, delta }) ??
        stockRefusal(stock?.quantity ?? 0, delta));
  return sentence === null ? { color, size, delta } : { sentence };
}

function deltaRefusal(
  args: Parameters<typeof moveOfAdjustment>[0],
): string | null {
  try {
    moveOfAdjustment(args);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.data.message;
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
