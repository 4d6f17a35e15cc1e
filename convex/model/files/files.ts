import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { JOB_FILE_FIELDS, type JobFileField } from "../../../domain/job/jobs";
import { isTrashKey, trashKeyOf, workspaceOfKey } from "../../../domain/history/trashKeys";
import { notFound } from "../errors";
import { cancelScheduled, pendingScheduled } from "../scheduled";
import { forgetTrashed } from "../trashRows";
import { STORING_MS } from "./orphanedFiles";
import { findFile, getFile, type StoredFile } from "./rows";
import { moveThumbnail, thumbnailOf } from "./thumbnails";
import type { Picture } from "./validators";

/** The file lists of a job. */
type FileLists = Readonly<Record<JobFileField, readonly Id<"_storage">[]>>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A link for each id, null where the workspace owns no such file. */
export async function getFileUrls(
  ctx: QueryCtx,
  workspaceId: string,
  ids: readonly string[],
): Promise<(string | null)[]> {
  return await Promise.all(
    ids.map(async (id) => {
      const file = await findFile(ctx, workspaceId, id);
      return file === null ? null : await ctx.storage.getUrl(file.storageId);
    }),
  );
}

/** The pictures in the order of the ids, null where the workspace owns no such file. */
export async function getPictures(
  ctx: QueryCtx,
  workspaceId: string,
  ids: readonly string[],
): Promise<(Picture | null)[]> {
  return await Promise.all(
    ids.map(async (id) => {
      const file = await findFile(ctx, workspaceId, id);
      return file === null ? null : await pictureOf(ctx, file);
    }),
  );
}

async function pictureOf(ctx: QueryCtx, file: Doc<"files">): Promise<Picture | null> {
  const { storageId, _creationTime: at } = file;
  const url = await ctx.storage.getUrl(storageId);
  if (url === null) return null;
  const thumbnail = await thumbnailOf(ctx, file);
  const thumbnailUrl = thumbnail === null ? null : await ctx.storage.getUrl(thumbnail.storageId);
  return { url, thumbnailUrl, at };
}

/**
 * Updates the use count of every file that a job gains or loses. Throws for a
 * file that the workspace does not own; deletes a file without any use left.
 * Only an undo and a restore bring a deleted file back.
 */
export async function countFileUses(
  ctx: MutationCtx,
  workspaceId: string,
  { before, after, bringsBack }: { before: FileLists; after: FileLists; bringsBack: boolean },
): Promise<void> {
  for (const [storageId, { field, uses }] of changedUses(before, after)) {
    const file =
      (await getFile(ctx, workspaceId, storageId)) ??
      (bringsBack ? await takeFromTrash(ctx, workspaceId, storageId) : null);
    // A deleted file can be removed from a list, but not added.
    if (file === null && uses < 0) continue;
    if (file === null) throw notFound("file", field);
    const left = Math.max(file.uses + uses, 0);
    await cancelScheduled(ctx, file.sweepId);
    await ctx.db.patch("files", file._id, { uses: left, sweepId: undefined });
    if (left === 0) await ctx.db.delete("files", file._id);
  }
}

/** The lists without the files that have been deleted for good. */
export async function existingFiles(
  ctx: QueryCtx,
  workspaceId: string,
  lists: FileLists,
): Promise<Record<JobFileField, Id<"_storage">[]>> {
  const existing = async (ids: readonly Id<"_storage">[]) => {
    const files = await Promise.all(
      ids.map(
        async (id) =>
          (await getFile(ctx, workspaceId, id)) ??
          (await getFile(ctx, trashKeyOf(workspaceId), id)),
      ),
    );
    return ids.filter((_, at) => files[at] !== null);
  };
  return {
    job_photo_estimate: await existing(lists.job_photo_estimate),
    job_photo_install: await existing(lists.job_photo_install),
    job_drawings: await existing(lists.job_drawings),
  };
}

async function takeFromTrash(
  ctx: MutationCtx,
  workspaceId: string,
  storageId: Id<"_storage">,
): Promise<Doc<"files"> | null> {
  const file = await getFile(ctx, trashKeyOf(workspaceId), storageId);
  if (file === null) return null;
  await bringFileBack(ctx, file);
  return { ...file, workspaceId };
}

