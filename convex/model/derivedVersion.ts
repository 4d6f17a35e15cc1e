import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server.js";
import {
  DERIVED_VERSION,
  NAMES_VERSION,
  SEARCH_VERSION,
  TOTALS_VERSION,
} from "../../domain/names/search";

/**
 * Whether the search words and summaries of a workspace are complete. Every write updates them from the first customer
 * on; the rebuild writes them for rows of earlier versions. Search stays available while a rebuild replaces complete
 * rows.
 */
export async function isRebuilt(ctx: QueryCtx, workspaceId: string): Promise<boolean> {
  return (await completeVersion(ctx, workspaceId)) >= SEARCH_VERSION;
}

/** Whether the totals count every job of a workspace. */
export async function areTotalsRebuilt(ctx: QueryCtx, workspaceId: string): Promise<boolean> {
  return (await completeVersion(ctx, workspaceId)) >= TOTALS_VERSION;
}

export async function completeVersion(ctx: QueryCtx, workspaceId: string): Promise<number> {
  const derived = await getDerivedVersion(ctx, workspaceId);
  if (derived !== null) return versionOf(derived);
  return (await hasNoRows(ctx, workspaceId)) ? DERIVED_VERSION : 0;
}

/** The version in which all rows are written. Earlier versions set it at the start of a rebuild, with a `step`. */
export function versionOf({
  version,
  step,
}: Pick<Doc<"derivedVersions">, "version" | "step">): number {
  if (step === undefined) return version;
  if (step === "names") return SEARCH_VERSION;
  return step === "totals" ? NAMES_VERSION : 0;
}

async function hasNoRows(ctx: QueryCtx, workspaceId: string) {
  const counter = await ctx.db
    .query("counters")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .first();
  return counter === null;
}

/** Marks a workspace without rows: it has no rows of earlier versions. */
export async function markNewWorkspace(ctx: MutationCtx, workspaceId: string): Promise<void> {
  await ctx.db.insert("derivedVersions", {
    workspaceId,
    version: DERIVED_VERSION,
  });
}

export async function getDerivedVersion(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"derivedVersions"> | null> {
  return await ctx.db
    .query("derivedVersions")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
