import { lazyDialog } from "@/components/lazyPart";
import type { MoveVisitDialogProps } from "./MoveVisitDialog";

export const LazyMoveVisitDialog = lazyDialog<MoveVisitDialogProps>(
  async () => (await import("./MoveVisitDialog")).MoveVisitDialog,
);
