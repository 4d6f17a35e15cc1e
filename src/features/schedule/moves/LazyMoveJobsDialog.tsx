import { lazyDialog } from "@/components/lazyPart";
import type { SelectedJobsDialogProps } from "@/job/selectedJobsDialog";

export const LazyMoveJobsDialog = lazyDialog<SelectedJobsDialogProps>(
  async () => (await import("./MoveJobsDialog")).MoveJobsDialog,
);
