import type { JobStatus } from "./jobs";
import type { JobTimes } from "./schedule";

const NEXT: Readonly<Record<JobStatus, JobStatus | null>> = {
  lead: "called",
  called: "estimate_scheduled",
  estimate_scheduled: "estimate_sent",
  estimate_sent: "approved",
  approved: "install_scheduled",
  install_scheduled: "completed",
  completed: "installed_paid",
  installed_paid: null,
  service: null,
  cancelled: null,
};

/**
 * The status that the office sets next, to be offered and never set in silence; null where none follows by itself. A
 * lead with an estimate date was called already. A visit counts as scheduled only with its date.
 */
export function nextStatus(
  job: JobTimes & { readonly job_status: JobStatus },
): JobStatus | null {
  const { job_status, job_estimate_date, job_install_date } = job;
  if (job_status === "lead" && job_estimate_date !== undefined)
    return "estimate_scheduled";
  const next = NEXT[job_status];
  const isUndated =
    (next === "estimate_scheduled" && job_estimate_date === undefined) ||
    (next === "install_scheduled" && job_install_date === undefined);
  return isUndated ? null : next;
}
