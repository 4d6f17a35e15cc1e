import { lazy, Suspense, type ComponentProps } from "react";
import { Spinner } from "@/components/ui/Spinner";
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
    <Suspense
      fallback={
        <div className="fixed inset-0 z-40 flex items-center justify-center bg-shade text-white">
          <Spinner className="size-8" />
        </div>
      }
    >
      <LoadedDialog {...props} />
    </Suspense>
  );
}
