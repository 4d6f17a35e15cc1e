import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server.js";
import type { Write } from "../../../domain/changes/rows";
import { ONE_MESSAGE_MS } from "../../../domain/messageKinds";
import { labelOf } from "../writes/labels";
import type { OpenedMessage } from "../writes/recorder";
import { ensureRemoval } from "./retention";

/** What the history keeps of a message that a person opened: not its wording. */
export function openedMessage({
  of,
  row,
  message: kind,
}: Extract<Write, { kind: "note" }>): OpenedMessage {
  return {
    subject: row._id,
    subjectLabel: labelOf(of, { ...row }),
    message: { kind, customer: row.customer_name },
  };
}

/** How many entries of a job's history are searched for the same message. */
const MAX_SEARCHED = 20;

type Entry = Omit<Doc<"changes">, "_id" | "_creationTime">;

/** Notes an opened message. One that the same person opened within five minutes is the same line. */
export async function noteOpened(
  ctx: MutationCtx,
  entry: Entry & OpenedMessage,
): Promise<void> {
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
  if (recent.some(isSame)) return;
  await ctx.db.insert("changes", entry);
  await ensureRemoval(ctx, entry.workspaceId);
}

/** Messages that were opened without signal arrive later than they were opened. */
function openedAt({ deviceAt, _creationTime }: Doc<"changes">): number {
  return deviceAt ?? _creationTime;
}
