import { EditJobDialog } from "./EditJobDialog";
import type { Job } from "@/job/jobForm";
import { NewJobDialog } from "./NewJobDialog";
import type { NewJobStart } from "@/job/requestedStart";
import { ShownDayContext } from "@/job/shownDay";

export interface JobDialogProps {
  /** The job's id or its client key; `null` for a new job. */
  readonly jobId: string | null;
  /** The job as the list shows it: the dialog opens with it. */
  readonly known?: Job | undefined;
  /** The day on screen: it is offered as the date of a new job, and a time typed alone is on it. */
  readonly initialDay?: string;
  /** The values with which a new job begins. */
  readonly start?: NewJobStart;
  readonly onClose: () => void;
}

export function JobDialog({ jobId, known, initialDay, start, onClose }: JobDialogProps) {
  return (
    <ShownDayContext value={initialDay ?? null}>
      {jobId === null ? (
        <NewJobDialog key={start?.id} initialDay={initialDay} start={start} onClose={onClose} />
      ) : (
        <EditJobDialog key={jobId} jobId={jobId} known={known} onClose={onClose} />
      )}
    </ShownDayContext>
  );
}
