import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changedFields, isEmpty } from "../../../domain/changes/fields";
import { withCompanyName } from "../../../domain/job/officeSettings";
import { templateRow, templatesOf } from "../messages/templates";
import type { Templates } from "../messages/validators";
import type { Settings } from "./validators";

interface Office {
  readonly settings: Settings;
  /** The texts to customers, with the company name, which pages of earlier releases read here. */
  readonly templates: Templates;
}

/** The settings and texts of the office, without the fields that nobody has set. */
export async function officeOf(ctx: QueryCtx, workspaceId: string): Promise<Office> {
  const row = await settingsRow(ctx, workspaceId);
  const texts = await templatesOf(ctx, workspaceId);
  const { _id, _creationTime, workspaceId: _workspaceId, ...set } = row ?? {};
  const settings = withCompanyName(set, texts);
  return {
    settings,
    templates: { ...texts, message_company: settings.company_name },
  };
}

export async function writeSettings(
  ctx: MutationCtx,
  workspaceId: string,
  given: Settings,
): Promise<void> {
  const row = await settingsRow(ctx, workspaceId);
  const change = changedFields<Settings, Settings>(row ?? {}, given);
  if (isEmpty(change)) return;
  if (row === null) await ctx.db.insert("officeSettings", { workspaceId, ...change });
  else await ctx.db.patch("officeSettings", row._id, change);
}

/** A workspace has one row at most. */
export async function settingsRow(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"officeSettings"> | null> {
  return await ctx.db
    .query("officeSettings")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}

/** Deletes settings and texts when all data is deleted. They are not counted. Returns null if none are left. */
export async function deleteOffice(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Record<string, never> | null> {
  const settings = await settingsRow(ctx, workspaceId);
  const texts = await templateRow(ctx, workspaceId);
  if (settings !== null) await ctx.db.delete("officeSettings", settings._id);
  if (texts !== null) await ctx.db.delete("messageTemplates", texts._id);
  return settings === null && texts === null ? null : {};
}
