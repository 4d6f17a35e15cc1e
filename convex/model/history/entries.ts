import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isInstant } from "../../../domain/dates/days";
import { isUndoable } from "../../../domain/history/history";
import { stockOfSubject } from "../../../domain/stock/inventory";
import { compareSortKeys, type JobSortKey } from "../../../domain/job/jobOrder";
import { isClientKey } from "../clientKeys";
import { getCustomer } from "../customers/customers";
import { getJob } from "../jobs/jobs";
import { must } from "../errors";
import { hasTaken } from "../jobs/lineSums";
import { clampPage, cutPage, type Keyed, type PageOptions } from "../pages";
import { getIntent } from "./intents";
import { isIntact } from "./undo";
import type { HistoryEntry, TrashEntry } from "./validators";

/** The history of one job, customer or item, the newest first. */
export async function historyOf(
  ctx: QueryCtx,
  workspaceId: string,
  of: { subject: string; paginationOpts: PaginationOptions },
): Promise<PaginationResult<HistoryEntry>> {
  const stock = stockOfSubject(of.subject);
  if (stock !== null)
    return await historyOfStock(ctx, workspaceId, {
      ...stock,
      paginationOpts: of.paginationOpts,
    });
  const subject = await idOfSubject(ctx, workspaceId, of.subject);
  const changes = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", workspaceId).eq("subject", subject),
    )
    .order("desc")
    .paginate(clampPage(of.paginationOpts));
  return { ...changes, page: await toEntries(ctx, changes.page) };
}

/** The intakes of a color, and the adjustments of its stock. */
async function historyOfStock(
  ctx: QueryCtx,
  workspaceId: string,
  of: NonNullable<ReturnType<typeof stockOfSubject>> & {
    paginationOpts: PaginationOptions;
  },
): Promise<PaginationResult<HistoryEntry>> {
  const txns = await ctx.db
    .query("inventoryTxns")
    .withIndex("by_workspace_and_category_and_color", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("category", of.category)
        .eq("colorNumber", of.colorNumber),
    )
    .order("desc")
    .paginate(clampPage(of.paginationOpts));
  const entries = txns.page.map(async (txn) => await toTxnEntry(ctx, txn));
  return { ...txns, page: await Promise.all(entries) };
}

/** A device may name a job by its client key, and a customer by the readable id. */
async function idOfSubject(ctx: QueryCtx, workspaceId: string, name: string): Promise<string> {
  const job = isClientKey(name) ? await getJob(ctx, workspaceId, name) : null;
  const row = job ?? (await getCustomer(ctx, workspaceId, name));
  return row?._id ?? name;
}

/** The changes and stock transactions of the workspace, the newest first. */
export async function pageOfHistory(
  ctx: QueryCtx,
  workspaceId: string,
  options: PageOptions,
): Promise<PaginationResult<HistoryEntry>> {
  const cut = await cutPage(({ after }) => newestFirst(ctx, workspaceId, after), options);
  const entries = cut.page.map(async (row) =>
    isTxn(row) ? await toTxnEntry(ctx, row) : await toEntry(ctx, row),
  );
  return { ...cut, page: await Promise.all(entries) };
}

type Recorded = Doc<"changes"> | Doc<"inventoryTxns">;

function isTxn(row: Recorded): row is Doc<"inventoryTxns"> {
  return "quantity" in row;
}

async function* newestFirst(
  ctx: QueryCtx,
  workspaceId: string,
  after: JobSortKey | null,
): AsyncGenerator<Keyed<Recorded>> {
  const until = after === null ? Number.MAX_VALUE : -after[0];
  const streams = (["changes", "inventoryTxns"] as const).map((table) => {
    const rows = ctx.db
      .query(table)
      .withIndex("by_workspace_and_part", (q) =>
        q.eq("workspaceId", workspaceId).eq("partOf", undefined).lte("_creationTime", until),
      )
      .order("desc");
    return rows[Symbol.asyncIterator]();
  });
  const heads = await Promise.all(streams.map((rows) => rows.next()));
  try {
    for (;;) {
      let first: { at: number; keyed: Keyed<Recorded> } | null = null;
      for (const [at, { done, value }] of heads.entries()) {
        if (done) continue;
        const sortKey = [-value._creationTime, 0, value._id] as const;
        if (first === null || compareSortKeys(sortKey, first.keyed.sortKey) < 0)
          first = { at, keyed: { sortKey, row: value } };
      }
      if (first === null) return;
      // The entry of the job shows this transaction already.
      if (!isTxn(first.keyed.row) || !first.keyed.row.isOfLine) yield first.keyed;
      heads[first.at] = await must(streams[first.at], "a stream").next();
    }
  } finally {
    for (const rows of streams) await rows.return?.();
  }
}

