import { useLayoutEffect } from "react";
import { holdKeys } from "@/components/ui/holdKeys";
import { Spinner } from "./Spinner";

/** Shown while the code of a dialog is loaded. What is typed meanwhile goes into the dialog's field. */
export function DialogLoading() {
  useLayoutEffect(holdKeys, []);
  return (
    <div
      data-dialog-loading
      className="fixed inset-0 z-40 flex items-center justify-center bg-shade text-white"
    >
      <Spinner className="size-8" />
    </div>
  );
}
