import { Spinner } from "./Spinner";

/** Stands where a dialog will be, while its code is on the way. */
export function DialogLoading() {
  return (
    <div className="fixed inset-0 z-40 flex items-center justify-center bg-shade text-white">
      <Spinner className="size-8" />
    </div>
  );
}
