import { useMutation } from "convex/react";
import { api } from "@convex/_generated/api";
import { Button } from "@/components/ui/Button";
import { isJobGone } from "@/offline/outbox/isJobGone";
import { isOfJob, usePhotosWaiting } from "@/offline/photos/photosWaiting";
import { useOutbox } from "@/offline/useOutbox";
import { useSave } from "@/offline/useSave";

interface RestoreJobProps {
  /** The id of a deleted job, or its client key. */
  readonly jobId: string;
  /** The job's client key, if known: changes may name the job by either. */
  readonly clientKey?: string | undefined;
  readonly name: string;
}

/** Restores a deleted job, and then sends the changes again that were refused because of the deletion. */
export function RestoreJob({ jobId, clientKey, name }: RestoreJobProps) {
  const restore = useMutation(api.changes.restoreJob);
  const { items, retry } = useOutbox();
  const photos = usePhotosWaiting();
  const { save, isSaving } = useSave();
  const run = async () => {
    const { ok } = await save(() => restore({ id: jobId }), {
      name,
      saved: "Restored",
      failed: "Not restored",
      needsServer: true,
    });
    if (!ok) return;
    const keys = [jobId, clientKey];
    const refused = items.filter(
      ({ subject, state }) =>
        keys.includes(subject.key) && state.kind === "refused" && state.code === "NOT_FOUND",
    );
    for (const { id } of refused) await retry(id);
    for (const photo of photos) if (isJobGone(photo) && isOfJob(photo, keys)) photo.retry?.();
  };
  return (
    <Button size="small" busy={isSaving} onClick={() => void run()}>
      Restore
    </Button>
  );
}
