/**
 * The budget of files that were read: their rows and bytes are counted as they come, since what a client declares at
 * the beginning is only a claim. The bytes are part of what the office may store within an hour, with its photos.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server.js";
import {
  IMPORT_NOT_AS_DECLARED,
  IMPORT_TOO_LARGE,
} from "../../../domain/imports/findings";
import { MAX_STAGED_BYTES, type ImportRow } from "../../../domain/imports/rows";
import { TOO_MANY_BYTES } from "../../../domain/uploads";
import { conflict, invalid } from "../errors";
import { countUploadedBytes, isQuotaUsedUp } from "../files/uploadedBytes";

type Size = { readonly rows: number; readonly bytes: number };

/** The rows and bytes of a chunk. */
export function sizeOf(json: string): Size {
  const { length: rows } = JSON.parse(json) as ImportRow[];
  return { rows, bytes: new TextEncoder().encode(json).length };
}

/** Counts a chunk that takes the place of an earlier one. Refuses more than was declared, or than may be stored. */
export async function countStaged(
  ctx: MutationCtx,
  staged: Doc<"imports">,
  { sent, replaced }: { readonly sent: Size; readonly replaced: Size | null },
): Promise<void> {
  const { workspaceId, rowCount } = staged;
  const { rows, bytes } = replaced ?? { rows: 0, bytes: 0 };
  const stagedRows = (staged.stagedRows ?? 0) + sent.rows - rows;
  const stagedBytes = (staged.stagedBytes ?? 0) + sent.bytes - bytes;
  if (stagedRows > rowCount) throw invalid("rows", IMPORT_NOT_AS_DECLARED);
  if (stagedBytes > MAX_STAGED_BYTES) throw invalid("rows", IMPORT_TOO_LARGE);
  if (await isQuotaUsedUp(ctx, workspaceId)) throw conflict(TOO_MANY_BYTES);
  await countUploadedBytes(ctx, { workspaceId, size: sent.bytes });
  await ctx.db.patch("imports", staged._id, { stagedRows, stagedBytes });
}
