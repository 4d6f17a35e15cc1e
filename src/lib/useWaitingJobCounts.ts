import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { staleBefore, type WaitingKind } from "@domain/job/waitingJobs";
import { useNow } from "./useNow";

/** The server stops counting at 100. */
const MOST_SHOWN = 99;

/** The numbers of jobs that wait for the office, as shown: "4" or "99+". Undefined while loading. */
export function useWaitingJobCounts(): Readonly<Record<WaitingKind | "due", string>> | undefined {
  const deliveredBefore = staleBefore(useNow());
  const counts = useQuery(api.jobs.countWaiting, { deliveredBefore });
  return useMemo(
    () =>
      counts && {
        undated: shown(counts.withoutEstimate),
        unscheduled: shown(counts.approvedWithoutInstall),
        stale: shown(counts.estimatesDelivered),
        unpaid: shown(counts.installedUnpaid),
        due: shown(counts.dueAgain),
      },
    [counts],
  );
}

export function shown(count: number): string {
  return count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
}
