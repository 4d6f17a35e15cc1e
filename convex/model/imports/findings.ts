/** The look-alikes that the check found, and what a person decides about them. */
import type { PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  IMPORT_NOT_CHECKED,
  IMPORT_STARTED,
  type ImportChoice,
} from "../../../domain/imports/findings";
import { conflict, notFound } from "../errors";
import { clampPage, type PageOptions } from "../pages";
import type { Finding } from "./validators";

export async function pageOfFindings(
  ctx: QueryCtx,
  file: Doc<"imports"> | null,
  page: PageOptions,
): Promise<PaginationResult<Finding>> {
  // A screen may still show a file that another device has just removed.
  if (file === null) return { page: [], isDone: true, continueCursor: "" };
  const { workspaceId, _id: importId } = file;
  const found = await ctx.db
    .query("importFindings")
    .withIndex("by_workspace_and_import_and_line", (q) =>
      q.eq("workspaceId", workspaceId).eq("importId", importId),
    )
    .paginate(clampPage(page));
  return { ...found, page: found.page.flatMap(toFinding) };
}

export async function decideOne(
  ctx: MutationCtx,
  file: Doc<"imports">,
  { findingId, choice }: { findingId: Id<"importFindings">; choice: ImportChoice },
): Promise<void> {
  requireChecked(file);
  const finding = await ctx.db.get("importFindings", findingId);
  if (finding?.importId !== file._id) throw notFound("customer", "findingId");
  if (finding.choice === undefined)
    await ctx.db.patch("imports", file._id, { decided: file.decided + 1 });
  await ctx.db.patch("importFindings", findingId, { choice });
}

export async function decideAll(
  ctx: MutationCtx,
  file: Doc<"imports">,
  restChoice: ImportChoice,
): Promise<void> {
  requireChecked(file);
  await ctx.db.patch("imports", file._id, { restChoice });
}

function requireChecked({ state }: Doc<"imports">): void {
  if (state === "staging") throw conflict(IMPORT_NOT_CHECKED);
  if (state !== "checked") throw conflict(IMPORT_STARTED);
}

function toFinding(row: Doc<"importFindings">): Finding[] {
  const { _id, line, customer, like, choice } = row;
  // An earlier version stored rows here too that cannot be imported.
  if (customer === undefined || like === undefined) return [];
  const { key: _key, ...shown } = like;
  return [{ _id, line, customer, like: shown, choice }];
}
