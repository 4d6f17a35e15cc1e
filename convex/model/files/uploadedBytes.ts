/**
 * The quota of bytes that a workspace may store within an hour, so that one
 * member cannot fill the disk: photos, chunks of imports and long texts. An
 * upload is counted once it is stored: those that have begun before the quota
 * is used up are stored too.
 */
import { getConvexSize, type Value } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  COUNTED_CHANGE_BYTES,
  MAX_BYTES_PER_HOUR,
  TEXT_BYTES_BEYOND,
  TOO_MANY_BYTES,
} from "../../../domain/files/uploads";
import { conflict } from "../errors";

const HOUR_MS = 60 * 60 * 1000;

export async function isQuotaUsedUp(
  ctx: QueryCtx,
  workspaceId: string,
  quota = MAX_BYTES_PER_HOUR,
): Promise<boolean> {
  const row = await getUploadedBytes(ctx, workspaceId);
  return row !== null && isThisHour(row) && row.bytes >= quota;
}

/** Counts the arguments of a change, or refuses it if the quota is used up. */
export async function countChange(
  ctx: MutationCtx,
  workspaceId: string,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const size = getConvexSize(given as Record<string, Value>);
  if (size < COUNTED_CHANGE_BYTES) return;
  const quota = MAX_BYTES_PER_HOUR + TEXT_BYTES_BEYOND;
  if (await isQuotaUsedUp(ctx, workspaceId, quota)) throw conflict(TOO_MANY_BYTES);
  await countUploadedBytes(ctx, { workspaceId, size });
}

export async function countUploadedBytes(
  ctx: MutationCtx,
  { workspaceId, size }: { readonly workspaceId: string; readonly size: number },
): Promise<void> {
  const row = await getUploadedBytes(ctx, workspaceId);
  const first = { hourBeganAt: Date.now(), bytes: size };
  if (row === null) await ctx.db.insert("uploadedBytes", { workspaceId, ...first });
  else if (isThisHour(row))
    await ctx.db.patch("uploadedBytes", row._id, { bytes: row.bytes + size });
  else await ctx.db.patch("uploadedBytes", row._id, first);
}

/** Whether the counted hour is the current one. A clock that was set back may have left an hour in the future. */
function isThisHour({ hourBeganAt }: Doc<"uploadedBytes">): boolean {
  const age = Date.now() - hourBeganAt;
  return age >= 0 && age < HOUR_MS;
}

async function getUploadedBytes(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"uploadedBytes"> | null> {
  return await ctx.db
    .query("uploadedBytes")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
