import type { Job } from "./jobForm";

/** A dialog that changes the selected jobs. */
export interface SelectedJobsDialogProps {
  readonly jobs: readonly Job[];
  /** Called with the keys of the jobs that were left unchanged, because somebody else had changed them. */
  readonly onDone: (left: readonly string[]) => void;
  readonly onClose: () => void;
}
