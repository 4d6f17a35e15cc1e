import { Printer } from "lucide-react";
import { useEffect } from "react";
import { lazyPart } from "@/components/lazyPart";
import { IconButton } from "@/components/ui/IconButton";
import { Spinner } from "@/components/ui/Spinner";
import { showToast } from "@/lib/toasts";
import type { Customer, Job } from "../jobForm";
import { endPrinting, printOpenJob, usePrinting } from "./printing";

const JobSheet = lazyPart(async () => (await import("./JobSheet")).JobSheet, {
  Loading: () => null,
  Failed: NotPrinted,
});

export interface PrintJobProps {
  readonly job: Job;
  readonly customer: Customer | null;
}

/**
 * Prints the open job on one sheet, by its button, by Ctrl+P or by the command palette. A phone has the palette only.
 * Load it lazily.
 */
export function PrintJob(props: PrintJobProps) {
  const printing = usePrinting();
  useEffect(() => {
    window.addEventListener("afterprint", endPrinting);
    window.addEventListener("keydown", printByKey);
    return () => {
      window.removeEventListener("keydown", printByKey);
      window.removeEventListener("afterprint", endPrinting);
      endPrinting();
    };
  }, []);
  const isBusy = printing === "preparing";
  return (
    <>
      <IconButton
        label="Print"
        aria-busy={isBusy || undefined}
        className="max-sm:hidden"
        onClick={printOpenJob}
      >
        {isBusy ? (
          <Spinner label={null} className="size-4" />
        ) : (
          <Printer aria-hidden="true" />
        )}
      </IconButton>
      {printing !== null && <JobSheet {...props} />}
    </>
  );
}

/** The browser would print the page at once, before the sheet has its pictures. */
function printByKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isPrint = (ctrlKey || metaKey) && key.toLowerCase() === "p";
  if (!isPrint || altKey || shiftKey) return;
  event.preventDefault();
  printOpenJob();
}

function NotPrinted() {
  useEffect(() => {
    showToast("error", "Not printed", {
      description: "The sheet could not be loaded. Try again.",
    });
    endPrinting();
  }, []);
  return null;
}
