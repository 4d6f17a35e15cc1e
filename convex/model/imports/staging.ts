/** Files that were read: kept for a day on the server, so that a killed browser loses nothing. */
import { pick } from "convex-helpers";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";
import {
  IMPORT_GONE,
  IMPORT_NOT_AS_DECLARED,
  IMPORT_STARTED,
  IMPORT_TOO_LARGE,
  TOO_MANY_IMPORTS,
} from "../../../domain/imports/findings";
import { CHUNK_ROWS } from "../../../domain/imports/chunks";
import { rowsOfChunk } from "../../../domain/imports/rowInput";
import {
  IMPORT_KEPT_MS,
  IMPORT_KINDS,
  MAX_IMPORT_ROWS,
  MAX_STAGED_BYTES,
  type ImportKind,
} from "../../../domain/imports/rows";
import type { Member } from "../access";
import { eachOfBatch } from "../batches";
import { byRule, conflict, invalid } from "../errors";
import { requireRate } from "../personRates";
import { SHOWN_FIELDS, type StagedImport } from "./validators";

/** The limit of files per workspace. A person has one file: a new one replaces it. */
const MAX_IMPORTS = 20;

const REMOVED_ROWS = 500;

export type NewImport = {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly rowCount: number;
  readonly chunkCount: number;
};

/** Begins a file, in place of the caller's last one. */
export async function beginImport(
  ctx: MutationCtx,
  member: Member,
  file: NewImport,
): Promise<Id<"imports">> {
  const { workspaceId, by } = member;
  await requireRate(ctx, member, "import");
  for (const field of ["rowCount", "chunkCount"] as const)
    if (!isCountUpTo(file[field], MAX_IMPORT_ROWS))
      throw invalid(field, "A file has from 1 to 50,000 rows.");
  const staged = await ctx.db
    .query("imports")
    .withIndex("by_workspace_and_person", (q) => q.eq("workspaceId", workspaceId))
    .take(MAX_IMPORTS + 1);
  const removed = staged.filter((one) => one.by === by || isOver(one));
  for (const one of removed) {
    if (one.state === "running" && !isOver(one)) throw conflict(IMPORT_STARTED);
    await removeImport(ctx, one);
  }
  if (staged.length - removed.length >= MAX_IMPORTS) throw conflict(TOO_MANY_IMPORTS);
  const importId = await ctx.db.insert("imports", {
    workspaceId,
    by,
    ...file,
    state: "staging",
    found: {},
    decided: 0,
    nextChunk: 0,
  });
  const of = { workspaceId, importId };
  await ctx.scheduler.runAfter(IMPORT_KEPT_MS, internal.imports.expire, of);
  return importId;
}

/** Whether the file's day is over. A database that was exported and imported lacks the file's scheduled removal. */
function isOver({ _creationTime }: Doc<"imports">): boolean {
  return _creationTime <= Date.now() - IMPORT_KEPT_MS;
}

/** Stores a chunk of rows. The same chunk, sent again, takes the place of the first. */
export async function stageRows(
  ctx: MutationCtx,
  staged: ReadImport,
  { index, rows }: { index: number; rows: string },
): Promise<void> {
  if (staged.state !== "staging") throw conflict(IMPORT_STARTED);
  const { workspaceId, _id: importId, chunkCount, kind } = staged;
  if (!isCountUpTo(index + 1, chunkCount))
    throw invalid("index", "There is no such part of the file.");
  byRule(() => rowsOfChunk(kind, rows));
  const stored = await getChunk(ctx, staged, index);
  if (stored?.rows === rows) return;
  await countStaged(ctx, staged, {
    sent: sizeOf(rows),
    replaced: sizeOf(stored?.rows),
  });
  if (stored === null) await ctx.db.insert("importChunks", { workspaceId, importId, index, rows });
  else await ctx.db.patch("importChunks", stored._id, { rows, plans: undefined });
}

type Size = { readonly rows: number; readonly bytes: number };

function sizeOf(chunk: string | undefined): Size {
  if (chunk === undefined) return { rows: 0, bytes: 0 };
  const { length: rows } = JSON.parse(chunk) as readonly unknown[];
  return { rows, bytes: new TextEncoder().encode(chunk).length };
}

/**
 * Counts a chunk, less the chunk that it replaces. Refuses more rows than the client has declared, and more bytes than
 * may be stored.
 */
async function countStaged(
  ctx: MutationCtx,
  staged: Doc<"imports">,
  { sent, replaced }: { readonly sent: Size; readonly replaced: Size },
): Promise<void> {
  const { rowCount } = staged;
  const { rows, bytes } = replaced;
  const stagedRows = (staged.stagedRows ?? 0) + sent.rows - rows;
  const stagedBytes = (staged.stagedBytes ?? 0) + sent.bytes - bytes;
  if (stagedRows > rowCount) throw invalid("rows", IMPORT_NOT_AS_DECLARED);
  if (stagedBytes > MAX_STAGED_BYTES) throw invalid("rows", IMPORT_TOO_LARGE);
  await ctx.db.patch("imports", staged._id, { stagedRows, stagedBytes });
}

