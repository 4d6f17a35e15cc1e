import { convexToJson, jsonToConvex, v, type JSONValue, type Value } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isInstant } from "../../../domain/dates/days";
import { DEVICE_CLOCK_WRONG, SAME_INTENT_OTHER_CALL } from "../../../domain/history/history";
import { requireUuid } from "../clientKeys";
import { senderKey } from "../../../domain/calls/workspaces";
import type { Member } from "../access";
import { conflict, invalid, notSignedIn } from "../errors";
import { ensureRemoval } from "./retention";
import type { Author } from "../writes/rows";

/** The arguments that every mutation takes beside its own ones. */
export const sentFields = {
  /** A UUID that the client makes once for what a person does. */
  intentId: v.optional(v.string()),
  /** The device's clock at the time of the change, in ms since 1970. */
  deviceAt: v.optional(v.number()),
};

/** The argument that every mutation and every action takes beside its own ones. */
export const senderField = {
  /** The person and workspace for whom a page sends the call: `senderKey` of domain/calls/workspaces.ts. */
  sentFor: v.optional(v.string()),
};

/**
 * Throws if a page sends one person's call with the token of another, or for
 * another workspace: someone else signed in on the device before a stored call
 * was sent, or the page's token is for another office than the page shows.
 */
export function requireSender({ workspaceId, by }: Member, sentFor: unknown): void {
  if (sentFor !== undefined && sentFor !== senderKey(workspaceId, by)) throw notSignedIn();
}

/** Throws if the device's clock is not a valid date. */
export function requireDate(deviceAt: unknown): asserts deviceAt is number | undefined {
  if (deviceAt === undefined) return;
  if (typeof deviceAt !== "number" || !isInstant(deviceAt))
    throw invalid("deviceAt", DEVICE_CLOCK_WRONG);
}

type Call = {
  readonly intentId: unknown;
  readonly author: Author;
  readonly given: Readonly<Record<string, unknown>>;
  readonly isSameById: boolean;
};

type Answer = {
  readonly result: unknown;
  readonly changeId: Id<"changes"> | null;
  readonly txnIds: readonly Id<"inventoryTxns">[];
};

/**
 * Runs the call, once for each intent: its result is stored in the same transaction, and returned if the call is sent
 * again within 30 days.
 */
export async function answerOnce(
  ctx: MutationCtx,
  { intentId, author, given, isSameById }: Call,
  run: () => Promise<Answer>,
): Promise<unknown> {
  if (intentId === undefined) return (await run()).result;
  requireUuid("intentId", intentId);
  const { workspaceId } = author.member;
  const call = await fingerprint(author.kind, given);
  const known = await getIntent(ctx, workspaceId, intentId);
  if (known !== null) {
    const isSame = isSameById ? known.call.startsWith(`${author.kind} `) : known.call === call;
    if (!isSame) throw conflict(SAME_INTENT_OTHER_CALL);
    return jsonToConvex(JSON.parse(known.result) as JSONValue);
  }
  const { result, changeId, txnIds } = await run();
  await ctx.db.insert("intents", {
    workspaceId,
    intentId,
    call,
    result: JSON.stringify(convexToJson((result ?? null) as Value)),
    ...(changeId === null ? {} : { changeId }),
    ...(txnIds.length === 0 ? {} : { txnIds: [...txnIds] }),
  });
  await ensureRemoval(ctx, workspaceId);
  return result;
}

export async function getIntent(
  ctx: QueryCtx,
  workspaceId: string,
  intentId: string,
): Promise<Doc<"intents"> | null> {
  return await ctx.db
    .query("intents")
    .withIndex("by_workspace_and_intent", (q) =>
      q.eq("workspaceId", workspaceId).eq("intentId", intentId),
    )
    .unique();
}

/** Stored in place of a call's fingerprint, which begins with a kind. */
const BATCH = "batch";

/** The entry of a batch; null until there is one. */
export async function changeOfBatch(
  ctx: QueryCtx,
  workspaceId: string,
  batch: string,
): Promise<Doc<"changes"> | null> {
  const { changeId } = (await getIntent(ctx, workspaceId, batch)) ?? {};
  return changeId === undefined ? null : await ctx.db.get("changes", changeId);
}

/**
 * Records the batch as an intent too, by which its entry is undone. Begins another entry if the first was undone, or
 * if somebody has edited the fields meanwhile: then the undo of the batch is refused, as that of any change.
 */
export async function recordBatch(
  ctx: MutationCtx,
  workspaceId: string,
  { batch, changeId }: { batch: string; changeId: Id<"changes"> },
): Promise<void> {
  const known = await getIntent(ctx, workspaceId, batch);
  if (known === null) {
    const call = { intentId: batch, call: BATCH, result: "null" };
    await ctx.db.insert("intents", { workspaceId, ...call, changeId });
    return;
  }
  const entry = await changeOfBatch(ctx, workspaceId, batch);
  if (known.call === BATCH && entry?.undoneBy !== undefined)
    await ctx.db.patch("intents", known._id, { changeId });
}

/** A fingerprint that is the same for equal calls, whatever the order of their arguments. */
async function fingerprint(
  kind: string,
  given: Readonly<Record<string, unknown>>,
): Promise<string> {
  const args = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Record<string, Value>;
  const text = JSON.stringify(inOrder(convexToJson(args)));
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0"));
  return `${kind} ${hex.join("")}`;
}

function inOrder(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(inOrder);
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, value]) => [key, inOrder(value)]);
}
