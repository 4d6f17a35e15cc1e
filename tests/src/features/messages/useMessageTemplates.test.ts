import { expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { withPendingTemplates } from "@/features/messages/useMessageTemplates";

function pending(
  args: OutboxItem["args"],
  state: OutboxItem["state"] = { kind: "waiting" },
): OutboxItem {
  return {
    id: JSON.stringify(args),
    order: 1,
    call: "messages:setTemplates",
    args,
    subject: { key: "k", label: "" },
    field: null,
    label: "",
    at: 1,
    release: "r1",
    attempts: 0,
    state,
  };
}

it("shows the office's texts with the changes that wait on the device, in their order, and no refused one", () => {
  const shown = withPendingTemplates(
    { message_company: "Elm", message_done: "Done." },
    [
      pending({ message_company: "Oak" }),
      pending({ message_company: "Ash", message_done: null }),
      pending({ message_link: "not a link" }),
      pending(
        { message_company: "Fir" },
        { kind: "refused", code: "INVALID", message: "No." },
      ),
    ],
  );
  expect(shown).toEqual({ message_company: "Ash" });
});
