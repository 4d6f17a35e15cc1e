import { useMutation } from "convex/react";
import { api } from "@convex/_generated/api";
import { Button } from "@/components/ui/Button";
import { useOutbox } from "@/offline/useOutbox";
import { useSave } from "@/offline/useSave";

interface RestoreJobProps {
  /** The id of a deleted job, or its client key. */
  readonly jobId: string;
  /** Its other name, by which changes may name it, if this is known. */
  readonly clientKey?: string | undefined;
  readonly name: string;
}

/** Brings a deleted job back, and then sends again what was refused because of the deletion. */
export function RestoreJob({ jobId, clientKey, name }: RestoreJobProps) {
  const restore = useMutation(api.changes.restoreJob);
  const { items, retry } = useOutbox();
  const { save, isSaving } = useSave();
  const run = async () => {
    const { ok } = await save(() => restore({ id: jobId }), {
      name,
      saved: "Restored",
      failed: "Not restored",
      needsServer: true,
    });
    if (!ok) return;
    const refused = items.filter(
      ({ subject, state }) =>
        (subject.key === jobId || subject.key === clientKey) &&
        state.kind === "refused" &&
        state.code === "NOT_FOUND",
    );
    for (const { id } of refused) await retry(id);
  };
  return (
    <Button size="small" busy={isSaving} onClick={() => void run()}>
      Restore
    </Button>
  );
}
