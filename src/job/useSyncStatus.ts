import type { OutboxItem } from "convex-outbox";
import { useSyncStatusClock, syncStatusOfAll, type SyncStatus } from "@/offline/outbox/syncStatus";
import { useOutbox } from "@/offline/useOutbox";
import type { Job } from "./jobForm";
import { isOfJob } from "./jobSubject";

interface JobSyncBadge {
  /** The sync status of the job's unsaved changes; null if there are none, or none for longer than a moment. */
  readonly syncStatus: SyncStatus | null;
  /** Whether this page has saved changes of the job, and none is left. */
  readonly isSaved: boolean;
}

export function useJobSyncStatus(job: Job): JobSyncBadge {
  const { items, isSignedOut, hasSaved } = useOutbox();
  const own = items.filter((item) => isOfJob(job, item));
  const now = useSyncStatusClock(own);
  const keys = [job._id, job.clientKey ?? job._id];
  return {
    syncStatus: syncStatusOfAll(own, { now, isSignedOut }),
    isSaved: own.length === 0 && keys.some(hasSaved),
  };
}

/**
 * The sync status of unsaved changes, by field. A refused change has none: its refusal is the field's error.
 */
export function useFieldSyncStatus(
  changes: readonly OutboxItem[],
  isSignedOut: boolean,
): Record<string, SyncStatus> {
  const now = useSyncStatusClock(changes);
  const statuses = changes.flatMap((item) => {
    const syncStatus = syncStatusOfAll([item], { now, isSignedOut });
    return syncStatus === null || syncStatus === "Refused"
      ? []
      : [[item.field ?? "", syncStatus] as const];
  });
  return Object.fromEntries(statuses);
}
