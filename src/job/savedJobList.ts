/** The job list made on this device, by the rules of the server. */
import { useMemo, useState } from "react";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { crewsMeant, hasCrew, parseCrews } from "@domain/job/crewSearch";
import type { Crews } from "@domain/job/crews";
import { compareSortKeys, jobSortKey } from "@domain/job/jobOrder";
import {
  holdsWords,
  searchedOfJob,
  searchReadings,
  searchText,
  searchWords,
} from "@domain/names/search";
import { isWaiting, parseWaiting } from "@domain/job/waitingJobs";
import type { Job } from "./jobForm";
import type { JobListView } from "./jobListView";

/** The time for which a list is made, and the office's crews. */
export type ListAt = { readonly now: number; readonly office: Crews };

/** The time at which the list was opened, and the office's present names of its crews. */
export function useListAt(): ListAt {
  const [now] = useState(Date.now);
  const settings = useOfficeSettings();
  return useMemo(() => ({ now, office: settings ?? {} }), [now, settings]);
}

/** Whether the job is in the list. */
export function isListed(
  job: Job,
  { search, status }: Pick<JobListView, "search" | "status">,
  { now, office }: ListAt,
): boolean {
  if (status !== null && job.job_status !== status) return false;
  const { names, words: others } = parseCrews(search);
  if (!names.every((name) => hasCrew(job, crewsMeant(name, office)))) return false;
  const { kinds, due, words: typed } = parseWaiting(others);
  // The device does not have all jobs, so it cannot tell which cleaning is the newest.
  if (due.length > 0) return false;
  const waiting = { ...job, statusChangedAt: earliestStatusTime(job) };
  if (!kinds.every((kind) => isWaiting(kind, waiting, now))) return false;
  const readings = searchReadings(typed);
  if (readings.length === 0) return true;
  const { texts, ...searched } = searchedOfJob(job);
  const words = searchText(searchWords({ ...searched, texts: [...texts, job.job_notes] }));
  return readings.some((reading) => holdsWords(words, reading));
}

/**
 * A device does not know since when a job has its status. An estimate is
 * delivered after its visit, so no stale one is left out.
 */
function earliestStatusTime(job: Job): number {
  return Math.max(job._creationTime, job.job_estimate_date ?? 0);
}

/** The jobs of this device that belong to the view, sorted. */
export function savedJobs(jobs: readonly Job[], view: JobListView, at: ListAt): Job[] {
  const sortKeyOf = (job: Job) => {
    const sortable = { ...job, id: job._id, createdAt: job._creationTime };
    return jobSortKey(sortable, view.sort, at.now);
  };
  return jobs
    .filter((job) => isListed(job, view, at))
    .sort((a, b) => compareSortKeys(sortKeyOf(a), sortKeyOf(b)));
}
