import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { trashKeyOf } from "../../../domain/history/trashKeys";
import { conflict, notFound } from "../errors";
import type { Deriving, Written } from "../written";
import { findFile, type StoredFile } from "./rows";

const HAS_THUMBNAIL = "This photo has a thumbnail already.";

/** Null also if the thumbnail is in neither its photo's workspace nor its trash: it was deleted separately. */
export async function thumbnailOf(
  ctx: QueryCtx,
  { workspaceId, thumbnailId }: Doc<"files">,
): Promise<Doc<"files"> | null> {
  const thumbnail = thumbnailId === undefined ? null : await ctx.db.get("files", thumbnailId);
  return thumbnail?.workspaceId === workspaceId ? thumbnail : null;
}

/** A thumbnail goes into the trash with its photo. */
export async function updateDerivedOfFile(
  { ctx }: Deriving,
  { before, after }: Written<Doc<"files">>,
): Promise<void> {
  if (before !== null && after === null)
    await moveThumbnail(ctx, before, trashKeyOf(before.workspaceId));
}

/** A thumbnail goes into the trash with its photo and comes back with it. */
export async function moveThumbnail(
  ctx: MutationCtx,
  { thumbnailId }: Doc<"files">,
  workspaceId: string,
): Promise<void> {
  const thumbnail = thumbnailId === undefined ? null : await ctx.db.get("files", thumbnailId);
  if (thumbnail !== null) await ctx.db.patch("files", thumbnail._id, { workspaceId });
}

/**
 * Records a stored file as the thumbnail of a photo. Throws if the photo is
 * gone or has one by now: then the stored file is to be deleted.
 */
export async function recordThumbnail(
  ctx: MutationCtx,
  { photoId, ...file }: StoredFile & { readonly photoId: string },
): Promise<void> {
  const photo = await findFile(ctx, file.workspaceId, photoId);
  if (photo === null) throw notFound("file", "thumbnailOf");
  if ((await thumbnailOf(ctx, photo)) !== null) throw conflict(HAS_THUMBNAIL);
  // No sweep is scheduled: the photo uses the thumbnail, which is deleted with the photo.
  const thumbnailId = await ctx.db.insert("files", { ...file, uses: 1 });
  await ctx.db.patch("files", photo._id, { thumbnailId });
}
