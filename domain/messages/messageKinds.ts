/** The texts that an office sends to its customers: see messages.ts. */
export const MESSAGE_KINDS = [
  "on_my_way",
  "running_late",
  "reminder",
  "done",
  "estimate_ready",
  "review",
] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MESSAGE_LABELS: Readonly<Record<MessageKind, string>> = {
  on_my_way: "On my way",
  running_late: "Running late",
  reminder: "Reminder",
  done: "We are done",
  estimate_ready: "Your estimate is ready",
  review: "How did we do?",
};

/** The field of the office's own text for a kind of message. */
export type MessageTextField = `message_${MessageKind}`;

export function messageTextField(kind: MessageKind): MessageTextField {
  return `message_${kind}`;
}

/** The history's line of a message that a person opened in their message app. Whether it was sent is not known. */
export function openedLine(kind: MessageKind, customer: string): string {
  const opened = `Opened “${MESSAGE_LABELS[kind]}”`;
  return customer === "" ? opened : `${opened} for ${customer}`;
}

/** Messages of one kind for one job that a person opens within this time are one line of the history. */
export const ONE_MESSAGE_MS = 5 * 60 * 1000;
