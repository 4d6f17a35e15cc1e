import type { JSONValue } from "convex/values";
import type { OutboxItem } from "convex-outbox";

/** A change of the outbox that waits on a device, or is in the given state. */
export function aWaiting(
  call: OutboxItem["call"],
  args: Record<string, JSONValue>,
  state: OutboxItem["state"] = { kind: "waiting" },
): OutboxItem {
  return {
    id: JSON.stringify(args),
    order: 1,
    call,
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
