/**
 * What each workspace stores, for the operator. Nothing counts it as it changes: every row is read, in as many queries
 * as that takes.
 */
import { getDocumentSize, v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { ActionCtx, QueryCtx } from "../../_generated/server";
import { isTrashKey, TRASH_KEYS_END } from "../../../domain/history/trashKeys";
import { eachOfBatch, eachOfPage } from "../batches";
import { rowsAfter, moveOf, rangesOf, type WorkspaceRow } from "./moves";

const BATCH_SIZE = 4_000;

/** The limit of workspaces in one result. */
const MOST_LISTED = 100;

/** No further workspace is begun after this time. An action of Convex ends after ten minutes. */
const LIST_MS = 120_000;

/** Where reading a workspace continues: at a range, or within a range that is larger than a batch. */
const position = v.object({
  range: v.number(),
  page: v.optional(v.nullable(v.string())),
});

/** Without `at`, reads the workspace after `workspaceId`; with it, the next rows of `workspaceId`. */
export const sizeArgs = {
  workspaceId: v.string(),
  at: v.optional(position),
};

export const sizePart = v.object({
  workspaceId: v.string(),
  rows: v.number(),
  bytes: v.number(),
  /** Bytes of photos. */
  fileBytes: v.number(),
  /** In ms since 1970; 0 without an entry in the history. */
  lastChangeAt: v.number(),
  isClosed: v.boolean(),
  isSuspended: v.boolean(),
  /** Null at the workspace's end. */
  next: v.nullable(position),
});

type SizePart = Infer<typeof sizePart>;

type Size = { -readonly [Name in keyof typeof NOTHING]: number };

const NOTHING = { rows: 0, bytes: 0, fileBytes: 0, lastChangeAt: 0 };

export const workspaceList = v.object({
  workspaces: v.array(
    v.object({
      workspaceId: v.string(),
      rows: v.number(),
      bytes: v.number(),
      fileBytes: v.number(),
      /** Null without an entry in the history. */
      lastChange: v.nullable(v.string()),
      state: v.union(v.literal("open"), v.literal("closed"), v.literal("suspended")),
    }),
  ),
  /** Where the list continues; null at its end. */
  after: v.nullable(v.string()),
});

export type WorkspaceList = Infer<typeof workspaceList>;

/** The sizes of the workspaces after the given one, in the order of their ids. */
export async function listWorkspaces(ctx: ActionCtx, after: string): Promise<WorkspaceList> {
  const workspaces: WorkspaceList["workspaces"] = [];
  const until = Date.now() + LIST_MS;
  let last = after;
  while (workspaces.length < MOST_LISTED && Date.now() < until) {
    const found = await sizeOfNext(ctx, last);
    if (found === null) return { workspaces, after: null };
    workspaces.push(found);
    last = found.workspaceId;
  }
  return { workspaces, after: last };
}

async function sizeOfNext(ctx: ActionCtx, after: string) {
  const read = async (args: Pick<SizePart, "workspaceId"> & { at?: Position }) =>
    await ctx.runQuery(internal.workspace.size, args);
  const first = await read({ workspaceId: after });
  if (first === null) return null;
  const { workspaceId, isClosed, isSuspended } = first;
  const sum: Size = { ...NOTHING };
  for (let part: SizePart | null = first; part !== null;) {
    addTo(sum, part);
    part = part.next && (await read({ workspaceId, at: part.next }));
  }
  const { lastChangeAt, ...size } = sum;
  const closed = isSuspended ? "suspended" : "closed";
  return {
    workspaceId,
    ...size,
    lastChange: lastChangeAt === 0 ? null : new Date(lastChangeAt).toISOString(),
    state: isClosed ? closed : "open",
  } as const;
}

type Position = Infer<typeof position>;

/** The size of the next rows of a workspace. Null if there is no further workspace. */
export async function readSize(
  ctx: QueryCtx,
  of: { readonly workspaceId: string; readonly at?: Position },
): Promise<SizePart | null> {
  const { at = { range: 0 } } = of;
  const workspaceId =
    of.at === undefined ? await nextWorkspace(ctx, of.workspaceId) : of.workspaceId;
  if (workspaceId === null) return null;
  const sum: Size = { ...NOTHING };
  const next =
    at.page === undefined
      ? await addRanges(ctx, { workspaceId, from: at.range }, sum)
      : await addPage(ctx, { workspaceId, range: at.range, page: at.page }, sum);
  const mark = await moveOf(ctx, workspaceId);
  return {
    workspaceId,
    ...sum,
    isClosed: mark !== null,
    isSuspended: mark?.isSuspended ?? false,
    next,
  };
}

/** Adds whole ranges. One that is larger than the batch is read by pages, of which a query may have one. */
async function addRanges(
  ctx: QueryCtx,
  { workspaceId, from }: { workspaceId: string; from: number },
  sum: Size,
): Promise<Position | null> {
  const ranges = rangesOf(ctx, workspaceId);
  for (const [at, { rows }] of ranges.slice(from).entries()) {
    const own: Size = { ...NOTHING };
    const most = BATCH_SIZE - sum.rows;
    const { isDone } = await eachOfBatch(ctx, { rows, most }, (row) => {
      addRow(own, row);
      return Promise.resolve();
    });
    if (!isDone) return { range: from + at, page: null };
    addTo(sum, own);
  }
  return null;
}

async function addPage(
  ctx: QueryCtx,
  of: { workspaceId: string; range: number; page: string | null },
  sum: Size,
): Promise<Position | null> {
  const ranges = rangesOf(ctx, of.workspaceId);
  const { rows } = ranges[of.range]!;
  const page = await eachOfPage(ctx, { rows, position: of.page, most: BATCH_SIZE }, (row) => {
    addRow(sum, row);
    return Promise.resolve();
  });
  if (page !== null) return { range: of.range, page };
  return of.range + 1 === ranges.length ? null : { range: of.range + 1 };
}

function addRow(sum: Size, row: WorkspaceRow): void {
  addTo(sum, {
    rows: 1,
    bytes: getDocumentSize(row),
    fileBytes: "storageId" in row ? row.size : 0,
    lastChangeAt: "writes" in row ? (row.lastAt ?? row._creationTime) : 0,
  });
}

function addTo(sum: Size, part: Readonly<Size>): void {
  sum.rows += part.rows;
  sum.bytes += part.bytes;
  sum.fileBytes += part.fileBytes;
  sum.lastChangeAt = Math.max(sum.lastChangeAt, part.lastChangeAt);
}

/** Skips the trash: a workspace whose rows are all deleted still has rows of the table `trash` under its own id. */
async function nextWorkspace(ctx: QueryCtx, after: string): Promise<string | null> {
  const next = await firstAfter(ctx, after);
  return next !== null && isTrashKey(next) ? await firstAfter(ctx, TRASH_KEYS_END) : next;
}

async function firstAfter(ctx: QueryCtx, after: string): Promise<string | null> {
  let first: string | null = null;
  for (const rows of rowsAfter(ctx, after)) {
    const id = (await rows.first())?.workspaceId ?? null;
    if (id !== null && (first === null || id < first)) first = id;
  }
  return first;
}
