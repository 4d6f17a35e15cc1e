/**
 * Undoes a whole run: its deleted rows come back, then its other changes are
 * undone. It takes many transactions, so everything is checked first; a
 * conflict refuses the whole undo. What a person changes between the check and
 * its step stays as they left it.
 */
import { ConvexError } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel";
import type {
  ActionCtx,
  MutationCtx,
  QueryCtx,
} from "../../_generated/server.js";
import {
  changedSinceSentence,
  CUSTOMER_IN_TRASH,
  NOT_UNDOABLE,
  takenSentence,
  UNDO_GONE,
  UNDO_OF_DEMO_DATA,
  UNDO_RUN_AGAIN,
  UNDONE_ALREADY,
} from "../../../domain/history";
import { undoneRunLabel } from "../../../domain/historyText";
import { trashKeyOf } from "../../../domain/trashKeys";
import type { Member } from "../access";
import { getCustomer } from "../customers/customers";
import { bringUploadBack } from "../files/files";
import { conflict, must, wrongType } from "../errors";
import {
  beginOperation,
  recordProgress,
  requireOperation,
  resultOf,
  runSteps,
} from "./operations";
import type { Recorder } from "../writes/recorder";
import { rowOf } from "../writes/rows";
import { bringBack, placeTaken, trashedRow } from "../history/trash";
import { changedField, undoWrite, writtenRow } from "../history/undo";

const CHECK_BATCH_SIZE = 200;
const ROW_BATCH_SIZE = 50;

export type RunUndone = { rowsRestored: number; changesUndone: number };

type RunId = Id<"changes">;

export async function undoRun(
  ctx: ActionCtx,
  member: Member,
  id: RunId,
): Promise<RunUndone> {
  await checkWhole(ctx, member.workspaceId, id);
  const begun = await ctx.runMutation(internal.changes.beginUndo, {
    member,
    id,
  });
  const counts = await runSteps(ctx, begun, async (operationId) => {
    let isDone = false;
    while (!isDone)
      isDone = await ctx.runMutation(internal.operations.undoBatch, {
        operationId,
      });
  });
  return resultOf(counts, ["rowsRestored", "changesUndone"]);
}

/**
 * Throws if any of the run cannot be undone. It comes before the operation, so
 * that a refused undo does not take the run's place as the last operation.
 */
async function checkWhole(
  ctx: ActionCtx,
  workspaceId: string,
  id: RunId,
): Promise<void> {
  const taken = new Set<string>();
  for (const part of ["changes", "trash"] as const) {
    let cursor: string | null = null;
    do {
      const page: { taken: string[]; next: string | null } = await ctx.runQuery(
        internal.changes.checkRun,
        { workspaceId, id, part, cursor },
      );
      for (const name of page.taken) taken.add(name);
      cursor = page.next;
    } while (cursor !== null);
  }
  if (taken.size > 0) throw conflict(takenSentence([...taken]));
}

/** Throws if the run cannot be undone. */
async function requireRun(
  ctx: QueryCtx,
  workspaceId: string,
  id: RunId,
): Promise<Doc<"changes">> {
  const run = await ctx.db.get("changes", id);
  if (run?.workspaceId !== workspaceId) throw conflict(UNDO_GONE);
  if (run.kind === "undoRun") throw conflict(UNDO_RUN_AGAIN);
  if (run.kind === "generate") throw conflict(UNDO_OF_DEMO_DATA);
  if (run.isRun !== true) throw conflict(NOT_UNDOABLE);
  if (run.undoneBy !== undefined) throw conflict(UNDONE_ALREADY);
  return run;
}

/** Checks a page of the run. Returns the rows whose place is taken. */
export async function checkRun(
  ctx: QueryCtx,
  of: {
    workspaceId: string;
    id: string;
    part: "changes" | "trash";
    cursor: string | null;
  },
): Promise<{ taken: string[]; next: string | null }> {
  const { workspaceId, part, cursor } = of;
  const id = ctx.db.normalizeId("changes", of.id);
  if (id === null) throw wrongType("id");
  await requireRun(ctx, workspaceId, id);
  const options = { cursor, numItems: CHECK_BATCH_SIZE };
  if (part === "changes") {
    const changes = await ctx.db
      .query("changes")
      .withIndex("by_workspace_and_part", (q) =>
        q.eq("workspaceId", workspaceId).eq("partOf", id),
      )
      .paginate(options);
    for (const change of changes.page) await checkPart(ctx, change);
    const { isDone, continueCursor } = changes;
    return { taken: [], next: isDone ? null : continueCursor };
  }
  const rows = await ctx.db
    .query("trash")
    .withIndex("by_workspace_and_run", (q) =>
      q.eq("workspaceId", workspaceId).eq("runId", id),
    )
    .paginate(options);
  const taken: string[] = [];
  for (const trashed of rows.page) {
    const name = await checkTrashed(ctx, trashed);
    if (name !== null) taken.push(name);
  }
  return { taken, next: rows.isDone ? null : rows.continueCursor };
}

