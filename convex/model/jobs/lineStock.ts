/** The stock that the lines of a job draw on, and how it moves when they take from it. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { LineStock } from "../../../domain/changes/rows";
import type { LineRow, Taken } from "../../../domain/estimate/lines";
import {
  COIL_SKU,
  needOf,
  placeKey,
  takenPlace,
  type StockPlace,
} from "../../../domain/estimate/needs";
import { movesBetween, type StockCount } from "../../../domain/estimate/stock";
import type { Member } from "../access";
import { LIST_LIMIT } from "../limits";
import { getColorStock } from "../inventory/colorStock";
import { getItem, getItemBySku } from "../inventory/items";
import { adjustStock } from "../inventory/stock";

/** The item of which seamless gutter is formed. */
export async function coilOf(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"inventoryItems"> | undefined> {
  return (await getItemBySku(ctx, workspaceId, COIL_SKU)) ?? undefined;
}

/** Reads stock, each row once. */
export class StockReader {
  readonly #ctx: QueryCtx;
  readonly #workspaceId: string;
  readonly #items = new Map<string, Doc<"inventoryItems"> | null>();
  readonly #colors = new Map<string, number>();

  constructor(ctx: QueryCtx, workspaceId: string) {
    this.#ctx = ctx;
    this.#workspaceId = workspaceId;
  }

  /** Null for an item that was deleted. */
  async item(id: string): Promise<Doc<"inventoryItems"> | null> {
    const known = this.#items.get(id);
    if (known !== undefined) return known;
    const item = await getItem(this.#ctx, this.#workspaceId, id);
    this.#items.set(id, item);
    return item;
  }

  async ofItem({ itemId, colorNumber, size }: StockPlace): Promise<number> {
    const row = await this.#ctx.db
      .query("inventoryItemStock")
      .withIndex("by_workspace_and_item_and_color_and_size", (q) =>
        q
          .eq("workspaceId", this.#workspaceId)
          .eq("itemId", itemId as Id<"inventoryItems">)
          .eq("colorNumber", colorNumber)
          .eq("size", size),
      )
      .unique();
    return row?.quantity ?? 0;
  }

  /** The color's stock in the item's category that no item accounts for; 0 without a color. */
  async undivided({ itemId, colorNumber }: StockPlace): Promise<number> {
    const item = await this.item(itemId);
    if (item === null || colorNumber === undefined) return 0;
    const of = { category: item.category, colorNumber };
    const name = `${of.category} ${colorNumber}`;
    const known = this.#colors.get(name);
    if (known !== undefined) return known;
    const color = await getColorStock(this.#ctx, this.#workspaceId, of);
    const rows = await this.#ctx.db
      .query("inventoryItemStock")
      .withIndex("by_workspace_and_color_and_category", (q) =>
        q
          .eq("workspaceId", this.#workspaceId)
          .eq("colorNumber", colorNumber)
          .eq("category", of.category),
      )
      .take(LIST_LIMIT);
    const divided = rows.reduce((sum, { quantity }) => sum + quantity, 0);
    const left = Math.max((color?.quantity ?? 0) - divided, 0);
    this.#colors.set(name, left);
    return left;
  }
}

/** Reads the stock of the items that the lines need, and of those that were taken for them. */
export async function readLineStock(
  ctx: QueryCtx,
  workspaceId: string,
  lines: readonly LineRow[],
): Promise<LineStock> {
  const coil = await coilOf(ctx, workspaceId);
  const stock = new StockReader(ctx, workspaceId);
  /** The stock of the item in its size and color, and that of the color: no move may let either fall below zero. */
  const countsOf = async (place: StockPlace) => {
    const item = await stock.item(place.itemId);
    if (item === null) return NONE;
    const quantity = await stock.ofItem(place);
    const ofItem = { name: placeKey(place), quantity };
    const { category } = item;
    const { colorNumber } = place;
    if (colorNumber === undefined) return [ofItem];
    const color = { category, colorNumber };
    const ofColor = await getColorStock(ctx, workspaceId, color);
    const name = `${category} ${colorNumber}`;
    return [ofItem, { name, quantity: ofColor?.quantity ?? 0 }];
  };
  const counts = new Map<string, readonly StockCount[]>();
  for (const line of lines) {
    const { itemId, ...of } = needOf(line, { coil, wastePercent: 0 }) ?? {};
    for (const place of [itemId && { ...of, itemId }, takenPlace(line)]) {
      if (!place || counts.has(placeKey(place))) continue;
      counts.set(placeKey(place), await countsOf(place));
    }
  }
  return { coil, countsAt: (place) => counts.get(placeKey(place)) ?? NONE };
}

/** The stock of an item that was deleted. */
const NONE: readonly StockCount[] = [{ name: "none", quantity: 0 }];

/** Moves the stock by the difference in what a line has taken. The stock of a deleted item was deleted with it. */
export async function moveTaken(
  ctx: MutationCtx,
  member: Member,
  { before, after }: { readonly before: Taken; readonly after: Taken },
): Promise<void> {
  for (const { place, delta } of movesBetween(before, after)) {
    const item = await getItem(ctx, member.workspaceId, place.itemId);
    if (item === null) continue;
    const { _id: itemId, name: itemName, category } = item;
    const of = { itemId, itemName, category, isOfLine: true } as const;
    const { colorNumber, size } = place;
    const txn = { ...of, colorNumber, size, quantity: delta };
    await adjustStock(ctx, member, { txn, field: "quantity" });
  }
}
