import { lazyDialog } from "@/components/lazyPart";
import type { MoveDayDialogProps } from "./MoveDayDialog";

export const LazyMoveDayDialog = lazyDialog<MoveDayDialogProps>(
  async () => (await import("./MoveDayDialog")).MoveDayDialog,
);
