/**
 * Undoes a whole run: its deleted rows come back, then its other changes are
 * undone. It takes many transactions, so everything is checked first; a
 * conflict refuses the whole undo. What a person changes between the check and
 * its step stays as they left it.
 */
import { ConvexError } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server.js";
import { takenSentence } from "../../../domain/history/history";
import { undoneRunLabel } from "../../../domain/history/historyText";
import type { Member } from "../access";
import { eachOfBatch } from "../batches";
import { bringUploadBack } from "../files/files";
import { conflict, must } from "../errors";
import {
  beginOperation,
  recordProgress,
  requireOperation,
  resultOf,
  runSteps,
  type Counts,
} from "./operations";
import { requireRun } from "./undoRunCheck";
import { keptReason, undoStock } from "./importUndo";
import type { Recorder } from "../writes/recorder";
import { bringBack } from "../history/trash";
import { undoWrite } from "../history/undo";

/**
 * Few, because a row takes some thirty documents: its search words, its summary and the entry of its history. On one
 * machine, the changes of other offices wait for a batch.
 */
const ROW_BATCH_SIZE = 10;

export type RunUndone = { rowsRestored: number; changesUndone: number };

type RunId = Id<"changes">;

export async function undoRun(ctx: ActionCtx, member: Member, id: RunId): Promise<RunUndone> {
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
async function checkWhole(ctx: ActionCtx, workspaceId: string, id: RunId): Promise<void> {
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

/**
 * Begins the operation and records in the same transaction what it undoes: from here on the undo is carried through, by
 * the watchdog if need be.
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
export async function undoBatch(recorder: Recorder, operation: Doc<"tasks">): Promise<boolean> {
  const { runId } = operation;
  const db = recorder.plain;
  const run = runId === undefined ? null : await db.get("changes", runId);
  if (run?.undoes === undefined) return true;
  const original = await db.get("changes", run.undoes);
  const undone = {
    workspaceId: run.workspaceId,
    id: run.undoes,
    by: run._id,
    isImport: original?.kind === "import",
  };
  const done = await undoNext(recorder, undone);
  if (done === null) {
    await db.patch("changes", undone.id, { undoneBy: undone.by });
    return true;
  }
  await recordProgress({ ...recorder.ctx, db }, operation, done);
  return false;
}

/** Restores deleted rows, then undoes changes, then stock counts. Null if nothing is left. */
async function undoNext(recorder: Recorder, undone: Undone): Promise<Counts | null> {
  const rowsRestored = await restoreBatch(recorder, undone);
  if (rowsRestored !== null) return { rowsRestored, changesUndone: 0 };
  const parts = await undoParts(recorder, undone);
  if (parts !== null) return countsOf(parts);
  const most = ROW_BATCH_SIZE;
  const txns = await undoStock(recorder, { ...undone, most });
  return txns && countsOf(txns);
}

function countsOf({ undone, kept }: { undone: number; kept: number }): Counts {
  const done = { rowsRestored: 0, changesUndone: undone };
  return kept === 0 ? done : { ...done, rowsKept: kept };
}

type Undone = {
  readonly workspaceId: string;
  readonly id: RunId;
  readonly by: RunId;
  /** Whether rows that people have changed since are kept (importUndo.ts). */
  readonly isImport: boolean;
};

/** The last deleted come back first: customers before their jobs. Null if none are left. */
async function restoreBatch(
  recorder: Recorder,
  { workspaceId, id }: Undone,
): Promise<number | null> {
  const db = recorder.plain;
  const rows = db
    .query("trash")
    .withIndex("by_workspace_and_run", (q) => q.eq("workspaceId", workspaceId).eq("runId", id))
    .order("desc");
  let restored = 0;
  const { count } = await eachOfBatch(
    recorder.ctx,
    { rows, most: ROW_BATCH_SIZE },
    async (trashed) => {
      if (trashed.table === "files") await restoreFile(recorder, trashed);
      else if (await isCarriedOut(() => bringBack(recorder, trashed))) restored += 1;
      else await leaveRun(db, trashed._id);
    },
  );
  return count === 0 ? null : restored;
}

async function restoreFile({ ctx, plain }: Recorder, { _id, rowId }: Doc<"trash">): Promise<void> {
  // A thumbnail may have come back with its photo, a moment ago.
  if ((await plain.get("trash", _id)) === null) return;
  if (!(await bringUploadBack(ctx, rowId))) await leaveRun(plain, _id);
}

/** Takes the row out of the run, so that the trash lists it and the next step skips it. */
async function leaveRun(db: MutationCtx["db"], id: Id<"trash">): Promise<void> {
  await db.patch("trash", id, { runId: undefined });
}

async function undoParts(
  recorder: Recorder,
  { workspaceId, id, by, isImport }: Undone,
): Promise<{ undone: number; kept: number } | null> {
  const db = recorder.plain;
  const ctx = { ...recorder.ctx, db };
  const parts = db
    .query("changes")
    .withIndex("by_workspace_and_part_and_undone", (q) =>
      q.eq("workspaceId", workspaceId).eq("partOf", id).eq("undoneBy", undefined),
    )
    .order("desc");
  let undone = 0;
  let kept = 0;
  const { count } = await eachOfBatch(ctx, { rows: parts, most: ROW_BATCH_SIZE }, async (part) => {
    const reason = isImport ? await keptReason(ctx, part) : null;
    if (reason === null)
      for (const write of part.writes) {
        if (await isCarriedOut(() => undoWrite(recorder, write))) undone += 1;
      }
    else if (reason !== "gone") kept += 1;
    await db.patch("changes", part._id, { undoneBy: by });
  });
  return count === 0 ? null : { undone, kept };
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
