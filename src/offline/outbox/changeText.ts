import type { OutboxItem } from "convex-outbox";
import { valueLines } from "@domain/history/history";
import { formatDateTime } from "@/lib/formatDateTime";

/** For example "Maria Lopez, 612 Oak Street". */
export function subjectText({ customer, label }: OutboxItem["subject"]): string {
  return [customer, label].filter(Boolean).join(", ");
}

/** The values that a change would write, one line for each field, such as "Price: $450.00". */
export function changeLines({ args, label }: Pick<OutboxItem, "args" | "label">): string[] {
  const { customer } = args;
  const isObject = typeof customer === "object" && customer !== null;
  const fields = isObject ? { ...args, ...customer } : args;
  const lines = valueLines(fields, formatDateTime);
  return lines.length === 0 ? [label] : lines;
}
