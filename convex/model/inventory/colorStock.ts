/** The stock of a color in one category: in all, and by size. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { stockAfter } from "../../../domain/stock/inventoryInput";
import { countSizes, withSizeMove, type SizeStock } from "../../../domain/stock/reorder";
import type { Member } from "../access";
import { byRule } from "../errors";

export type Movement = { readonly before: number; readonly after: number };

export type NewTxn = Omit<
  Doc<"inventoryTxns">,
  "_id" | "_creationTime" | keyof Member | keyof Movement
>;

/** Changes the stock of the color that the transaction names. A refusal names `field`. */
export async function moveColorStock(
  ctx: MutationCtx,
  workspaceId: string,
  { txn, field }: { txn: NewTxn & { readonly colorNumber: string }; field: string },
): Promise<Movement> {
  const { category, colorNumber, size, quantity: delta } = txn;
  const of = { category, colorNumber };
  const row = await getColorStock(ctx, workspaceId, of);
  const movement = moved(row?.quantity ?? 0, delta, field);
  const quantity = movement.after;
  const sizes =
    row !== null && (row.sizes === undefined || txn.undoes !== undefined)
      ? await countedSizes(ctx, { workspaceId, ...of, quantity }, [txn])
      : withSizeMove(row?.sizes ?? [], { size, delta });
  if (row === null)
    await ctx.db.insert("inventoryColorStock", {
      workspaceId,
      ...of,
      quantity,
      sizes,
    });
  else await ctx.db.patch("inventoryColorStock", row._id, { quantity, sizes });
  return movement;
}

/** The stock of a color in one category; null if it never had any. */
export async function getColorStock(
  ctx: QueryCtx,
  workspaceId: string,
  { category, colorNumber }: Pick<Doc<"inventoryColorStock">, "category" | "colorNumber">,
): Promise<Doc<"inventoryColorStock"> | null> {
  return await ctx.db
    .query("inventoryColorStock")
    .withIndex("by_workspace_and_category_and_color", (q) =>
      q.eq("workspaceId", workspaceId).eq("category", category).eq("colorNumber", colorNumber),
    )
    .unique();
}

/** The most transactions of a color that one count by size reads: few enough for one function. */
const MAX_COUNTED = 2_000;

/**
 * Counts a color's stored transactions by size, and then the `following` ones. The sizes add up to the color's
 * quantity: what transactions before the last `MAX_COUNTED` have left counts as moved without a size.
 */
export async function countedSizes(
  ctx: QueryCtx,
  {
    workspaceId,
    category,
    colorNumber,
    quantity,
  }: Pick<Doc<"inventoryColorStock">, "workspaceId" | "category" | "colorNumber" | "quantity">,
  following: readonly NewTxn[] = [],
): Promise<SizeStock[]> {
  const of = { workspaceId, category, colorNumber };
  const last = await newestTxns(ctx, of).take(MAX_COUNTED);
  const sizes = countSizes([...last.toReversed(), ...following]);
  const rest = sizes.reduce((left, each) => left - each.quantity, quantity);
  return rest === 0 ? sizes : withSizeMove(sizes, { delta: rest });
}

/** The stock transactions of a color, the newest first. */
export function newestTxns(
  ctx: QueryCtx,
  of: Pick<Doc<"inventoryColorStock">, "workspaceId" | "category" | "colorNumber">,
) {
  return ctx.db
    .query("inventoryTxns")
    .withIndex("by_workspace_and_category_and_color", (q) =>
      q
        .eq("workspaceId", of.workspaceId)
        .eq("category", of.category)
        .eq("colorNumber", of.colorNumber),
    )
    .order("desc");
}

/** The quantity before and after a change. Throws if the stock cannot change by this amount. */
export function moved(before: number, delta: number, field: string): Movement {
  return { before, after: byRule(() => stockAfter(before, { delta, field })) };
}
