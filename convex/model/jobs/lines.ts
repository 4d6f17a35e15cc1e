/** The lines of a job: at most MAX_LINES, in any order. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changedFields, isEmpty } from "../../../domain/changes/fields";
import type { LineWrite } from "../../../domain/changes/rows";
import type { LineRow } from "../../../domain/estimate/lines";
import { MAX_LINES } from "../../../domain/calls/inputLimits";
import { isTrashKey, trashKeyOf } from "../../../domain/history/trashKeys";
import type { Member } from "../access";
import { requireUuid } from "../clientKeys";
import { keepColor, keepItem } from "../inventory/demoMarks";
import { moveTaken } from "./lineStock";
import type { Line } from "./validators";

/** The lines of a job; of a job in the trash, the lines that were deleted with it. */
export async function linesOf(
  ctx: QueryCtx,
  workspaceId: string,
  jobId: Id<"jobs">,
): Promise<Line[]> {
  const of = { workspaceId, jobId, isWithJob: isTrashKey(workspaceId) };
  return (await lineRows(ctx, of)).map(
    ({ workspaceId: _workspaceId, isWithJob: _isWithJob, ...line }) => line,
  );
}

/** The lines of several jobs. Unknown jobs are left out. */
export async function linesOfJobs(
  ctx: QueryCtx,
  workspaceId: string,
  jobIds: readonly string[],
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const named of new Set(jobIds)) {
    const id = ctx.db.normalizeId("jobs", named);
    if (id !== null) lines.push(...(await linesOf(ctx, workspaceId, id)));
  }
  return lines;
}

export async function hasLines(
  ctx: QueryCtx,
  { workspaceId, _id: jobId }: Doc<"jobs">,
): Promise<boolean> {
  return (await lineRows(ctx, { workspaceId, jobId })).length > 0;
}

export async function writeLine(
  ctx: MutationCtx,
  member: Member,
  { job, row, fields }: LineWrite,
): Promise<void> {
  const { workspaceId } = member;
  if (fields !== null && job.demo === undefined) await keepMaterial(ctx, workspaceId, fields);
  if (row === null) {
    requireUuid("clientKey", fields.clientKey);
    await ctx.db.insert("jobLines", {
      ...(fields as Omit<Doc<"jobLines">, "_id" | "_creationTime">),
      workspaceId,
      jobId: job._id as Id<"jobs">,
    });
    return;
  }
  const id = row._id as Id<"jobLines">;
  if (fields === null) {
    await ctx.db.delete("jobLines", id);
    return;
  }
  const change = changedFields(row, fields);
  if (isEmpty(change)) return;
  await ctx.db.patch("jobLines", id, change as Partial<Doc<"jobLines">>);
  await moveTaken(ctx, member, { before: row, after: { ...row, ...change } });
}

/** Keeps the item and the color of a line of a real job when the example data is removed. */
async function keepMaterial(
  ctx: MutationCtx,
  workspaceId: string,
  { itemId, colorNumber }: Pick<Partial<LineRow>, "itemId" | "colorNumber">,
): Promise<void> {
  if (itemId !== undefined) await keepItem(ctx, itemId as Id<"inventoryItems">);
  if (colorNumber !== undefined) await keepColor(ctx, workspaceId, colorNumber);
}

/** Moves the lines of a job into the trash with it, and back. Lines that were removed by themselves stay there. */
export async function moveLines(
  ctx: MutationCtx,
  { workspaceId, _id: jobId }: Doc<"jobs">,
  isDeleted: boolean,
): Promise<void> {
  const trash = trashKeyOf(workspaceId);
  const [from, to] = isDeleted ? [workspaceId, trash] : [trash, workspaceId];
  const of = { workspaceId: from, jobId, isWithJob: !isDeleted };
  for (const { _id } of await lineRows(ctx, of))
    await ctx.db.patch("jobLines", _id, {
      workspaceId: to,
      isWithJob: isDeleted ? true : undefined,
    });
}

/** Deletes the lines of a job that is removed from the trash. */
export async function deleteLines(
  ctx: MutationCtx,
  { workspaceId, _id: jobId }: Doc<"jobs">,
): Promise<void> {
  const of = { workspaceId, jobId, isWithJob: true };
  for (const { _id } of await lineRows(ctx, of)) await ctx.db.delete("jobLines", _id);
}

async function lineRows(
  ctx: QueryCtx,
  of: {
    readonly workspaceId: string;
    readonly jobId: Id<"jobs">;
    readonly isWithJob?: boolean;
  },
): Promise<Doc<"jobLines">[]> {
  return await ctx.db
    .query("jobLines")
    .withIndex("by_workspace_and_job", (q) =>
      q
        .eq("workspaceId", of.workspaceId)
        .eq("jobId", of.jobId)
        .eq("isWithJob", of.isWithJob || undefined),
    )
    .take(MAX_LINES);
}
