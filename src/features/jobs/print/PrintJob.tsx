import { useEffect } from "react";
import { flushSync } from "react-dom";
import { Printer } from "@/components/icons/firstIcons";
import { FileText } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import { Spinner } from "@/components/ui/Spinner";
import type { Customer, Job } from "@/job/jobForm";
import { lazyDialog } from "@/components/lazyPart";
import { JobSheet } from "./JobSheet";
import {
  endPrinting,
  notePrinted,
  openEstimate,
  printOpenJob,
  useIsEstimateOpen,
  usePrinting,
} from "@/job/printing";

const EstimateDialog = lazyDialog(
  async () => (await import("../estimate/EstimateDialog")).EstimateDialog,
);

export interface PrintJobProps {
  readonly job: Job;
  readonly customer: Customer | null;
}

/**
 * Prints the open job on one sheet, by its button, by Ctrl+P, by the browser's menu or by the command palette. A
 * phone has the palette only. Opens the customer's estimate, which is printed instead while it is open. Load it lazily.
 */
export function PrintJob(props: PrintJobProps) {
  const printing = usePrinting();
  const isEstimate = useIsEstimateOpen();
  useEffect(() => {
    window.addEventListener("beforeprint", showSheet);
    window.addEventListener("afterprint", endPrinting);
    window.addEventListener("keydown", printByKey);
    return () => {
      window.removeEventListener("keydown", printByKey);
      window.removeEventListener("afterprint", endPrinting);
      window.removeEventListener("beforeprint", showSheet);
      openEstimate(false);
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
        {isBusy ? <Spinner label={null} className="size-4" /> : <Printer aria-hidden="true" />}
      </IconButton>
      <IconButton label="Estimate" onClick={() => openEstimate(true)}>
        <FileText aria-hidden="true" />
      </IconButton>
      {printing !== null && !isEstimate && <JobSheet {...props} />}
      {isEstimate && <EstimateDialog {...props} onClose={() => openEstimate(false)} />}
    </>
  );
}

/** Takes Ctrl+P from the browser, which would print at once, before the sheet has its pictures. */
function printByKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isPrint = (ctrlKey || metaKey) && key.toLowerCase() === "p";
  if (!isPrint || altKey || shiftKey) return;
  event.preventDefault();
  printOpenJob();
}

/** Called when the person prints by the browser's menu: the sheet has only the pictures loaded by then. */
function showSheet() {
  flushSync(notePrinted);
}
