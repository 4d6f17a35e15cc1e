import { lazyDialog } from "@/components/lazyPart";

const load = () => import("./JobDialog");

/** Starts loading the dialog's code, for example on hover or focus. */
export function preloadJobDialog(): void {
  // Opening the dialog retries and reports the failure.
  load().catch(() => undefined);
}

export const LazyJobDialog = lazyDialog(async () => (await load()).JobDialog);
