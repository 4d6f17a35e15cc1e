import { lazy, Suspense, type ComponentProps } from "react";
import { DialogLoading } from "@/components/ui/DialogLoading";
import type { AddInventoryDialog } from "./AddInventoryDialog";

const load = () => import("./AddInventoryDialog");

const LoadedDialog = lazy(async () => ({
  default: (await load()).AddInventoryDialog,
}));

/** Call it when a tap is likely. */
export function preloadAddInventoryDialog(): void {
  // A failure here is told when the dialog is really asked for.
  load().catch(() => undefined);
}

export function LazyAddInventoryDialog(
  props: ComponentProps<typeof AddInventoryDialog>,
) {
  return (
    <Suspense fallback={<DialogLoading />}>
      <LoadedDialog {...props} />
    </Suspense>
  );
}
