/**
 * Stock changes by a difference and never to a new total, so that concurrent
 * changes all count. Each change inserts a stock transaction with the quantity
 * before and after; stock transactions are never updated.
 */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { StockMove } from "../../../domain/changes/rows";
import { withSize, type GutterSize } from "../../../domain/stock/gutterSizes";
import { UNDO_AT_JOB, UNDO_GONE, UNDONE_ALREADY } from "../../../domain/history/history";
import type { Member } from "../access";
import { conflict, inRow, must } from "../errors";
import { getColor } from "./colors";
import { keepColor, keepItem } from "./demoMarks";
import { requireItem } from "./items";
import { moveColorStock, moved, type Movement, type NewTxn } from "./colorStock";

/**
 * Writes the move of a change, whose rules have checked the color's stock. Refuses a move that the item's own stock
 * does not allow. Returns the id of the stock transaction.
 */
export async function writeMove(
  ctx: MutationCtx,
  member: Member,
  { kind: _kind, table: _table, after: _after, row, ...move }: StockMove,
): Promise<Id<"inventoryTxns">> {
  const { isNewSize = false, delta: quantity, field, ...of } = move;
  const { colorNumber = "", size } = of;
  if (isNewSize && size !== undefined)
    await offerSize(ctx, member.workspaceId, { colorNumber, size });
  const itemId = of.itemId as Id<"inventoryItems"> | undefined;
  const txn = { ...of, itemId, quantity };
  try {
    return (await moveStock(ctx, member, { txn, field })).id;
  } catch (error) {
    throw row ? inRow(error, row) : error;
  }
}

/** Books an adjustment. Refused only if the stock does not allow it, however large it is. */
export async function adjustStock(
  ctx: MutationCtx,
  member: Member,
  { txn, field }: { txn: Omit<NewTxn, "type">; field: string },
): Promise<{ id: Id<"inventoryTxns">; after: number }> {
  const adjustment = { type: "adjustment", ...txn } as const;
  return await moveStock(ctx, member, { txn: adjustment, field });
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
  if (txn.isOfLine) throw conflict(UNDO_AT_JOB);
  const [left] = await notUndone(ctx, workspaceId, [id]);
  if (left === undefined) throw conflict(UNDONE_ALREADY);
  const { type, itemId, itemName, category, colorNumber, size } = txn;
  if (itemId !== undefined) await requireItem(ctx, workspaceId, { itemId, field: "id" });
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
  await moveStock(ctx, member, { txn: opposite, field: "id" });
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
export async function moveStock(
  ctx: MutationCtx,
  member: Member,
  { txn, field }: { txn: NewTxn; field: string },
): Promise<{ id: Id<"inventoryTxns">; after: number }> {
  const { itemId, colorNumber } = txn;
  const ofItem =
    itemId === undefined ? null : await moveItemStock(ctx, member.workspaceId, { ...txn, itemId });
  const ofColor =
    colorNumber === undefined
      ? null
      : await moveColorStock(ctx, member.workspaceId, {
          txn: { ...txn, colorNumber },
          field,
        });
  const { before, after } = must(ofColor ?? ofItem, "an item or a color");
  if (itemId !== undefined) await keepItem(ctx, itemId);
  if (colorNumber !== undefined) await keepColor(ctx, member.workspaceId, colorNumber);
  const id = await ctx.db.insert("inventoryTxns", {
    ...member,
    ...txn,
    before,
    after,
  });
  return { id, after };
}

/** Adds a received size to the sizes that the color comes in. */
async function offerSize(
  ctx: MutationCtx,
  workspaceId: string,
  { colorNumber, size }: { colorNumber: string; size: GutterSize },
): Promise<void> {
  const color = must(await getColor(ctx, workspaceId, colorNumber), "a color");
  const sizeOptions = withSize(color.sizeOptions, size);
  if (sizeOptions.length > color.sizeOptions.length)
    await ctx.db.patch("inventoryColors", color._id, { sizeOptions });
}

async function moveItemStock(
  ctx: MutationCtx,
  workspaceId: string,
  txn: NewTxn & { itemId: Id<"inventoryItems"> },
): Promise<Movement> {
  const { itemId, category, colorNumber, size, quantity } = txn;
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
