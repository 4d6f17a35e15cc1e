import { lazy, Suspense, type ComponentProps } from "react";
import { DialogLoading } from "@/components/ui/DialogLoading";
import type { JobDialog } from "./JobDialog";

const load = () => import("./JobDialog");

const LoadedJobDialog = lazy(async () => ({
  default: (await load()).JobDialog,
}));

/** Starts loading the dialog's code, for example on hover or focus. */
export function preloadJobDialog(): void {
  // Opening the dialog retries and reports the failure.
  load().catch(() => undefined);
}

export function LazyJobDialog(props: ComponentProps<typeof JobDialog>) {
  return (
    <Suspense fallback={<DialogLoading />}>
      <LoadedJobDialog {...props} />
    </Suspense>
  );
}
