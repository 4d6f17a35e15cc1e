/** The statuses of other programs, each with our status that it becomes. */
import { normalizeJobStatus, type JobStatus } from "../job/jobs";
import { toKey } from "../text/text";

/** Parts of other programs' statuses; the first match decides. "Unscheduled" stands before "scheduled". */
const PARTS: readonly (readonly [RegExp, JobStatus])[] = [
  [/cancel|lost|declined|rejected|expired|void|dead/, "cancelled"],
  [/unpaid|requires_invoicing|invoic|awaiting_payment|past_due/, "completed"],
  [/paid/, "installed_paid"],
  [/unscheduled|approved|accepted|won|converted|sold|needs_scheduling/, "approved"],
  [/complete|closed|finished|done|archived/, "completed"],
  [/estimate_scheduled|assessment|appointment/, "estimate_scheduled"],
  [/sent|awaiting_response|delivered|pending|changes_requested/, "estimate_sent"],
  [/scheduled|upcoming|today|late|active|progress|start/, "install_scheduled"],
  [/called|contacted|attempted/, "called"],
  [/service|warranty|callback/, "service"],
];

/** Shown for jobs without a status, by whether the visit is over. */
export const NO_STATUS = {
  past: "(none, visit over)",
  other: "(none)",
} as const;

/** What a status of the file becomes: the person's choice, else the most likely status. */
export function statusOf(text: string, chosen: Readonly<Record<string, JobStatus>>): JobStatus {
  const choice = Object.hasOwn(chosen, text) ? chosen[text] : undefined;
  return choice ?? suggestedStatus(text);
}

function suggestedStatus(text: string): JobStatus {
  if (text === NO_STATUS.past) return "completed";
  const key = toKey(text);
  return normalizeJobStatus(text) ?? PARTS.find(([part]) => part.test(key))?.[1] ?? "lead";
}
