import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";
import type { Write } from "../../../domain/changes/rows";
import type { EstimateNote } from "../../../domain/estimate/handed";
import { ONE_MESSAGE_MS } from "../../../domain/messages/messageKinds";
import { getJob } from "../jobs/jobs";
import type { LastEstimate } from "../messages/validators";
import { labelOf } from "../writes/labels";
import type { OpenedMessage } from "../writes/recorder";
import { ensureRemoval } from "./retention";

/** What the history keeps of a message that a person opened: not its wording, but an estimate as it was. */
export function openedMessage({
  of,
  row,
  message: kind,
  estimate,
}: Extract<Write, { kind: "note" }>): OpenedMessage {
  return {
    subject: row._id,
    subjectLabel: labelOf(of, { ...row }),
    message: {
      kind,
      customer: row.customer_name,
      ...(estimate && {
        estimate: { ...estimate, estimateRows: [...estimate.estimateRows] },
      }),
    },
  };
}

/** How many entries of a job's history are searched for the same message. */
const MAX_SEARCHED = 20;

type Entry = Omit<Doc<"changes">, "_id" | "_creationTime">;

/**
 * Notes an opened message. A message that the same person opened within five minutes shares its entry; for an estimate,
 * the entry keeps the latest.
 */
export async function noteOpened(ctx: MutationCtx, entry: Entry & OpenedMessage): Promise<void> {
  const recent = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", entry.workspaceId).eq("subject", entry.subject),
    )
    .order("desc")
    .take(MAX_SEARCHED);
  const now = Date.now();
  const isSame = (earlier: Doc<"changes">) =>
    earlier.message?.kind === entry.message.kind &&
    earlier.by === entry.by &&
    Math.abs((entry.deviceAt ?? now) - openedAt(earlier)) < ONE_MESSAGE_MS;
  const same = recent.find(isSame);
  if (same !== undefined) {
    if (entry.message.estimate !== undefined)
      await ctx.db.patch("changes", same._id, { message: entry.message });
    return;
  }
  await ctx.db.insert("changes", entry);
  await ensureRemoval(ctx, entry.workspaceId);
}

/** Messages that were opened without signal arrive later than they were opened. */
function openedAt({ deviceAt, _creationTime }: Doc<"changes">): number {
  return deviceAt ?? _creationTime;
}

export async function lastEstimate(
  ctx: QueryCtx,
  workspaceId: string,
  id: string,
): Promise<LastEstimate> {
  const job = await getJob(ctx, workspaceId, id);
  const opened = job && (await lastNoted(ctx, job, "estimate"));
  const written = job && (await lastNoted(ctx, job, "estimate_draft"));
  const isWrittenLast = (written?.at ?? 0) > (opened?.at ?? 0);
  return {
    choice: (isWrittenLast ? written : opened)?.choice ?? null,
    opened: opened && { at: opened.at, total: opened.total },
  };
}

async function lastNoted(ctx: QueryCtx, { workspaceId, _id }: Doc<"jobs">, kind: EstimateNote) {
  const entry = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_message_and_subject", (q) =>
      q.eq("workspaceId", workspaceId).eq("message.kind", kind).eq("subject", _id),
    )
    .order("desc")
    .first();
  const estimate = entry?.message?.estimate;
  if (entry === null || estimate === undefined) return null;
  const { estimateRows: _rows, total, ...choice } = estimate;
  return { at: openedAt(entry), total, choice };
}
