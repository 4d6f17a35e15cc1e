/**
 * Stock changes by a difference and never to a new total, so that concurrent
 * changes all count. Each change inserts a stock transaction with the quantity
 * before and after; stock transactions are never updated.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { GUTTER_SIZES, type GutterSize } from "../../../domain/gutterSizes";
import {
  moveOfAdjustment,
  moveOfIntake,
} from "../../../domain/changes/moveStock";
import { itemSizes } from "../../../domain/inventory";
import { LIST_LIMITS } from "../../../domain/inputLimits";
import { sizeNotOfferedSentence } from "../../../domain/inventoryInput";
import { UNDO_GONE, UNDONE_ALREADY } from "../../../domain/history";
import type { Member } from "../access";
import { byRule, conflict, inRow, invalid, must } from "../errors";
import { requireColor } from "./colors";
import { pricesOfItem, requireItem } from "./items";
import {
  moveColorStock,
  moved,
  type Movement,
  type NewTxn,
} from "./colorStock";
import type { AdjustmentArgs, IntakeArgs } from "./validators";

/** Takes in all rows of one delivery, or none. */
export async function takeInAll(
  ctx: MutationCtx,
  member: Member,
  entries: readonly IntakeArgs[],
): Promise<Id<"inventoryTxns">[]> {
  if (entries.length === 0)
    throw invalid("entries", LIST_LIMITS.entries.sentence);
  const ids: Id<"inventoryTxns">[] = [];
  for (const [at, entry] of entries.entries())
    try {
      ids.push(await takeIn(ctx, member, entry));
    } catch (error) {
      throw inRow(error, { list: "entries", at, of: entries.length });
    }
  return ids;
}

/** Takes in one row: an item, with a size and a color if it has them. */
export async function takeIn(
  ctx: MutationCtx,
  member: Member,
  { itemId, size, ...args }: IntakeArgs,
): Promise<Id<"inventoryTxns">> {
  const { workspaceId } = member;
  const item = await requireItem(ctx, workspaceId, { itemId, field: "itemId" });
  const { category, name: itemName } = item;
  const move = byRule(() => moveOfIntake(args, category));
  if (size !== undefined) await requireSize(ctx, item, size);
  const colorNumber = await colorOfIntake(ctx, workspaceId, {
    number: move.colorNumber,
    size,
  });
  const txn: NewTxn = {
    type: "intake",
    itemId,
    itemName,
    category,
    colorNumber,
    size,
    quantity: move.delta,
  };
  const { field } = move;
  const { id } = await moveStock(ctx, member, { txn, item, field });
  return id;
}

/** Adjusts a color's quantity. Returns the new one. */
export async function adjustColor(
  ctx: MutationCtx,
  member: Member,
  args: AdjustmentArgs,
): Promise<number> {
  return (await adjustColorRow(ctx, member, args)).after;
}

/** Adjusts a color's quantity. Returns the stock transaction with the new one. */
export async function adjustColorRow(
  ctx: MutationCtx,
  member: Member,
  args: AdjustmentArgs,
): Promise<{ id: Id<"inventoryTxns">; after: number }> {
  const { workspaceId } = member;
  const { size } = args;
  const { category, delta, field } = byRule(() => moveOfAdjustment(args));
  const color = await requireColor(ctx, workspaceId, args.colorNumber);
  const { colorNumber } = color;
  if (size !== undefined && !color.sizeOptions.includes(size))
    throw invalid("size", sizeNotOfferedSentence(color.colorName, size));
  const txn = { category, colorNumber, size, quantity: delta };
  return await adjustStock(ctx, member, { txn, field });
}

/** Books an adjustment, of whatever size the stock allows. */
export async function adjustStock(
  ctx: MutationCtx,
  member: Member,
  {
    txn,
    field,
  }: {
    txn: Omit<NewTxn, "type">;
    field: string;
  },
): Promise<{ id: Id<"inventoryTxns">; after: number }> {
  const adjustment = { type: "adjustment", ...txn } as const;
  return await moveStock(ctx, member, { txn: adjustment, item: null, field });
}

