import { expect, it } from "vitest";
import { MESSAGE_KINDS, MESSAGE_LABELS } from "@domain/messages/messageKinds";
import { TEMPLATE_LABELS } from "@domain/messages/messageTemplates";

it("names each text of the office as the person chooses it", () => {
  expect(TEMPLATE_LABELS).toEqual({
    message_company: "Company name",
    message_link: "Link for reviews",
    message_on_my_way: "On my way",
    message_running_late: "Running late",
    message_reminder: "Reminder",
    message_done: "We are done",
    message_estimate_ready: "Your estimate is ready",
    message_review: "How did we do?",
  });
});

it("names a message as the text of the office for it", () => {
  for (const kind of MESSAGE_KINDS)
    expect(MESSAGE_LABELS[kind]).toBe(TEMPLATE_LABELS[`message_${kind}`]);
});
