import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { workspaceQuery } from "./functions";
import {
  getFileUrls,
  getPictures as getPicturesOf,
  isInTrash,
  recordFile,
  sweepFile,
} from "./model/files/files";
import { deleteOrphanedFiles, orphanSweepFields } from "./model/files/orphanedFiles";
import { requireNoMove } from "./model/workspaces/moves";
import { cancelScheduled } from "./model/scheduled";
import { recordThumbnail } from "./model/files/thumbnails";
import { fileFields, picture } from "./model/files/validators";
import { countUploadedBytes } from "./model/files/uploadedBytes";
import {
  claimTicket,
  removeClaimedTickets,
  removeTicket,
  removeTicketsOf,
} from "./model/files/uploadTickets";

/** Links in the order of the ids; null if the workspace owns no such file. */
export const getUrls = workspaceQuery({
  args: { ids: v.array(v.string()) },
  returns: v.array(v.union(v.string(), v.null())),
  handler: async (ctx, { ids }) => await getFileUrls(ctx, ctx.workspaceId, ids),
});

/** Pictures in the order of the ids; null if the workspace owns no such file. */
export const getPictures = workspaceQuery({
  args: { ids: v.array(v.string()) },
  returns: v.array(v.union(picture, v.null())),
  handler: async (ctx, { ids }) => await getPicturesOf(ctx, ctx.workspaceId, ids),
});

/** Uses up an upload ticket, and schedules the sweep that `record` cancels. */
export const claim = internalMutation({
  args: { ticket: v.string(), key: v.string() },
  returns: v.union(
    v.object({
      ticketId: v.id("uploadTickets"),
      workspaceId: v.string(),
      sweepId: v.id("_scheduled_functions"),
    }),
    v.literal("too many"),
    v.literal("too many bytes"),
    v.null(),
  ),
  handler: async (ctx, claimed) => await claimTicket(ctx, claimed),
});

/** Assigns a stored upload to its workspace, or to the photo whose thumbnail it is. */
export const record = internalMutation({
  args: {
    sweepId: v.id("_scheduled_functions"),
    ticketId: v.id("uploadTickets"),
    workspaceId: v.string(),
    photoId: v.optional(v.string()),
    ...fileFields,
  },
  returns: v.null(),
  handler: async (ctx, { sweepId, ticketId, photoId, ...file }) => {
    await requireNoMove(ctx, file.workspaceId);
    if (photoId === undefined) await recordFile(ctx, file);
    else await recordThumbnail(ctx, { ...file, photoId });
    await countUploadedBytes(ctx, file);
    await ctx.scheduler.cancel(sweepId);
    await removeTicket(ctx, ticketId);
    return null;
  },
});

export const sweep = internalMutation({
  args: { fileId: v.id("files") },
  returns: v.null(),
  handler: async (ctx, { fileId }) => {
    await sweepFile(ctx, fileId);
    return null;
  },
});

export const sweepOrphans = internalMutation({
  args: orphanSweepFields,
  returns: v.null(),
  handler: async (ctx, stored) => {
    await deleteOrphanedFiles(ctx, stored);
    return null;
  },
});

/** @alias The former path of `sweepOrphans`, for calls that were scheduled before the rename. */
export const sweepStrays = sweepOrphans;

/**
 * Called after an upload that failed, and for a ticket that nobody used, when
 * it expires. `sweepId` is given if nothing was stored.
 */
export const expire = internalMutation({
  args: {
    ticketId: v.id("uploadTickets"),
    sweepId: v.optional(v.id("_scheduled_functions")),
  },
  returns: v.null(),
  handler: async (ctx, { ticketId, sweepId }) => {
    await cancelScheduled(ctx, sweepId);
    await removeTicket(ctx, ticketId);
    return null;
  },
});

/** Called by the server on one machine before it serves a file. Convex serves a stored file until it is deleted. */
export const isServed = internalQuery({
  args: { storageId: v.id("_storage") },
  returns: v.boolean(),
  handler: async (ctx, { storageId }) => !(await isInTrash(ctx, storageId)),
});

/** Called by the server on one machine, for a person who has left a workspace or was removed from it. */
export const endTickets = internalMutation({
  args: { workspaceId: v.string(), by: v.string() },
  returns: v.null(),
  handler: async (ctx, person) => {
    await removeTicketsOf(ctx, person);
    return null;
  },
});

/** Called by the server on one machine when it starts: uploads of an earlier run have ended. */
export const endInterrupted = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await removeClaimedTickets(ctx);
    return null;
  },
});
