import { internal } from "../../_generated/api.js";
import type { Doc } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server.js";
import type { Member } from "../access";
import { recordProgress, resultOf, runOperation } from "./operations";
import type { ObtainedDateRemoved } from "./validators";

/** Old customers may still have `obtained_date`, which nothing reads. */
const SCAN_BATCH_SIZE = 250;

export async function removeObtainedDates(
  ctx: ActionCtx,
  member: Member,
): Promise<ObtainedDateRemoved> {
  const start = { member, task: "removeObtainedDate" } as const;
  const counts = await runOperation(ctx, start, async (operationId) => {
    let cursor: string | null = null;
    do
      cursor = await ctx.runMutation(internal.operations.cleanBatch, {
        operationId,
        cursor,
      });
    while (cursor !== null);
  });
  return resultOf(counts, ["cleaned", "scanned"]);
}

/** Runs one step. Returns the cursor of the next one, or null at the end. */
export async function cleanBatch(
  ctx: MutationCtx,
  operation: Doc<"tasks">,
  cursor: string | null,
): Promise<string | null> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("customers")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", operation.workspaceId))
    .paginate({ cursor, numItems: SCAN_BATCH_SIZE });
  const old = page.filter((customer) => customer.obtained_date !== undefined);
  for (const { _id } of old) await ctx.db.patch("customers", _id, { obtained_date: undefined });
  await recordProgress(ctx, operation, {
    cleaned: old.length,
    scanned: page.length,
  });
  return isDone ? null : continueCursor;
}
