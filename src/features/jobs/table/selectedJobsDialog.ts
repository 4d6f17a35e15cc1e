import type { Job } from "../jobForm";

/** A dialog that changes the selected jobs. */
export interface SelectedJobsDialogProps {
  readonly jobs: readonly Job[];
  /** Called with the jobs that somebody else has changed meanwhile, by key, which are left as they are. */
  readonly onDone: (left: readonly string[]) => void;
  readonly onClose: () => void;
}
