import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server.js";
import {
  DERIVED_VERSION,
  SEARCH_VERSION,
  TOTALS_VERSION,
} from "../../domain/search";

/**
 * Whether the search words and summaries of a workspace are complete. Every write updates them from the first customer
 * on; the rebuild writes those of rows from earlier versions. Words of names may still be missing: only suggestions
 * need them.
 */
export async function isRebuilt(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<boolean> {
  const derived = await getDerivedVersion(ctx, workspaceId);
  if (derived !== null)
    return (
      derived.version >= SEARCH_VERSION &&
      (derived.step === undefined ||
        derived.step === "names" ||
        derived.step === "totals")
    );
  return await hasNoRows(ctx, workspaceId);
}

/** Whether the totals count every job of a workspace. */
export async function areTotalsRebuilt(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<boolean> {
  const derived = await getDerivedVersion(ctx, workspaceId);
  if (derived === null) return await hasNoRows(ctx, workspaceId);
  const { version, step } = derived;
  return (
    version >= TOTALS_VERSION && (step === undefined || step === "jobSearch")
  );
}

async function hasNoRows(ctx: QueryCtx, workspaceId: string) {
  const counter = await ctx.db
    .query("counters")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .first();
  return counter === null;
}

/** Marks a workspace without rows: it has no rows of earlier versions. */
export async function markNewWorkspace(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<void> {
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
