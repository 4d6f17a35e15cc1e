import { v, type Infer, type ObjectType } from "convex/values";
import { ESTIMATE_NOTES, ESTIMATE_SHOWS } from "../../../domain/estimate/handed";
import { MESSAGE_KINDS } from "../../../domain/messages/messageKinds";
import { changeArgs, literals } from "../validators";

export const messageKind = literals(MESSAGE_KINDS);

export const estimateNote = literals(ESTIMATE_NOTES);

/** See EstimateChoice and HandedEstimate in domain/estimate/handed.ts. */
const choiceFields = {
  shows: literals(ESTIMATE_SHOWS),
  hasPicture: v.boolean(),
  validUntil: v.optional(v.string()),
  notes: v.optional(v.string()),
};

export const estimateFields = {
  ...choiceFields,
  estimateRows: v.array(v.string()),
  total: v.string(),
};

/** What was chosen last for a job's estimate, and the estimate that was opened last; null if there is none. */
export const lastEstimate = v.object({
  choice: v.nullable(v.object(choiceFields)),
  opened: v.nullable(v.object({ at: v.number(), total: v.string() })),
});

export type LastEstimate = Infer<typeof lastEstimate>;

const text = v.optional(v.string());

/** What an office has written for its texts to customers. */
export const templateFields = {
  message_company: text,
  message_link: text,
  message_on_my_way: text,
  message_running_late: text,
  message_reminder: text,
  message_done: text,
  message_estimate_ready: text,
  message_review: text,
};

export const templates = v.object(templateFields);

export const templateArgs = changeArgs(templateFields);

export type Templates = Infer<typeof templates>;
export type TemplateArgs = ObjectType<typeof templateArgs>;
