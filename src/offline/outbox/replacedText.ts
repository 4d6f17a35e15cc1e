import { valueLines } from "@domain/history";
import { formatTime } from "@domain/times";
import type { ReplacedValue } from "@/offline/device/deviceSchema";
import { formatDateTime } from "@/lib/formatDateTime";

/** For example "Dana Reyes had written $450.00 at 3:05 PM." */
export function replacedText({
  values,
  byName,
  writtenAt,
}: ReplacedValue): string {
  const words = valueLines(values, formatDateTime).map((line) =>
    line.slice(line.indexOf(": ") + 2),
  );
  const time = writtenAt === null ? "" : ` at ${formatTime(writtenAt)}`;
  const written = words.join(", ") || "something else";
  return `${byName || "The office"} had written ${written}${time}.`;
}