/** The rows in the trash that no run deleted, the last deleted first. */
export async function listTrash(
  ctx: QueryCtx,
  workspaceId: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<TrashEntry>> {
  const rows = await ctx.db
    .query("trash")
    .withIndex("by_workspace_and_run", (q) =>
      q.eq("workspaceId", workspaceId).eq("runId", undefined),
    )
    .order("desc")
    .paginate(clampPage(paginationOpts));
  const page: TrashEntry[] = [];
  for (const { workspaceId: _, _creationTime, ...row } of rows.page) {
    const id = row.table === "jobs" ? ctx.db.normalizeId("jobs", row.rowId) : null;
    const isTaken = id !== null && (await hasTaken(ctx, workspaceId, id));
    page.push({
      ...{ ...row, trashedAt: _creationTime },
      ...(isTaken && { hasTaken: true as const }),
    });
  }
  return { ...rows, page };
}

/** The change that an intent made, or null. */
export async function changeOfIntent(
  ctx: QueryCtx,
  workspaceId: string,
  intentId: string,
): Promise<Id<"changes"> | null> {
  const intent = await getIntent(ctx, workspaceId, intentId);
  return intent?.changeId ?? null;
}

/** The last run, if all that it deleted can still be restored. */
export async function lastRestorableRun(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"changes"> | null> {
  const operation = await ctx.db
    .query("tasks")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
  const runId = operation?.isRunning === false ? operation.runId : undefined;
  const run = runId === undefined ? null : await ctx.db.get("changes", runId);
  return run !== null && isUndoable(run) ? run : null;
}

async function toEntries(ctx: QueryCtx, rows: readonly Doc<"changes">[]): Promise<HistoryEntry[]> {
  return await Promise.all(rows.map(async (row) => await toEntry(ctx, row)));
}

async function toEntry(ctx: QueryCtx, row: Doc<"changes">): Promise<HistoryEntry> {
  const head = row.partOf === undefined ? row : await ctx.db.get("changes", row.partOf);
  const { _id, kind, subject, subjectLabel, by, byName } = row;
  const { deviceAt, writes, counts, message } = row;
  return {
    _id,
    at: row.lastAt ?? row._creationTime,
    kind,
    subject,
    subjectLabel,
    by,
    byName,
    // Earlier versions accepted any number.
    ...(deviceAt !== undefined && isInstant(deviceAt) ? { deviceAt } : {}),
    ...(counts === undefined ? {} : { counts }),
    ...(message === undefined ? {} : { message }),
    writes,
    isRun: row.isRun ?? false,
    isUndo: row.undoes !== undefined,
    // The undo of a change of several subjects is noted at the first.
    isUndone: (row.undoneBy ?? head?.undoneBy) !== undefined,
    isUndoable: head !== null && (await isOffered(ctx, row, head)),
  };
}

/** Whether an undo is offered. A part of a run is restored with the run. */
async function isOffered(
  ctx: QueryCtx,
  row: Doc<"changes">,
  head: Doc<"changes">,
): Promise<boolean> {
  if (!isUndoable(head)) return false;
  return head.isRun === true ? row === head : await isIntact(ctx, head);
}

async function toTxnEntry(ctx: QueryCtx, txn: Doc<"inventoryTxns">): Promise<HistoryEntry> {
  const undo = await ctx.db
    .query("inventoryTxns")
    .withIndex("by_workspace_and_undoes", (q) =>
      q.eq("workspaceId", txn.workspaceId).eq("undoes", txn._id),
    )
    .first();
  const { _id, type, itemName, colorNumber, by, byName, quantity } = txn;
  return {
    _id,
    at: txn._creationTime,
    kind: type,
    subject: txn.itemId ?? "",
    subjectLabel: [itemName, colorNumber].filter(Boolean).join(", "),
    by,
    byName,
    writes: [],
    counts: { quantity, before: txn.before, after: txn.after },
    isRun: false,
    isUndo: txn.undoes !== undefined,
    isUndone: undo !== null,
    isUndoable: undo === null && !txn.isOfLine,
  };
}
