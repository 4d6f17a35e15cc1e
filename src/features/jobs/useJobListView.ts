import { useEffect, useEffectEvent, useState } from "react";
import { isDialogEntry } from "@/lib/useCloseOnBack";
import type { JobListAddress } from "@/job/jobListAddress";
import { addressOf, readView, viewOf, writeView, type JobListView } from "@/job/jobListView";

/** Milliseconds. Browsers limit how often a page may write its URL, and each write renders the router. */
const WRITE_AFTER_MS = 300;

interface JobListControl {
  readonly view: JobListView;
  readonly change: (view: JobListView) => void;
  /** Writes the URL at once, before a dialog adds its history entry. */
  readonly flush: () => void;
}

/** The view that the URL names, else the last one of this tab. */
export function useJobListView(
  address: JobListAddress,
  onAddressChange: (address: JobListAddress) => void,
): JobListControl {
  const named = keyOf(address);
  const [view, setView] = useState(() => (named === NOTHING ? readView() : viewOf(address)));
  /** The last URL that the view followed, and the last one that it wrote. */
  const [followed, setFollowed] = useState(named);
  const [written, setWritten] = useState(named);

  if (named !== followed) {
    setFollowed(named);
    if (named !== written) {
      setWritten(named);
      setView(viewOf(address));
    }
  }

  const change = (next: JobListView) => {
    writeView(next);
    setView(next);
  };
  const flush = () => {
    const next = addressOf(view);
    if (keyOf(next) === named) return;
    setWritten(keyOf(next));
    onAddressChange(next);
  };
  useFlushSoon(view, flush);
  return { view, change, flush };
}

/** Calls `flush` soon after the view has changed, or when no dialog is open any more. */
function useFlushSoon(view: JobListView, flush: () => void): void {
  const tryFlush = useEffectEvent((): boolean => {
    // While a dialog is open, the current history entry belongs to the dialog.
    if (isDialogEntry()) return false;
    flush();
    return true;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (tryFlush()) clearInterval(timer);
    }, WRITE_AFTER_MS);
    return () => clearInterval(timer);
  }, [view]);
}

function keyOf({ q, status, sort }: JobListAddress): string {
  return JSON.stringify([q ?? null, status ?? null, sort ?? null]);
}

const NOTHING = keyOf({});
