import type { PaginationResult } from "convex/server";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { InventoryTxn } from "./validators";
import { grantedPage, type PageOptions } from "../pages";

/** The movements of stock, the newest first. There is no way to change one. */
export async function pageOfTxns(
  ctx: QueryCtx,
  workspaceId: string,
  {
    paginationOpts,
    colorNumber,
  }: { paginationOpts: PageOptions; colorNumber: string | null },
): Promise<PaginationResult<InventoryTxn>> {
  const txns =
    colorNumber === null
      ? ctx.db
          .query("inventoryTxns")
          .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
      : ctx.db
          .query("inventoryTxns")
          .withIndex("by_workspace_and_color", (q) =>
            q.eq("workspaceId", workspaceId).eq("colorNumber", colorNumber),
          );
  const result = await txns.order("desc").paginate(grantedPage(paginationOpts));
  return { ...result, page: result.page.map(toTxn) };
}

function toTxn(row: Doc<"inventoryTxns">): InventoryTxn {
  const { workspaceId: _workspaceId, ...txn } = row;
  return txn;
}