async function bringFileBack(ctx: MutationCtx, file: Doc<"files">): Promise<void> {
  const workspaceId = workspaceOfKey(file.workspaceId);
  await ctx.db.patch("files", file._id, { workspaceId });
  await forgetTrashed(ctx, workspaceId, file._id);
  await moveThumbnail(ctx, file, workspaceId);
  // Earlier versions deleted thumbnails separately from their photos.
  if (file.thumbnailId !== undefined) await forgetTrashed(ctx, workspaceId, file.thumbnailId);
}

/**
 * Brings back an upload that was deleted before a job used it. Returns false for
 * a file that a job used: it comes back with its job.
 */
export async function bringUploadBack(ctx: MutationCtx, fileId: string): Promise<boolean> {
  const id = ctx.db.normalizeId("files", fileId);
  const file = id === null ? null : await ctx.db.get("files", id);
  if (file?.sweepId === undefined) return false;
  await bringFileBack(ctx, file);
  // The sweep may have run while the file was in the trash.
  if ((await pendingScheduled(ctx, file.sweepId)) === null) await scheduleSweep(ctx, file._id);
  return true;
}

/** Records an upload. It is deleted if no job uses it within a day. */
export async function recordFile(ctx: MutationCtx, file: StoredFile): Promise<void> {
  const fileId = await ctx.db.insert("files", { ...file, uses: 0 });
  await scheduleSweep(ctx, fileId);
}

async function scheduleSweep(ctx: MutationCtx, fileId: Id<"files">): Promise<void> {
  const sweepId = await ctx.scheduler.runAfter(DAY_MS, internal.files.sweep, {
    fileId,
  });
  await ctx.db.patch("files", fileId, { sweepId });
}

/** Deletes the upload if no job uses it. A file in the trash stays until its time there is over. */
export async function sweepFile(ctx: MutationCtx, fileId: Id<"files">): Promise<void> {
  const file = await ctx.db.get("files", fileId);
  if (file === null || file.uses > 0 || isTrashKey(file.workspaceId)) return;
  await deleteFile(ctx, file);
}

/**
 * Whether the file's row is in a trash. No index leads from a stored file to its
 * workspace, but its row is inserted by the action that stored it, as the first
 * or among the first after it.
 */
export async function isInTrash(ctx: QueryCtx, storageId: Id<"_storage">): Promise<boolean> {
  const stored = await ctx.db.system.get("_storage", storageId);
  if (stored === null) return false;
  const storedAt = stored._creationTime;
  const rows = ctx.db
    .query("files")
    .withIndex("by_creation_time", (q) =>
      q.gte("_creationTime", storedAt).lt("_creationTime", storedAt + STORING_MS),
    );
  for await (const file of rows)
    if (file.storageId === storageId) return isTrashKey(file.workspaceId);
  return false;
}

/** Deletes the row and the stored file for good, and its thumbnail. */
export async function deleteFile(ctx: MutationCtx, file: Doc<"files">): Promise<void> {
  const thumbnail = file.thumbnailId && (await ctx.db.get("files", file.thumbnailId));
  if (thumbnail) await deleteFile(ctx, thumbnail);
  await ctx.db.delete("files", file._id);
  await ctx.storage.delete(file.storageId);
}

type FileUse = { readonly field: JobFileField; readonly uses: number };

/** The change of use count by file. A file that moved between lists is not included. */
function changedUses(before: FileLists, after: FileLists): Map<Id<"_storage">, FileUse> {
  const changes = new Map<Id<"_storage">, FileUse>();
  const count = (lists: FileLists, step: number) => {
    for (const field of JOB_FILE_FIELDS)
      for (const id of lists[field])
        changes.set(id, { field, uses: (changes.get(id)?.uses ?? 0) + step });
  };
  count(before, -1);
  count(after, 1);
  for (const [id, { uses }] of changes) if (uses === 0) changes.delete(id);
  return changes;
}
