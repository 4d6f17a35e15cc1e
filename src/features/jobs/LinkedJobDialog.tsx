import { useQuery } from "convex/react";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@convex/_generated/api";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox } from "@/offline/useOutbox";
import { showToast } from "@/lib/toasts";
import { LazyJobDialog } from "./LazyJobDialog";

interface LinkedJobDialogProps {
  /** The id in the link. There may be no such job. */
  readonly jobId: string;
  readonly onClose: () => void;
}

/** Opens the job of a link. If there is no such job, shows a toast and closes. */
export function LinkedJobDialog({ jobId, onClose }: LinkedJobDialogProps) {
  const live = useQuery(api.jobs.get, { id: jobId });
  const { items } = useOutbox();
  const { copy } = useDayCopies();
  // Without signal, the copy on this device is the only source of the job.
  const known = copy?.jobs.find(({ _id, clientKey }) => _id === jobId || clientKey === jobId);
  // A job that is deleted while it is open stays open: its dialog offers to restore it.
  const [wasFound, setWasFound] = useState(false);
  if (live && !wasFound) setWasFound(true);
  // A deleted job with a waiting change opens too: its dialog offers to restore it.
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

  return isMissing ? null : <LazyJobDialog jobId={jobId} known={known} onClose={onClose} />;
}
