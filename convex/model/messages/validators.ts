import { v, type Infer, type ObjectType } from "convex/values";
import { MESSAGE_KINDS } from "../../../domain/messageKinds";
import { changeArgs, literals } from "../validators";

export const messageKind = literals(MESSAGE_KINDS);

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
