import { lazyDialog } from "@/components/lazyPart";
import type { SelectedJobsDialogProps } from "@/features/jobs/table/selectedJobsDialog";

export const LazyMoveJobsDialog = lazyDialog<SelectedJobsDialogProps>(
  async () => (await import("./MoveJobsDialog")).MoveJobsDialog,
);
