import { SyncBadge } from "@/offline/outbox/SyncBadge";
import { isOfJob, usePhotosWaiting } from "@/offline/photos/photosWaiting";
import type { Job } from "./jobForm";
import { useJobSyncStatus } from "./useSyncStatus";

/** The badge on a job's card, shown while a change of the job is not saved. */
export function JobSyncBadge({ job }: { readonly job: Job }) {
  const { syncStatus } = useJobSyncStatus(job);
  return syncStatus && <SyncBadge syncStatus={syncStatus} />;
}

/** The badge in the header of the job's dialog, which also shows that everything is saved. */
export function JobHeaderSyncBadge({ job }: { readonly job: Job }) {
  const { syncStatus, isSaved } = useJobSyncStatus(job);
  // Photos have their own sync statuses, in their lists.
  const hasPhotos = usePhotosWaiting().some((photo) => isOfJob(photo, [job._id, job.clientKey]));
  const shown = syncStatus ?? (isSaved && !hasPhotos ? "Saved" : null);
  return shown && <SyncBadge syncStatus={shown} subject="Changes" />;
}
