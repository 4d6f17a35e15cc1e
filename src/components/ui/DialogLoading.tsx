import { Spinner } from "./Spinner";

/** Suspense fallback of a dialog while its code loads. */
export function DialogLoading() {
  return (
    <div
      data-dialog-loading
      className="fixed inset-0 z-40 flex items-center justify-center bg-shade text-white"
    >
      <Spinner className="size-8" />
    </div>
  );
}