/** Inserts the opposite of a transaction. Stock cannot fall below zero by it. */
export async function undoTxn(
  ctx: MutationCtx,
  member: Member,
  { id, partOf }: { id: Id<"inventoryTxns">; partOf?: NewTxn["partOf"] },
): Promise<void> {
  const { workspaceId } = member;
  const txn = await ctx.db.get("inventoryTxns", id);
  if (txn?.workspaceId !== workspaceId) throw conflict(UNDO_GONE);
  const [left] = await notUndone(ctx, workspaceId, [id]);
  if (left === undefined) throw conflict(UNDONE_ALREADY);
  const { type, itemId, itemName, category, colorNumber, size } = txn;
  const item =
    itemId === undefined
      ? null
      : await requireItem(ctx, workspaceId, { itemId, field: "id" });
  const opposite: NewTxn = {
    type,
    itemId,
    itemName,
    category,
    colorNumber,
    size,
    quantity: -txn.quantity,
    undoes: id,
    partOf,
  };
  await moveStock(ctx, member, { txn: opposite, item, field: "id" });
}

/** The transactions that no other transaction undoes. */
export async function notUndone(
  ctx: QueryCtx,
  workspaceId: string,
  ids: readonly Id<"inventoryTxns">[],
): Promise<Id<"inventoryTxns">[]> {
  const left: Id<"inventoryTxns">[] = [];
  for (const id of ids) {
    const undoing = await ctx.db
      .query("inventoryTxns")
      .withIndex("by_workspace_and_undoes", (q) =>
        q.eq("workspaceId", workspaceId).eq("undoes", id),
      )
      .first();
    if (undoing === null) left.push(id);
  }
  return left;
}

/**
 * Changes the stock of the item and of the color that the transaction names, and inserts the transaction. Its
 * quantities are the color's or, without a color, the item's. A refusal names `field`.
 */
async function moveStock(
  ctx: MutationCtx,
  member: Member,
  {
    txn,
    item,
    field,
  }: { txn: NewTxn; item: Doc<"inventoryItems"> | null; field: string },
): Promise<{ id: Id<"inventoryTxns">; after: number }> {
  const { colorNumber, size, quantity } = txn;
  const ofItem =
    item && (await moveItemStock(ctx, item, { size, colorNumber, quantity }));
  const ofColor =
    colorNumber === undefined
      ? null
      : await moveColorStock(ctx, member.workspaceId, {
          txn: { ...txn, colorNumber },
          field,
        });
  const { before, after } = must(ofColor ?? ofItem, "an item or a color");
  const id = await ctx.db.insert("inventoryTxns", {
    ...member,
    ...txn,
    before,
    after,
  });
  return { id, after };
}

async function requireSize(
  ctx: MutationCtx,
  item: Doc<"inventoryItems">,
  size: GutterSize,
): Promise<void> {
  const _prices = await pricesOfItem(ctx, item);
  if (!itemSizes({ ...item, _prices }).includes(size))
    throw invalid("size", sizeNotOfferedSentence(item.name, size));
}

/** The number of the color, if one is given. Adds the received size to the color's size options. */
async function colorOfIntake(
  ctx: MutationCtx,
  workspaceId: string,
  {
    number,
    size,
  }: { number: string | undefined; size: GutterSize | undefined },
): Promise<string | undefined> {
  if (number === undefined) return undefined;
  const color = await requireColor(ctx, workspaceId, number);
  if (size !== undefined && !color.sizeOptions.includes(size))
    await ctx.db.patch("inventoryColors", color._id, {
      sizeOptions: GUTTER_SIZES.filter(
        (known) => known === size || color.sizeOptions.includes(known),
      ),
    });
  return color.colorNumber;
}

async function moveItemStock(
  ctx: MutationCtx,
  { workspaceId, _id: itemId, category }: Doc<"inventoryItems">,
  intake: {
    size: GutterSize | undefined;
    colorNumber: string | undefined;
    quantity: number;
  },
): Promise<Movement> {
  const { size, colorNumber, quantity } = intake;
  const row = await ctx.db
    .query("inventoryItemStock")
    .withIndex("by_workspace_and_item_and_color_and_size", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("itemId", itemId)
        .eq("colorNumber", colorNumber)
        .eq("size", size),
    )
    .unique();
  const movement = moved(row?.quantity ?? 0, quantity, "quantity");
  if (row === null)
    await ctx.db.insert("inventoryItemStock", {
      workspaceId,
      itemId,
      category,
      colorNumber,
      size,
      quantity: movement.after,
    });
  else
    await ctx.db.patch("inventoryItemStock", row._id, {
      quantity: movement.after,
    });
  return movement;
}
