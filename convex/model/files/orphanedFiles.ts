/**
 * Storing a file and inserting its row are two steps of an action. If the
 * backend stops between them, the file is orphaned: no row leads to it. So a
 * sweep is scheduled when the upload begins, and canceled by the second step.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteStored } from "./rows";

const MINUTE_MS = 60 * 1000;

/** The longest action of Convex (docs.convex.dev/production/state/limits). */
export const STORING_MS = 30 * MINUTE_MS;

/** More than the clock difference of two machines. */
const CLOCK_SKEW_MS = MINUTE_MS;

/** Schedules the sweep, to be canceled once the file has its row. */
export async function scheduleSweep(ctx: MutationCtx): Promise<Id<"_scheduled_functions">> {
  const from = Date.now() - CLOCK_SKEW_MS;
  const until = Date.now() + STORING_MS;
  return await ctx.scheduler.runAfter(2 * STORING_MS, internal.files.sweepOrphans, { from, until });
}

/** The rows that one run reads. All workspaces may have stored more in that time than one transaction reads. */
const STORED_PAGE_SIZE = 200;
const ROW_PAGE_SIZE = 500;

/** Stored files whose rows were not found yet. Rows are read from `rowsFrom` on. */
const unrecordedFiles = v.object({
  storageIds: v.array(v.id("_storage")),
  rowsFrom: v.number(),
  rowsUntil: v.number(),
  /** Where the next page of stored files begins; null after the last one. */
  nextCursor: v.nullable(v.string()),
});

export const orphanSweepFields = {
  from: v.number(),
  until: v.number(),
  cursor: v.optional(v.string()),
  unrecorded: v.optional(unrecordedFiles),
};

type OrphanSweep = ObjectType<typeof orphanSweepFields>;

/**
 * Deletes the files of a period that never got a row. Each run compares one page of stored files with one page of rows,
 * and schedules the next run.
 */
export async function deleteOrphanedFiles(
  ctx: MutationCtx,
  { from, until, cursor, unrecorded }: OrphanSweep,
): Promise<void> {
  const files = unrecorded ?? (await readStoredPage(ctx, { from, until, cursor: cursor ?? null }));
  const { rowsFrom, rowsUntil, nextCursor } = files;
  // The rows of all workspaces: a file is orphaned only if no row has it. The row is inserted by the action that stored
  // the file.
  const rows = await ctx.db
    .query("files")
    .withIndex("by_creation_time", (q) =>
      q.gte("_creationTime", rowsFrom).lt("_creationTime", rowsUntil),
    )
    .take(ROW_PAGE_SIZE);
  const recorded = new Set(rows.map(({ storageId }) => storageId));
  const storageIds = files.storageIds.filter((id) => !recorded.has(id));
  const lastRow = rows[ROW_PAGE_SIZE - 1];
  if (storageIds.length > 0 && lastRow !== undefined) {
    await ctx.scheduler.runAfter(0, internal.files.sweepOrphans, {
      from,
      until,
      // The last row is read again: another row may have the same time.
      unrecorded: { ...files, storageIds, rowsFrom: lastRow._creationTime },
    });
    return;
  }
  for (const storageId of storageIds) await deleteStored(ctx, storageId);
  if (nextCursor !== null)
    await ctx.scheduler.runAfter(0, internal.files.sweepOrphans, {
      from,
      until,
      cursor: nextCursor,
    });
}

async function readStoredPage(
  ctx: MutationCtx,
  { from, until, cursor }: Pick<OrphanSweep, "from" | "until"> & { readonly cursor: string | null },
): Promise<Infer<typeof unrecordedFiles>> {
  const { page, isDone, continueCursor } = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) => q.gte("_creationTime", from).lt("_creationTime", until))
    .paginate({ cursor, numItems: STORED_PAGE_SIZE });
  return {
    storageIds: page.map(({ _id }) => _id),
    rowsFrom: page[0]?._creationTime ?? from,
    rowsUntil: (page.at(-1)?._creationTime ?? from) + STORING_MS,
    nextCursor: isDone ? null : continueCursor,
  };
}
