/**
 * The jobs that wait for the office, in five kinds. A search for jobs takes
 * them as words: "is:unscheduled", "is:stale oak street".
 */
import type { EntryType } from "./entryTypes";
import { jobOutcome, type JobStatus } from "./jobs";
import type { JobTimes } from "./schedule";

export const WAITING_KINDS = ["undated", "unscheduled", "stale", "unpaid"] as const;

export type WaitingKind = (typeof WAITING_KINDS)[number];

/** A fifth kind, which depends on other jobs too (dueAgain.ts): due within the last year, and due for longer. */
const DUE_KINDS = ["due", "overdue"] as const;

export type DueKind = (typeof DUE_KINDS)[number];

export const WAITING_LABELS: Readonly<Record<WaitingKind | DueKind, string>> = {
  undated: "Lead or called, no estimate date",
  unscheduled: "Approved, not scheduled",
  stale: "Estimate delivered more than 7 days ago",
  unpaid: "Installed, not paid",
  due: "Due again",
  overdue: "Due again for more than a year",
};

/** The statuses of the jobs of a kind. */
export const WAITING_STATUSES: Readonly<Record<WaitingKind, readonly JobStatus[]>> = {
  undated: ["lead", "called"],
  unscheduled: ["approved"],
  stale: ["estimate_sent"],
  unpaid: ["completed"],
};

/** Whether the office has nothing left to do. An installed job waits for its payment. */
export function isOver(status: JobStatus): boolean {
  return jobOutcome(status) !== null && !WAITING_STATUSES.unpaid.includes(status);
}

/** The visit that the jobs of a kind wait for; null where none is missing. */
export const WAITING_VISITS: Readonly<Record<WaitingKind, EntryType | null>> = {
  undated: "estimate",
  unscheduled: "install",
  stale: null,
  unpaid: null,
};

/** How many jobs of a kind are listed beside the week: the newest. */
export const MAX_LISTED_WAITING = 50;

const HOUR_MS = 3_600_000;
const STALE_AFTER_MS = 7 * 24 * HOUR_MS;

/** Estimates delivered before this time are stale. Constant within an hour, so that screens share one query. */
export function staleBefore(now: number): number {
  return Math.floor(now / HOUR_MS) * HOUR_MS - STALE_AFTER_MS;
}

/** The hour until which a caller counts, from the time before which estimates are stale. */
export function hourOf(deliveredBefore: number): number {
  return deliveredBefore + STALE_AFTER_MS;
}

export type WaitingJob = JobTimes & {
  readonly job_status: JobStatus;
  readonly statusChangedAt: number;
};

export function isWaiting(kind: WaitingKind, job: WaitingJob, now: number): boolean {
  if (!WAITING_STATUSES[kind].includes(job.job_status)) return false;
  switch (kind) {
    case "undated":
      return job.job_estimate_date === undefined;
    case "unscheduled":
      return job.job_install_date === undefined;
    case "stale":
      return job.statusChangedAt < staleBefore(now);
    case "unpaid":
      return true;
  }
}

/** What a person types to list the jobs of a kind. */
export function waitingSearch(kind: WaitingKind | DueKind): string {
  return `is:${kind}`;
}

const TYPED_KIND = new RegExp(
  String.raw`(?<!\S)is:(${[...WAITING_KINDS, ...DUE_KINDS].join("|")})(?!\S)`,
  "giu",
);

export type WaitingSearch = {
  /** A job is listed if it belongs to all of these kinds. */
  readonly kinds: readonly WaitingKind[];
  readonly due: readonly DueKind[];
  /** The typed text without the words that name kinds. */
  readonly words: string;
};

export function parseWaiting(typed: string): WaitingSearch {
  const found = typed.match(TYPED_KIND)?.map((word) => word.toLowerCase());
  const isTyped = (kind: WaitingKind | DueKind) => found?.includes(waitingSearch(kind));
  return {
    kinds: WAITING_KINDS.filter(isTyped),
    due: DUE_KINDS.filter(isTyped),
    words: typed.replace(TYPED_KIND, " ").trim(),
  };
}
