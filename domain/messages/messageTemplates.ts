/** The office's own texts to customers. The page's first load does not need them. */
import { MESSAGE_KINDS, MESSAGE_LABELS, messageTextField } from "./messageKinds";

export const TEMPLATE_FIELDS = [
  "message_company",
  "message_link",
  ...MESSAGE_KINDS.map(messageTextField),
] as const;

export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** The texts that an office has written for its messages. Where one is missing, the suggested text is sent. */
export type MessageTemplates = {
  readonly [Field in TemplateField]?: string | undefined;
};

export const TEMPLATE_LABELS = {
  message_company: "Company name",
  message_link: "Link for reviews",
  message_on_my_way: MESSAGE_LABELS.on_my_way,
  message_running_late: MESSAGE_LABELS.running_late,
  message_reminder: MESSAGE_LABELS.reminder,
  message_done: MESSAGE_LABELS.done,
  message_estimate_ready: MESSAGE_LABELS.estimate_ready,
  message_review: MESSAGE_LABELS.review,
} as const satisfies Record<TemplateField, string>;
