/**
 * Makes one workspace what an export says, while the others go on.
 *
 * Convex never inserts an id again that was deleted, so the rows are changed where they are: a row keeps its id and
 * its creation time when its fields are replaced, and a row that people have deleted still exists, in the trash. The
 * operator closes the workspace, compares two exports (`npm run restore-office`), and imports the steps between them.
 *
 * A step is deleted in the transaction that applies it, so any later call resumes a restoration that was interrupted.
 */
import { internal } from "../_generated/api.js";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server.js";
import { workspaceOfKey } from "../../domain/trashKeys";
import { eachOfBatch } from "./batches";
import { environment } from "./environment";
import { conflict } from "./errors";
import { scheduleDeletion } from "./files/unrecordedFiles";
import { hasRows, moveOf, requireNoOperation } from "./workspaceMoves";

const BATCH_SIZE = 100;

type Step = Doc<"restoreSteps">;

/**
 * The epoch of the deployment, followed by the workspace's own once it has been restored. Never empty: a device that
 * knew no epoch could not notice the first restoration.
 */
export async function dataEpoch(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<string> {
  const mark = await restorationOf(ctx, workspaceId);
  const own = mark?.epoch ? `.${mark.epoch}` : "";
  return `${environment().DATA_EPOCH ?? ""}${own}` || "0";
}

/** Returns a sentence for the operator, as the others do. */
export async function closeWorkspace(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<string> {
  const current = await moveOf(ctx, workspaceId);
  if (current !== null && current.epoch === undefined)
    throw conflict(`The rows of ${workspaceId} are being moved.`);
  if (current === null) {
    if (!(await hasRows(ctx, workspaceId)))
      throw conflict(`${workspaceId} has no rows.`);
    await requireNoOperation(ctx, workspaceId);
    const earlier = await restorationOf(ctx, workspaceId);
    if (earlier === null)
      await ctx.db.insert("workspaceMoves", {
        workspaceId,
        from: workspaceId,
        to: workspaceId,
        isDone: false,
        epoch: 0,
      });
    else await ctx.db.patch("workspaceMoves", earlier._id, { isDone: false });
  }
  return `${workspaceId} is closed: nobody can change anything in it.`;
}

/** Applies the next steps, and schedules those after them. */
export async function restoreWorkspace(
  ctx: MutationCtx,
  of: { readonly workspaceId: string; readonly steps: number },
): Promise<string> {
  const { workspaceId } = of;
  const mark = await requireClosed(ctx, workspaceId);
  const { stepsLeft = 0, epoch = 0 } = mark;
  const steps = stepsOf(ctx, workspaceId);
  if (mark.stepsLeft === 0 && (await steps.first()) === null)
    return `All steps of ${workspaceId} are done. Compare it, and open it.`;
  if (stepsLeft === 0) await requireAllSteps(ctx, of);
  const { count } = await eachOfBatch(
    ctx,
    { rows: steps, most: BATCH_SIZE },
    async (step) => {
      await applyStep(ctx, step);
      await ctx.db.delete("restoreSteps", step._id);
    },
  );
  const left = (stepsLeft || of.steps) - count;
  await ctx.db.patch("workspaceMoves", mark._id, {
    stepsLeft: left,
    // From its first step on, devices ask before they send what waits from before.
    epoch: stepsLeft === 0 ? epoch + 1 : epoch,
  });
  if (left > 0) await ctx.scheduler.runAfter(0, internal.workspace.restore, of);
  return `${left} steps of ${workspaceId} are left.`;
}

/** Discards steps of which none was applied: then the workspace is as it was. */
export async function openWorkspace(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<string> {
  const { _id, stepsLeft, epoch = 0 } = await requireClosed(ctx, workspaceId);
  if (stepsLeft)
    throw conflict(
      `${workspaceId} is half restored: ${stepsLeft} steps are left. Call workspace:restore again.`,
    );
  const steps = stepsOf(ctx, workspaceId);
  const { isDone } = await eachOfBatch(
    ctx,
    { rows: steps, most: BATCH_SIZE },
    (step) => ctx.db.delete("restoreSteps", step._id),
  );
  if (!isDone) {
    await ctx.scheduler.runAfter(0, internal.workspace.open, { workspaceId });
    return `The steps of ${workspaceId} are being discarded. Then it opens.`;
  }
  await ctx.db.patch("workspaceMoves", _id, {
    isDone: true,
    stepsLeft: undefined,
    // What was typed meanwhile was typed on rows that were half restored.
    epoch: stepsLeft === undefined ? epoch : epoch + 1,
  });
  return `${workspaceId} is open.`;
}

async function requireClosed(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"workspaceMoves">> {
  const mark = await moveOf(ctx, workspaceId);
  if (mark?.epoch !== undefined) return mark;
  throw conflict(`${workspaceId} is not closed. Call workspace:close first.`);
}

/** The import inserts the steps in their order, so the first and the last, once each, are all of them. */
async function requireAllSteps(
  ctx: QueryCtx,
  { workspaceId, steps }: { workspaceId: string; steps: number },
): Promise<void> {
  const counts: number[] = [];
  for (const number of [0, steps - 1, steps]) {
    const found = await ctx.db
      .query("restoreSteps")
      .withIndex("by_workspace_and_number", (q) =>
        q.eq("workspaceId", workspaceId).eq("number", number),
      )
      .take(2);
    counts.push(found.length);
  }
  if (counts.join() === "1,1,0") return;
  throw conflict(
    `The imported steps of ${workspaceId} are not these ${steps}. Nothing was changed. Call workspace:open, which discards them, and begin again.`,
  );
}

async function applyStep(ctx: MutationCtx, step: Step): Promise<void> {
  const { workspaceId, rowId } = step;
  const table = step.table as "counters";
  const fields = step.fields as Doc<"counters"> | undefined;
  if (fields && workspaceOfKey(fields.workspaceId) !== workspaceId)
    throw conflict(`Step ${step.number} has a row of another workspace.`);
  if (rowId === undefined) {
    if (fields !== undefined) await ctx.db.insert(table, fields);
    return;
  }
  const id = ctx.db.normalizeId(table, rowId);
  const row = id === null ? null : await ctx.db.get(table, id);
  // A row that was removed since the export, as its time in the trash was over, is none of the comparison either.
  if (row === null || workspaceOfKey(row.workspaceId) !== workspaceId) return;
  if (fields !== undefined) {
    await ctx.db.replace(table, row._id, fields);
    return;
  }
  await ctx.db.delete(table, row._id);
  if (step.table === ("files" satisfies TableNames))
    await scheduleDeletion(ctx, {
      workspaceId,
      storageId: (row as unknown as { storageId: Id<"_storage"> }).storageId,
    });
}

function stepsOf(ctx: QueryCtx, workspaceId: string) {
  return ctx.db
    .query("restoreSteps")
    .withIndex("by_workspace_and_number", (q) =>
      q.eq("workspaceId", workspaceId),
    );
}

/** Of the last restoration, done or not. */
async function restorationOf(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"workspaceMoves"> | null> {
  const marks = ctx.db
    .query("workspaceMoves")
    .withIndex("by_workspace_and_done", (q) =>
      q.eq("workspaceId", workspaceId),
    );
  for await (const mark of marks) if (mark.epoch !== undefined) return mark;
  return null;
}