async function checkPart(
  ctx: QueryCtx,
  { writes }: Doc<"changes">,
): Promise<void> {
  for (const write of writes) {
    const field = changedField(await writtenRow(ctx, write), write);
    if (field !== null) throw conflict(changedSinceSentence(field));
  }
}

async function checkTrashed(
  ctx: QueryCtx,
  trashed: Doc<"trash">,
): Promise<string | null> {
  // Files come back with their jobs.
  if (trashed.table === "files") return null;
  const row = await trashedRow(ctx, trashed);
  if (trashed.table !== "jobs") return await placeTaken(ctx, trashed, row);
  const { workspaceId } = trashed;
  const { job_customer_id: customerId } = rowOf<"jobs">(row);
  const customer =
    (await getCustomer(ctx, workspaceId, customerId)) ??
    (await getCustomer(ctx, trashKeyOf(workspaceId), customerId));
  if (customer === null) throw conflict(CUSTOMER_IN_TRASH);
  return null;
}

/**
 * Begins the operation and says in the same transaction what it undoes: from
 * here on the undo is carried through, by the watchdog if need be.
 */
export async function beginUndo(
  ctx: MutationCtx,
  { member, id }: { member: Member; id: RunId },
): Promise<Id<"tasks">> {
  const run = await requireRun(ctx, member.workspaceId, id);
  const operationId = await beginOperation(ctx, { member, task: "undoRun" });
  const { runId } = await requireOperation(ctx, operationId);
  await ctx.db.patch("changes", must(runId, "the run of a new operation"), {
    undoes: id,
    subjectLabel: undoneRunLabel(run.kind, run.subjectLabel),
  });
  return operationId;
}

/** One step. Returns whether it was the last. */
export async function undoBatch(
  recorder: Recorder,
  operation: Doc<"tasks">,
): Promise<boolean> {
  const { runId } = operation;
  const db = recorder.plain;
  const run = runId === undefined ? null : await db.get("changes", runId);
  if (run?.undoes === undefined) return true;
  const undone = { workspaceId: run.workspaceId, id: run.undoes, by: run._id };
  const rowsRestored = await restoreBatch(recorder, undone);
  const changesUndone =
    rowsRestored === null ? await undoParts(recorder, undone) : 0;
  if (rowsRestored === null && changesUndone === null) {
    await db.patch("changes", undone.id, { undoneBy: undone.by });
    return true;
  }
  const ctx = { ...recorder.ctx, db };
  await recordProgress(ctx, operation, {
    rowsRestored: rowsRestored ?? 0,
    changesUndone: changesUndone ?? 0,
  });
  return false;
}

type Undone = { readonly workspaceId: string; id: RunId; by: RunId };

/** The last deleted come back first: customers before their jobs. Null if none are left. */
async function restoreBatch(
  recorder: Recorder,
  { workspaceId, id }: Undone,
): Promise<number | null> {
  const db = recorder.plain;
  const rows = await db
    .query("trash")
    .withIndex("by_workspace_and_run", (q) =>
      q.eq("workspaceId", workspaceId).eq("runId", id),
    )
    .order("desc")
    .take(ROW_BATCH_SIZE);
  let restored = 0;
  for (const trashed of rows)
    if (trashed.table === "files") await restoreFile(recorder, trashed);
    else if (await isCarriedOut(() => bringBack(recorder, trashed)))
      restored += 1;
    else await leaveRun(db, trashed._id);
  return rows.length === 0 ? null : restored;
}

async function restoreFile(
  { ctx, plain }: Recorder,
  { _id, rowId }: Doc<"trash">,
): Promise<void> {
  // A thumbnail may have come back with its photo, a moment ago.
  if ((await plain.get("trash", _id)) === null) return;
  if (!(await bringUploadBack(ctx, rowId))) await leaveRun(plain, _id);
}

/** The row leaves the run, so that the trash lists it and the next step skips it. */
async function leaveRun(db: MutationCtx["db"], id: Id<"trash">): Promise<void> {
  await db.patch("trash", id, { runId: undefined });
}

async function undoParts(
  recorder: Recorder,
  { workspaceId, id, by }: Undone,
): Promise<number | null> {
  const db = recorder.plain;
  const parts = await db
    .query("changes")
    .withIndex("by_workspace_and_part_and_undone", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("partOf", id)
        .eq("undoneBy", undefined),
    )
    .order("desc")
    .take(ROW_BATCH_SIZE);
  let undone = 0;
  for (const part of parts) {
    for (const write of part.writes)
      if (await isCarriedOut(() => undoWrite(recorder, write))) undone += 1;
    await db.patch("changes", part._id, { undoneBy: by });
  }
  return parts.length === 0 ? null : undone;
}

/** False if a person has changed the row since the check. Nothing is written then. */
async function isCarriedOut(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof ConvexError) return false;
    throw error;
  }
}
