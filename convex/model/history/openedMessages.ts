import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";
import { ONE_MESSAGE_MS, type MessageKind } from "../../../domain/messageKinds";
import { getCustomer } from "../customers/customers";
import { notFound } from "../errors";
import { getJob } from "../jobs/jobs";
import { labelOf } from "../writes/labels";
import type { OpenedMessage } from "../writes/recorder";
import { ensureRemoval } from "./retention";

interface Opened {
  /** A job by its id or client key, or a customer by the readable id. */
  readonly subject: string;
  readonly kind: MessageKind;
}

/** What the history keeps of a message that a person opened: not its wording. */
export async function openedMessage(
  ctx: QueryCtx,
  workspaceId: string,
  { subject, kind }: Opened,
): Promise<OpenedMessage> {
  const job = await getJob(ctx, workspaceId, subject);
  const row = job ?? (await getCustomer(ctx, workspaceId, subject));
  if (row === null) throw notFound("job", "subject");
  return {
    subject: row._id,
    subjectLabel: labelOf(job === null ? "customers" : "jobs", row),
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
