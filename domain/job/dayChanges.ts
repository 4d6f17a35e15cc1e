/** What changed on a day since a device last saw it: the visits that are new or moved, and those that left. */
import { ENTRY_TYPES, type EntryType } from "./entryTypes";
import {
  dayKeyOf,
  daysFrom,
  formatShortDay,
  isWithin,
  weekdayName,
  type TimeRange,
} from "../dates/days";
import type { JobStatus } from "./jobs";
import type { JobTimes } from "./schedule";
import { formatTime } from "../dates/times";
import { FIELD_OF_VISIT, type VisitField } from "./visits";

/** A visit as a device last saw it. */
export interface SeenVisit {
  readonly jobId: string;
  /** The name of the customer. */
  readonly name: string;
  readonly type: EntryType;
  readonly at: number;
  readonly isCancelled: boolean;
}

type ListedJob = JobTimes & {
  readonly _id: string;
  readonly customer_name: string;
  readonly job_status: JobStatus;
};

/** Every visit of the day, including visits of canceled jobs. */
export function seenVisits(jobs: readonly ListedJob[], day: TimeRange): SeenVisit[] {
  return jobs.flatMap((job) =>
    ENTRY_TYPES.flatMap((type) => {
      const at = job[FIELD_OF_VISIT[type]];
      if (!isWithin(at, day)) return [];
      const { _id: jobId, customer_name: name, job_status } = job;
      return [{ jobId, name, type, at, isCancelled: job_status === "cancelled" }];
    }),
  );
}

/** A visit that differs from what the device last saw. A visit that left is given as it was. */
export type VisitChange = {
  readonly kind: "new" | "moved" | "cancelled" | "left";
  readonly visit: SeenVisit;
  /** The time that the device last saw; null for a visit that is new. */
  readonly from: number | null;
};

export function visitKey({ jobId, type }: Pick<SeenVisit, "jobId" | "type">): string {
  return `${jobId} ${type}`;
}

/** How the visits of a day differ from those that the device last saw. */
export function visitChanges(seen: readonly SeenVisit[], now: readonly SeenVisit[]): VisitChange[] {
  const before = new Map(seen.map((visit) => [visitKey(visit), visit]));
  const after = new Set(now.map(visitKey));
  const changed = now.flatMap((visit): VisitChange[] => {
    const known = before.get(visitKey(visit));
    const kind = known === undefined ? "new" : kindOf(known, visit);
    return kind === null ? [] : [{ kind, visit, from: known?.at ?? null }];
  });
  const left = seen
    .filter((visit) => !after.has(visitKey(visit)))
    .map((visit): VisitChange => ({ kind: "left", visit, from: visit.at }));
  return [...changed, ...left];
}

/** A visit of a job that is no longer canceled is new again. */
function kindOf(known: SeenVisit, visit: SeenVisit): VisitChange["kind"] | null {
  if (known.isCancelled !== visit.isCancelled) return visit.isCancelled ? "cancelled" : "new";
  return known.at === visit.at ? null : "moved";
}

/** What the device has seen once the person has looked at some visits. */
export function withSeen(
  seen: readonly SeenVisit[],
  now: readonly SeenVisit[],
  isLookedAt: (visit: SeenVisit) => boolean,
): SeenVisit[] {
  return [...seen.filter((visit) => !isLookedAt(visit)), ...now.filter(isLookedAt)];
}

interface Writer {
  /** Whether the person who is signed in made the change. */
  readonly isOwn: boolean;
  readonly byName: string;
}

export const VISIT_HISTORY_FIELDS = [
  "job_estimate_date",
  "job_install_date",
  "job_status",
] as const;

type VisitHistoryField = (typeof VISIT_HISTORY_FIELDS)[number];

type VisitValues = {
  readonly [Field in VisitHistoryField]?: number | string | null | undefined;
};

/** What became of a job, as the server or the device's copy knows it. */
export interface VisitHistory {
  readonly jobId: string;
  /** Null if the job was deleted. */
  readonly job: (JobTimes & { readonly job_status: JobStatus }) | null;
  /** The last changes of the job's times and status, the newest first. */
  readonly changes: readonly (Writer & {
    /** Null where the job was created. */
    readonly before: VisitValues | null;
    readonly after: VisitValues;
  })[];
  readonly deletedBy: Writer | null;
}

