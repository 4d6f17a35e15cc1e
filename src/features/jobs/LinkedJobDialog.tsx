import { useQuery } from "convex/react";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@convex/_generated/api";
import { useDayCopies } from "@/lib/device/DayCopyProvider";
import { useOutbox } from "@/lib/outbox/useOutbox";
import { showToast } from "@/lib/toasts";
import { LazyJobDialog } from "./LazyJobDialog";

interface LinkedJobDialogProps {
  /** As the link names it: perhaps of no job. */
  readonly jobId: string;
  readonly onClose: () => void;
}

/** The job of a link. If there is none, a toast says so and nothing stays open. */
export function LinkedJobDialog({ jobId, onClose }: LinkedJobDialogProps) {
  const live = useQuery(api.jobs.get, { id: jobId });
  const { items } = useOutbox();
  const { copy } = useDayCopies();
  // Without signal, the copy on this device is all there is of the job.
  const known = copy?.jobs.find(
    ({ _id, clientKey }) => _id === jobId || clientKey === jobId,
  );
  // A job that is deleted while it is open stays open: its dialog offers to restore it.
  const [wasFound, setWasFound] = useState(false);
  if (live && !wasFound) setWasFound(true);
  // Also one that was deleted under a change: its dialog offers to restore it.
  const isWaiting = items.some(({ subject }) => subject.key === jobId);
  const isMissing = live === null && !wasFound && !isWaiting;

  const report = useEffectEvent(() => {
    onClose();
    showToast("error", "Job not found", {
      id: "job-not-found",
      description:
        "The link names no job of this workspace. A deleted job can be restored from the history.",
    });
  });
  useEffect(() => {
    if (isMissing) report();
  }, [isMissing]);

  return isMissing ? null : (
    <LazyJobDialog jobId={jobId} known={known} onClose={onClose} />
  );
}
