import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { LevelOfColor } from "../../../domain/changes/rows";
import { keepColor } from "./demoMarks";
import { countedSizes, getColorStock } from "./colorStock";

export async function writeReorderLevel(
  ctx: MutationCtx,
  workspaceId: string,
  { category, colorNumber, size, ...set }: LevelOfColor,
): Promise<void> {
  const level = set.level ?? undefined;
  const of = { category, colorNumber, size };
  const stock = await getColorStock(ctx, workspaceId, of);
  if (stock !== null && stock.sizes === undefined)
    await ctx.db.patch("inventoryColorStock", stock._id, {
      sizes: await countedSizes(ctx, stock),
    });
  await keepColor(ctx, workspaceId, colorNumber);
  const row = await getReorderLevel(ctx, workspaceId, of);
  if (row !== null) await ctx.db.patch("inventoryReorderLevels", row._id, { level });
  else if (level !== undefined)
    await ctx.db.insert("inventoryReorderLevels", {
      workspaceId,
      ...of,
      level,
    });
}

/** The level of a size of a color in one category; null if none was ever set. */
export async function getReorderLevel(
  ctx: QueryCtx,
  workspaceId: string,
  {
    category,
    colorNumber,
    size,
  }: Pick<Doc<"inventoryReorderLevels">, "category" | "colorNumber" | "size">,
): Promise<Doc<"inventoryReorderLevels"> | null> {
  return await ctx.db
    .query("inventoryReorderLevels")
    .withIndex("by_workspace_and_category_and_color_and_size", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("category", category)
        .eq("colorNumber", colorNumber)
        .eq("size", size),
    )
    .unique();
}
