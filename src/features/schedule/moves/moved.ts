import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";
import type { CalendarEntry } from "@domain/job/calendar";
import type { EntryType } from "@domain/job/entryTypes";

/** A job of the tray. */
export type TrayJob = FunctionReturnType<typeof api.jobs.listWaiting>[number];

/** A visit of the week that gets another time, or a job of the tray that gets its first visit. */
export type Moved =
  | { readonly kind: "visit"; readonly entry: CalendarEntry }
  | {
      readonly kind: "job";
      readonly job: TrayJob;
      readonly type: EntryType;
    };

export function nameOf(moved: Moved): string {
  if (moved.kind === "visit") return moved.entry.name;
  const { customer_name, job_address } = moved.job;
  return customer_name.trim() || job_address;
}