/** Whether the history is as new as the change. An older one may name somebody else. */
export function explains(
  { job }: VisitHistory,
  { kind, visit }: VisitChange,
  day: TimeRange,
): boolean {
  const at = job?.[FIELD_OF_VISIT[visit.type]];
  return kind === "left" ? !isWithin(at, day) : at === visit.at;
}

type MarkKind = "new" | "moved" | "cancelled" | "movedAway" | "unscheduled" | "deleted" | "gone";

/** What the person reads about a changed visit. */
export interface DayMark {
  readonly kind: MarkKind;
  /** Whether the visit is no longer on the day. */
  readonly hasLeft: boolean;
  readonly visit: SeenVisit;
  /** The time that the visit was moved from, or to; null where it was not moved, or the time is not known. */
  readonly other: number | null;
  /** Null if it is not known. */
  readonly byName: string | null;
}

/** The mark of a changed visit; null if the person changed it themselves. Without a history nobody is named. */
export function markOf(
  change: VisitChange,
  history: VisitHistory | undefined,
  day: TimeRange,
): DayMark | null {
  const [kind, other] = outcomeOf(change, history, day);
  const isOfStatus = kind === "cancelled" || (change.kind === "new" && change.from !== null);
  const writer =
    kind === "deleted"
      ? (history?.deletedBy ?? null)
      : lastWriter(history, isOfStatus ? "job_status" : FIELD_OF_VISIT[change.visit.type]);
  if (writer?.isOwn === true) return null;
  return {
    kind,
    hasLeft: change.kind === "left",
    visit: change.visit,
    other,
    byName: writer?.byName ?? null,
  };
}

function outcomeOf(
  { kind, visit, from }: VisitChange,
  history: VisitHistory | undefined,
  day: TimeRange,
): readonly [MarkKind, number | null] {
  const field = FIELD_OF_VISIT[visit.type];
  if (kind === "new" && from === null) {
    const before = timeBeforeDay(history, field, day);
    return before === null ? ["new", null] : ["moved", before];
  }
  if (kind !== "left") return [kind, kind === "moved" ? from : null];
  if (history === undefined) return ["gone", null];
  if (history.job === null) return ["deleted", null];
  const to = history.job[field];
  if (to !== undefined) return ["movedAway", to];
  const isCancelled = history.job.job_status === "cancelled";
  return [isCancelled ? "cancelled" : "unscheduled", null];
}

/** The time that the visit had before it came to the day; null if it had none. */
function timeBeforeDay(
  history: VisitHistory | undefined,
  field: VisitField,
  day: TimeRange,
): number | null {
  for (const { before } of history?.changes ?? []) {
    const time = before?.[field];
    if (typeof time === "number" && !isWithin(time, day)) return time;
    if (before === null || time === null) return null;
  }
  return null;
}

function lastWriter(history: VisitHistory | undefined, field: VisitHistoryField): Writer | null {
  return history?.changes.find(({ after }) => after[field] !== undefined) ?? null;
}

/** "Moved from 9:00 AM by Dana", on the card of a visit or in the place of one that left. */
export function markText({ kind, visit, other, byName }: DayMark): string {
  const by = byName === null || byName === "" ? "" : ` by ${byName}`;
  switch (kind) {
    case "new":
      return `New${by && `,${by}`}`;
    case "moved":
      return `Moved${other === null ? "" : ` from ${timeText(other, visit.at)}`}${by}`;
    case "movedAway":
      return `Moved${other === null ? "" : ` to ${dayText(other, visit.at)}`}${by}`;
    case "cancelled":
      return `Cancelled${by}`;
    case "unscheduled":
      return `Taken off the calendar${by}`;
    case "deleted":
      return `Deleted${by}`;
    case "gone":
      return "No longer on this day";
    default:
      return kind satisfies never;
  }
}

/** "9:00 AM", with the day if the visit is on another one. */
function timeText(time: number, at: number): string {
  const isSameDay = dayKeyOf(time) === dayKeyOf(at);
  return isSameDay ? formatTime(time) : `${dayText(time, at)}, ${formatTime(time)}`;
}

/** "Thu", with the date if it is a week away or more. */
function dayText(time: number, at: number): string {
  const day = dayKeyOf(time);
  const weekday = weekdayName(day).slice(0, 3);
  const isNear = Math.abs(daysFrom(dayKeyOf(at), day)) < 7;
  return isNear ? weekday : `${weekday}, ${formatShortDay(day)}`;
}
