import type { TimeRange } from "@domain/dates/days";
import type { MessageTemplates } from "@domain/messages/messageTemplates";
import type { OfficeSettings } from "@domain/job/officeSettings";
import { jobsOnDay } from "@domain/job/schedule";
import type { DeviceSchema } from "@/offline/device/deviceSchema";

export type CopiedJob = DeviceSchema["jobs"]["value"];
export type CopiedCustomer = DeviceSchema["customers"]["value"];

/** The jobs with a time in `range`, as the server had them at `savedAt`. */
export interface DayCopy {
  readonly jobs: readonly CopiedJob[];
  readonly customers: ReadonlyMap<string, CopiedCustomer>;
  /** The office's texts for its messages. Earlier releases stored none. */
  readonly templates?: MessageTemplates;
  /** Earlier releases stored none. */
  readonly settings?: OfficeSettings;
  readonly range: TimeRange;
  readonly savedAt: number;
  /** True if the device had no room for the copy: it lasts as long as the page. */
  readonly isUnkept?: true;
}

/** The jobs of a day, or null if the copy does not hold the whole day. */
export function copiedDay(copy: DayCopy, day: TimeRange): CopiedJob[] | null {
  return contains(copy.range, day) ? jobsOnDay(copy.jobs, day) : null;
}

function contains(outer: TimeRange, inner: TimeRange): boolean {
  return outer.from <= inner.from && inner.until <= outer.until;
}
