/** What the undo of a whole run checks before it begins, so that it is refused as a whole. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server.js";
import {
  changedSinceSentence,
  CUSTOMER_IN_TRASH,
  NOT_UNDOABLE,
  UNDO_GONE,
  UNDO_OF_DEMO_DATA,
  UNDO_RUN_AGAIN,
  UNDONE_ALREADY,
} from "../../../domain/history/history";
import { trashKeyOf } from "../../../domain/history/trashKeys";
import { eachOfPage } from "../batches";
import { getCustomer } from "../customers/customers";
import { conflict, wrongType } from "../errors";
import { placeTaken, trashedRow } from "../history/trash";
import { changedField, writtenRow } from "../history/undo";
import { rowOf } from "../writes/rows";
import { requireRecentImport } from "./importUndo";

const CHECK_BATCH_SIZE = 200;

type RunId = Id<"changes">;

/** Throws if the run cannot be undone. */
export async function requireRun(
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
  if (run.kind === "import") requireRecentImport(run);
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
  const run = await requireRun(ctx, workspaceId, id);
  // The undo of an import keeps what was changed since, and refuses nothing.
  if (run.kind === "import") return { taken: [], next: null };
  const from = { position: cursor, most: CHECK_BATCH_SIZE };
  const taken: string[] = [];
  if (part === "changes") {
    const changes = ctx.db
      .query("changes")
      .withIndex("by_workspace_and_part", (q) => q.eq("workspaceId", workspaceId).eq("partOf", id));
    const next = await eachOfPage(ctx, { rows: changes, ...from }, (change) =>
      checkPart(ctx, change),
    );
    return { taken, next };
  }
  const rows = ctx.db
    .query("trash")
    .withIndex("by_workspace_and_run", (q) => q.eq("workspaceId", workspaceId).eq("runId", id));
  const next = await eachOfPage(ctx, { rows, ...from }, async (trashed) => {
    const name = await checkTrashed(ctx, trashed);
    if (name !== null) taken.push(name);
  });
  return { taken, next };
}

async function checkPart(ctx: QueryCtx, { writes }: Doc<"changes">): Promise<void> {
  for (const write of writes) {
    const field = changedField(await writtenRow(ctx, write), write);
    if (field !== null) throw conflict(changedSinceSentence(field));
  }
}

async function checkTrashed(ctx: QueryCtx, trashed: Doc<"trash">): Promise<string | null> {
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
