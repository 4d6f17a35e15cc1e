/** The job list without the server: by the rules that the server applies. */
import { comparePlaces, jobPlace } from "@domain/jobOrder";
import {
  holdsWords,
  searchReadings,
  searchText,
  searchWords,
} from "@domain/search";
import { isWaiting, parseWaiting } from "@domain/waitingJobs";
import type { Job } from "./jobForm";
import type { JobListView } from "./jobListView";

/** At `now`. */
export function isListed(
  job: Job,
  { search, status }: Pick<JobListView, "search" | "status">,
  now: number,
): boolean {
  if (status !== null && job.job_status !== status) return false;
  const { kinds, words: typed } = parseWaiting(search);
  const waiting = { ...job, statusChangedAt: earliestStatusTime(job) };
  if (!kinds.every((kind) => isWaiting(kind, waiting, now))) return false;
  const readings = searchReadings(typed);
  if (readings.length === 0) return true;
  const { job_customer_id: customerId, job_customer_phone: phone } = job;
  const texts = [
    job.customer_name,
    job.job_address,
    job.job_city,
    job.job_notes,
  ];
  const words = searchText(searchWords({ texts, customerId, phone }));
  return readings.some((reading) => holdsWords(words, reading));
}

/**
 * A device does not know since when a job has its status. An estimate is
 * delivered after its visit, so no stale one is left out.
 */
function earliestStatusTime(job: Job): number {
  return Math.max(job._creationTime, job.job_estimate_date ?? 0);
}

/** Of the jobs that this device has, those of the view. */
export function savedJobs(
  jobs: readonly Job[],
  view: JobListView,
  now: number,
): Job[] {
  const placeOf = (job: Job) => {
    const sortable = { ...job, id: job._id, createdAt: job._creationTime };
    return jobPlace(sortable, view.sort, now);
  };
  return jobs
    .filter((job) => isListed(job, view, now))
    .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
}
