import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isSameSource, type SourceKey } from "../../../domain/imports/sourceKeys";

/** The limit of rows with one key: of several programs, or deleted since. */
const MAX_OF_KEY = 16;

/** The row of the office that a row of the source became: the oldest that nobody has deleted. */
export async function findImported(
  ctx: QueryCtx,
  workspaceId: string,
  source: SourceKey,
): Promise<Doc<"importedRows"> | null> {
  const rows = await ctx.db
    .query("importedRows")
    .withIndex("by_workspace_and_key", (q) =>
      q.eq("workspaceId", workspaceId).eq("key", source.key),
    )
    .take(MAX_OF_KEY);
  for (const row of rows)
    if (isSameSource(row.traits, source) && (await isThere(ctx, row))) return row;
  return null;
}

/** The customer who has the key, if there is one. */
export async function findImportedCustomer(
  ctx: QueryCtx,
  workspaceId: string,
  source: SourceKey,
): Promise<Doc<"customers"> | null> {
  const row = await findImported(ctx, workspaceId, source);
  const id = row && ctx.db.normalizeId("customers", row.rowId);
  return id === null ? null : await ctx.db.get("customers", id);
}

async function isThere(
  ctx: QueryCtx,
  { workspaceId, table, rowId }: Doc<"importedRows">,
): Promise<boolean> {
  const id = ctx.db.normalizeId(table, rowId);
  const row = id === null ? null : await ctx.db.get(table, id);
  return row?.workspaceId === workspaceId;
}
