import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "./EditJobDialog";
import { NewJobDialog } from "./NewJobDialog";

interface JobDialogProps {
  /** `null` for a new job. */
  readonly jobId: Id<"jobs"> | null;
  /** Offered as the date of a new job: the day on screen, as YYYY-MM-DD. */
  readonly initialDay?: string;
  readonly onClose: () => void;
}

export function JobDialog({ jobId, initialDay, onClose }: JobDialogProps) {
  return jobId === null ? (
    <NewJobDialog initialDay={initialDay} onClose={onClose} />
  ) : (
    <EditJobDialog key={jobId} jobId={jobId} onClose={onClose} />
  );
}
