import type { EntryType } from "./entryTypes";
import type { JobStatus } from "./jobs";
import type { JobTimes } from "./schedule";
import { FIELD_OF_VISIT, statusOfVisit } from "./visits";

/** The visit that follows a status once it has a date. A lead with an estimate date was called already. */
const VISIT_AFTER: Readonly<Partial<Record<JobStatus, EntryType>>> = {
  lead: "estimate",
  called: "estimate",
  approved: "install",
};

const NEXT: Readonly<Partial<Record<JobStatus, JobStatus>>> = {
  lead: "called",
  estimate_scheduled: "estimate_sent",
  estimate_sent: "approved",
  install_scheduled: "completed",
  completed: "installed_paid",
};

/** The status that the office would set next. It is offered and never set by itself; null where none follows. */
export function nextStatus(job: JobTimes & { readonly job_status: JobStatus }): JobStatus | null {
  const { job_status } = job;
  const visit = VISIT_AFTER[job_status];
  const isDated = visit && job[FIELD_OF_VISIT[visit]] !== undefined;
  return (isDated ? statusOfVisit(visit, job_status) : NEXT[job_status]) ?? null;
}
