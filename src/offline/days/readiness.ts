/** Sentences about how much of the office's data opens on this device without signal. */
import { dayKeyOf, daysFrom } from "@domain/dates/days";
import { counted } from "@domain/text/text";
import { savedTime } from "@/lib/formatDateTime";
import { readLocal, writeLocal } from "@/lib/safeStorage";
import { showToast } from "@/lib/toasts";
import type { DayCopy } from "./copiedDay";

const SAID_KEY = "downspout:ready-without-signal";

interface ReadinessFacts {
  /** See `hasPageFiles`. */
  readonly hasFiles: boolean | null;
  readonly copy: DayCopy | null | undefined;
  readonly now: number;
}

/** Null if the page never opens without signal, and while the copy is being read. */
export function readinessText({ hasFiles, copy, now }: ReadinessFacts): string | null {
  if (hasFiles === null || copy === undefined) return null;
  if (!hasFiles) return "Not ready without signal yet. Keep Downspout open while there is signal.";
  return copy === null || copy.isUnkept
    ? "Opens without signal. No days are copied."
    : `Ready without signal: ${copiedText(copy, now)}`;
}

/** Shows the toast once per device, when it has both the page's files and the days. */
export function sayReadyOnce(copy: DayCopy, now: number): void {
  if (readLocal(SAID_KEY) !== null) return;
  writeLocal(SAID_KEY, "yes");
  showToast("message", "Ready without signal", {
    description: copiedText(copy, now),
  });
}

/** For example "8 days with 12 jobs, as of 7:42 AM." */
function copiedText({ range, jobs, savedAt }: DayCopy, now: number): string {
  const days = daysFrom(dayKeyOf(range.from), dayKeyOf(range.until));
  const jobsText = jobs.length === 0 ? "without jobs" : `with ${counted(jobs.length, "job")}`;
  return `${counted(days, "day")} ${jobsText}, as of ${savedTime(savedAt, now)}.`;
}
