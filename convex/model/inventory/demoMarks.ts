/**
 * Marked items and colors belong to the example data, with everything stored about them: prices, stock and reorder
 * levels. The first use by a person takes the mark off, so that the removal of that data never deletes what a person
 * has written.
 */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { DemoMark } from "../../../domain/calls/operations";
import { getColor } from "./colors";

/** An index sorts every text after an absent field. */
export const ANY_MARK = "" as DemoMark;

export async function keepItem(ctx: MutationCtx, id: Id<"inventoryItems">): Promise<void> {
  const item = await ctx.db.get("inventoryItems", id);
  if (item?.demo !== undefined) await ctx.db.patch("inventoryItems", id, { demo: undefined });
}

export async function keepColor(
  ctx: MutationCtx,
  workspaceId: string,
  colorNumber: string,
): Promise<void> {
  const color = await getColor(ctx, workspaceId, colorNumber);
  if (color?.demo !== undefined)
    await ctx.db.patch("inventoryColors", color._id, { demo: undefined });
}

/** The marked items of a workspace. */
export function markedItems({ db }: QueryCtx, workspaceId: string) {
  return db
    .query("inventoryItems")
    .withIndex("by_workspace_and_demo", (q) =>
      q.eq("workspaceId", workspaceId).gte("demo", ANY_MARK),
    );
}

/** The marked colors of a workspace. */
export function markedColors({ db }: QueryCtx, workspaceId: string) {
  return db
    .query("inventoryColors")
    .withIndex("by_workspace_and_demo", (q) =>
      q.eq("workspaceId", workspaceId).gte("demo", ANY_MARK),
    );
}
