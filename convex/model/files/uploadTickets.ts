import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must } from "../errors";

/** The part of Node's `process` that Convex provides. */
declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>;
};

const HOUR_MS = 60 * 60 * 1000;

/** The upload route of convex/http.ts. */
export const UPLOAD_PATH = "/upload";

export async function createUploadUrl(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<string> {
  const key = crypto.randomUUID();
  const expiresAt = Date.now() + HOUR_MS;
  const ticketId = await ctx.db.insert("uploadTickets", {
    workspaceId,
    key,
    expiresAt,
  });
  await ctx.scheduler.runAfter(HOUR_MS, internal.files.expire, { ticketId });
  // Read at the call: one machine answers by the address the caller used.
  const site = must(process.env.CONVEX_SITE_URL, "CONVEX_SITE_URL");
  const url = new URL(UPLOAD_PATH, site);
  url.searchParams.set("ticket", ticketId);
  url.searchParams.set("key", key);
  return url.toString();
}

/** The ticket's workspace, once and in time; a second claim gets null. */
export async function claimTicket(
  ctx: MutationCtx,
  { ticket: id, key }: { readonly ticket: string; readonly key: string },
): Promise<string | null> {
  const ticketId = ctx.db.normalizeId("uploadTickets", id);
  if (ticketId === null) return null;
  const ticket = await ctx.db.get("uploadTickets", ticketId);
  if (ticket === null || ticket.key !== key) return null;
  await ctx.db.delete("uploadTickets", ticketId);
  return ticket.expiresAt > Date.now() ? ticket.workspaceId : null;
}

/** Clears away a ticket that nobody used. */
export async function expireTicket(
  ctx: MutationCtx,
  ticketId: Id<"uploadTickets">,
): Promise<void> {
  const ticket = await ctx.db.get("uploadTickets", ticketId);
  if (ticket !== null) await ctx.db.delete("uploadTickets", ticketId);
}
