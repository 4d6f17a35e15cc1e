import type { FunctionReturnType } from "convex/server";
import { useCallback, useMemo } from "react";
import type { OutboxItem } from "convex-outbox";
import type { api } from "@convex/_generated/api";
import { isOfJob, jobsOf } from "@/job/jobSubject";
import { shownJobs } from "@/job/shownJobs";
import type { CopiedJob, DayCopy } from "@/offline/days/copiedDay";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useSyncStatusClock, syncStatusOfAll } from "@/offline/outbox/syncStatus";
import { useOutbox } from "@/offline/useOutbox";

type DatedJobs = readonly FunctionReturnType<typeof api.jobs.listDates>[number][];

/** Applies the changes that wait on this device to the dates of jobs, and adds the jobs that wait to be created. */
export function useShownDates() {
  const { items, isSignedOut } = useOutbox();
  const { copy } = useDayCopies();
  const now = useSyncStatusClock(items);

  const withWaiting = useCallback(
    (dated: DatedJobs): DatedJobs => {
      if (items.length === 0) return dated;
      const jobs = wholeJobs(dated, items, copy);
      return shownJobs(jobs, { items, copy });
    },
    [items, copy],
  );
  const waiting = useMemo(() => {
    const unsaved = items.filter((item) => syncStatusOfAll([item], { now, isSignedOut }) !== null);
    return new Set(unsaved.flatMap(jobsOf));
  }, [items, now, isSignedOut]);
  return { withWaiting, waiting };
}

/** Whether `waiting` has the job by its id or by its client key. */
export function isWaiting(waiting: ReadonlySet<string>, jobId: string, clientKey = jobId): boolean {
  return waiting.has(jobId) || waiting.has(clientKey);
}

type Copy = DayCopy | null | undefined;

/** The dated jobs, and the copied jobs that a waiting change may move to a shown day. */
function wholeJobs(dated: DatedJobs, items: readonly OutboxItem[], copy: Copy): CopiedJob[] {
  const there = new Set(dated.map(({ _id }) => _id));
  const moved = (copy?.jobs ?? []).filter(
    (job) => !there.has(job._id) && items.some((item) => isOfJob(job, item)),
  );
  return [...dated.map((job) => ({ ...NO_DETAILS, ...job })), ...moved];
}

/** Empty values of the fields that a calendar does not show. */
const NO_DETAILS = {
  _creationTime: 0,
  job_categories: [],
  job_photo_estimate: [],
  job_photo_install: [],
  job_drawings: [],
};
