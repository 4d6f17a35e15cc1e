import { lazy, Suspense, type ComponentProps } from "react";
import { DialogLoading } from "@/components/ui/DialogLoading";
import type { JobDialog } from "./JobDialog";

const load = () => import("./JobDialog");

const LoadedJobDialog = lazy(async () => ({
  default: (await load()).JobDialog,
}));

/** Call it when a tap is likely: pointer over a card, focus on the Add button. */
export function preloadJobDialog(): void {
  // A failure here is told when the dialog is really asked for.
  load().catch(() => undefined);
}

export function LazyJobDialog(props: ComponentProps<typeof JobDialog>) {
  return (
    <Suspense fallback={<DialogLoading />}>
      <LoadedJobDialog {...props} />
    </Suspense>
  );
}
