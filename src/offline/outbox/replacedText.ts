import type { JSONValue } from "convex/values";
import type { OutboxChange } from "convex-outbox";
import { valueLines } from "@domain/history/history";
import { formatTime } from "@domain/dates/times";
import type { ReplacedValue } from "@/offline/device/deviceSchema";
import { formatDateTime } from "@/lib/formatDateTime";
import { argsOf, rowIn, valueOf } from "./fieldValues";

/** For example "Dana Reyes had written $450.00 at 3:05 PM." */
export function replacedText({ values, byName, writtenAt }: ReplacedValue): string {
  const words = valueLines(values, formatDateTime).map((line) =>
    line.slice(line.indexOf(": ") + 2),
  );
  const time = writtenAt === null ? "" : ` at ${formatTime(writtenAt)}`;
  const written = words.join(", ") || "something else";
  return `${byName || "The office"} had written ${written}${time}.`;
}

/** Writes the other value back, as a new change whose base is the value that the person had written. */
export function inverseOf(
  { subject, call, args, field, label, values }: ReplacedValue,
  id: string,
): OutboxChange {
  const line = lineIn(args);
  const mine = Object.keys(values).map(
    (name) => [name, line?.[name] ?? valueOf(args, name)] as const,
  );
  const base: Record<string, JSONValue> = Object.fromEntries(mine);
  return {
    id,
    call,
    args: {
      ...rowIn(args, subject.key),
      ...(line ? { lines: [{ clientKey: line.clientKey, ...values }] } : argsOf(args, values)),
      base,
    },
    subject,
    field,
    writes: line ? [line.clientKey] : Object.keys(values),
    label,
    at: Date.now(),
  };
}

type Line = OutboxChange["args"] & { readonly clientKey: string };

/** The line of a job that a change of lines has changed; null for another change. */
function lineIn({ lines }: OutboxChange["args"]): Line | null {
  const [line] = Array.isArray(lines) ? lines : [];
  const isObject = typeof line === "object" && line !== null;
  return isObject && !Array.isArray(line) ? (line as Line) : null;
}