export async function getChunk(
  ctx: QueryCtx,
  { workspaceId, _id: importId }: Pick<Doc<"imports">, "workspaceId" | "_id">,
  index: number,
): Promise<Doc<"importChunks"> | null> {
  return await ctx.db
    .query("importChunks")
    .withIndex("by_workspace_and_import_and_index", (q) =>
      q.eq("workspaceId", workspaceId).eq("importId", importId).eq("index", index),
    )
    .unique();
}

/** The caller's file; null if it is somebody else's, or no longer there. */
export async function findImport(
  ctx: QueryCtx,
  { workspaceId, by }: Pick<Member, "workspaceId" | "by">,
  id: string,
): Promise<ReadImport | null> {
  const importId = ctx.db.normalizeId("imports", id);
  const staged = importId && (await ctx.db.get("imports", importId));
  return staged?.workspaceId === workspaceId && staged.by === by && isRead(staged) ? staged : null;
}

export type ReadImport = Doc<"imports"> & { readonly kind: ImportKind };

/** Whether this version imports files of the kind. An earlier one read stock and prices too. */
export function isRead(staged: Doc<"imports">): staged is ReadImport {
  return IMPORT_KINDS.some((kind) => kind === staged.kind);
}

/** The caller's file. Throws if it is somebody else's, or no longer there. */
export async function requireImport(
  ctx: QueryCtx,
  member: Pick<Member, "workspaceId" | "by">,
  id: string,
): Promise<ReadImport> {
  const staged = await findImport(ctx, member, id);
  if (staged === null) throw conflict(IMPORT_GONE);
  return staged;
}

/** The caller's file that was read last, or null. */
export async function stagedImportOf(
  ctx: QueryCtx,
  { workspaceId, by }: Member,
): Promise<StagedImport | null> {
  const staged = await ctx.db
    .query("imports")
    .withIndex("by_workspace_and_person", (q) => q.eq("workspaceId", workspaceId).eq("by", by))
    .order("desc")
    .first();
  if (staged === null || isOver(staged) || !isRead(staged)) return null;
  const { chunkCount, nextChunk, nextRow = 0, _creationTime } = staged;
  return {
    ...pick(staged, ["_id", "kind", ...SHOWN_FIELDS]),
    progress: (nextChunk + nextRow / CHUNK_ROWS) / chunkCount,
    readAt: _creationTime,
  };
}

/** Removes a file, unless it is being imported. */
export async function discardImport(ctx: MutationCtx, staged: Doc<"imports">): Promise<void> {
  if (staged.state === "running") throw conflict(IMPORT_STARTED);
  await removeImport(ctx, staged);
}

async function removeImport(
  ctx: MutationCtx,
  { workspaceId, _id: importId }: Doc<"imports">,
): Promise<void> {
  await ctx.db.delete("imports", importId);
  const of = { workspaceId, importId };
  await ctx.scheduler.runAfter(0, internal.imports.removeRows, of);
}

type StoredImport = {
  readonly workspaceId: string;
  readonly importId: Id<"imports">;
};

/** Removes a file that nobody has imported for a day. */
export async function expireImport(ctx: MutationCtx, { importId }: StoredImport): Promise<void> {
  const staged = await ctx.db.get("imports", importId);
  if (staged !== null) await removeImport(ctx, staged);
}

/** Removes a batch of a file's rows, and schedules the next. */
export async function removeRowsOf(ctx: MutationCtx, of: StoredImport): Promise<void> {
  const { workspaceId, importId } = of;
  const chunks = ctx.db
    .query("importChunks")
    .withIndex("by_workspace_and_import_and_index", (q) =>
      q.eq("workspaceId", workspaceId).eq("importId", importId),
    );
  const { isDone } = await eachOfBatch(ctx, { rows: chunks, most: REMOVED_ROWS }, (chunk) =>
    ctx.db.delete("importChunks", chunk._id),
  );
  const isMore = !isDone || (await removeFindings(ctx, of));
  if (isMore) await ctx.scheduler.runAfter(0, internal.imports.removeRows, of);
}

/** Removes a batch of a file's findings. Returns whether more may be left. */
export async function removeFindings(
  ctx: MutationCtx,
  { workspaceId, importId }: StoredImport,
): Promise<boolean> {
  const findings = ctx.db
    .query("importFindings")
    .withIndex("by_workspace_and_import_and_line", (q) =>
      q.eq("workspaceId", workspaceId).eq("importId", importId),
    );
  const { isDone } = await eachOfBatch(ctx, { rows: findings, most: REMOVED_ROWS }, (finding) =>
    ctx.db.delete("importFindings", finding._id),
  );
  return !isDone;
}

function isCountUpTo(count: number, most: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= most;
}
