import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MAX_UNUSED_TICKETS } from "../../../domain/files/uploads";
import type { Member } from "../access";
import { environment } from "../environment";
import { must } from "../errors";
import { isWithinRate } from "../personRates";
import { cancelScheduled } from "../scheduled";
import { scheduleSweep } from "./orphanedFiles";
import { isQuotaUsedUp } from "./uploadedBytes";

const HOUR_MS = 60 * 60 * 1000;

/** The upload route of convex/http.ts. */
export const UPLOAD_PATH = "/upload";

/**
 * How many uploads of one person may be stored at once. A page sends three, and
 * a person may have several.
 */
export const MAX_UPLOADS_AT_ONCE = 12;

/** Milliseconds. An older upload no longer counts. */
const LONGEST_UPLOAD_MS = 15 * 60 * 1000;

type Person = Pick<Member, "workspaceId" | "by">;

/**
 * Never refuses: a page takes a ticket for every attempt and every thumbnail, and on a bad connection most of them
 * stay unused. A new ticket replaces the person's oldest unused one at the limit.
 */
export async function createUploadUrl(
  ctx: MutationCtx,
  { workspaceId, by }: Person,
): Promise<string> {
  const unused = await unusedTickets(ctx, { workspaceId, by });
  const [oldest] = unused;
  if (oldest !== undefined && unused.length === MAX_UNUSED_TICKETS)
    await removeTicket(ctx, oldest._id);
  const key = crypto.randomUUID();
  const expiresAt = Date.now() + HOUR_MS;
  const ticketId = await ctx.db.insert("uploadTickets", {
    workspaceId,
    by,
    key,
    expiresAt,
  });
  const expiryId = await ctx.scheduler.runAfter(HOUR_MS, internal.files.expire, { ticketId });
  await ctx.db.patch("uploadTickets", ticketId, { expiryId });
  const site = must(environment().CONVEX_SITE_URL, "CONVEX_SITE_URL");
  const url = new URL(UPLOAD_PATH, site);
  url.searchParams.set("ticket", ticketId);
  url.searchParams.set("key", key);
  return url.toString();
}

export type Claim = {
  readonly ticketId: Id<"uploadTickets">;
  readonly workspaceId: string;
  /** The sweep that finds the file if the backend stops before it has its row. */
  readonly sweepId: Id<"_scheduled_functions">;
};

/**
 * Claims a ticket once and in time; a second claim returns null. Until the upload ends and `removeTicket` is called, it
 * counts as one of the person's uploads.
 */
export async function claimTicket(
  ctx: MutationCtx,
  { ticket: id, key }: { readonly ticket: string; readonly key: string },
): Promise<Claim | "too many" | "too many bytes" | null> {
  const ticketId = ctx.db.normalizeId("uploadTickets", id);
  if (ticketId === null) return null;
  const ticket = await ctx.db.get("uploadTickets", ticketId);
  const now = Date.now();
  if (
    ticket === null ||
    ticket.key !== key ||
    ticket.claimedAt !== undefined ||
    ticket.expiresAt <= now
  )
    return null;
  const { workspaceId, by } = ticket;
  const running = await ctx.db
    .query("uploadTickets")
    .withIndex("by_workspace_and_person", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("by", by)
        .gt("claimedAt", now - LONGEST_UPLOAD_MS),
    )
    .take(MAX_UPLOADS_AT_ONCE);
  if (running.length === MAX_UPLOADS_AT_ONCE) return "too many";
  if (await isQuotaUsedUp(ctx, workspaceId)) return "too many bytes";
  if (!(await isWithinRate(ctx, { workspaceId, by }, "upload"))) return "too many";
  await ctx.db.patch("uploadTickets", ticketId, { claimedAt: now });
  return { ticketId, workspaceId, sweepId: await scheduleSweep(ctx) };
}

/** Removes a ticket whose upload has ended, or that nobody used. */
export async function removeTicket(ctx: MutationCtx, ticketId: Id<"uploadTickets">): Promise<void> {
  const ticket = await ctx.db.get("uploadTickets", ticketId);
  if (ticket === null) return;
  await cancelScheduled(ctx, ticket.expiryId);
  await ctx.db.delete("uploadTickets", ticketId);
}

/** Removes the tickets of a person who is no longer in the workspace. An upload that has begun continues. */
export async function removeTicketsOf(ctx: MutationCtx, person: Person): Promise<void> {
  let tickets: Doc<"uploadTickets">[];
  do {
    tickets = await unusedTickets(ctx, person);
    for (const { _id } of tickets) await removeTicket(ctx, _id);
  } while (tickets.length === MAX_UNUSED_TICKETS);
}

/**
 * Removes the tickets whose upload has begun, of all workspaces: for a server
 * that starts, and has interrupted them when it ended. Tickets live for an hour,
 * so there are few.
 */
export async function removeClaimedTickets(ctx: MutationCtx): Promise<void> {
  const claimed: Id<"uploadTickets">[] = [];
  for await (const { _id, claimedAt } of ctx.db.query("uploadTickets"))
    if (claimedAt !== undefined) claimed.push(_id);
  for (const id of claimed) await removeTicket(ctx, id);
}

/** The unused tickets of a person, the oldest first. */
async function unusedTickets(
  ctx: QueryCtx,
  { workspaceId, by }: Person,
): Promise<Doc<"uploadTickets">[]> {
  return await ctx.db
    .query("uploadTickets")
    .withIndex("by_workspace_and_person", (q) =>
      q.eq("workspaceId", workspaceId).eq("by", by).eq("claimedAt", undefined),
    )
    .take(MAX_UNUSED_TICKETS);
}
