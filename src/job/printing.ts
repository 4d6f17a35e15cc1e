import { SharedValue, useSharedValue } from "@/lib/SharedValue";

/** The state of the open job's sheet: its photos are loading, or it is in the browser's print dialog. */
type Printing = "preparing" | "printed" | null;

const printing = new SharedValue<Printing>(null);

const estimate = new SharedValue(false);

/** Opens the customer's estimate over the job whose dialog is open, or closes it. */
export function openEstimate(isOpen: boolean): void {
  estimate.set(isOpen);
}

export function useIsEstimateOpen(): boolean {
  return useSharedValue(estimate);
}

/** Prints the open estimate, or else the sheet of the job whose dialog is open. */
export function printOpenJob(): void {
  printing.set("preparing");
}

export function notePrinted(): void {
  printing.set("printed");
}

export function endPrinting(): void {
  printing.set(null);
}

export function usePrinting(): Printing {
  return useSharedValue(printing);
}
