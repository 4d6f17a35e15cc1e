import type { OutboxItem } from "convex-outbox";
import { Button } from "@/components/ui/Button";
import { useOutbox } from "@/offline/useOutbox";

/** Shows why a new job was refused. Any change of the job sends it again. */
export function RefusedCreation({ creation: { id, state } }: { readonly creation: OutboxItem }) {
  const { retry } = useOutbox();
  if (state.kind !== "refused") return null;
  return (
    <div
      role="alert"
      className="mb-5 flex flex-wrap items-center justify-between gap-2 rounded-xl bg-danger-tint py-2 pr-2 pl-4 text-sm text-danger-ink"
    >
      <p>This job was not saved: {state.message}</p>
      <Button size="small" onClick={() => void retry(id)}>
        Send again
      </Button>
    </div>
  );
}
