import { clsx } from "clsx";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { CHANGED_LISTS } from "@domain/calls/inputLimits";
import { formatCount } from "@domain/text/text";
import { Printer } from "@/components/icons/firstIcons";
import { CalendarArrowUp, Download, ListChecks, X } from "@/components/icons/icons";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { downloadJobs } from "@/components/export/downloadJobs";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { Job } from "@/job/jobForm";
import type { SelectedJobsDialogProps } from "@/job/selectedJobsDialog";

const SetStatusDialog = lazyDialog(async () => (await import("./SetStatusDialog")).SetStatusDialog);

interface SelectedJobsProps {
  readonly jobs: readonly Job[];
  /** The number of selected jobs that have left the list since. */
  readonly gone: number;
  /** True if there is nothing to select. */
  readonly isListEmpty: boolean;
  readonly onClear: () => void;
  /** Called after a change of the jobs, with the keys of those that were left unchanged. */
  readonly onLeft: (left: readonly string[]) => void;
  readonly MoveVisits: ComponentType<SelectedJobsDialogProps>;
}

/** The actions for the selected jobs. */
export function SelectedJobs({
  jobs,
  gone,
  isListEmpty,
  onClear,
  onLeft,
  MoveVisits,
}: SelectedJobsProps) {
  const [open, setOpen] = useState<"status" | "visits" | null>(null);
  const [changes, setChanges] = useState(0);
  const bar = useRef<HTMLElement>(null);
  // The button that opened the dialog is gone with the selection.
  useEffect(() => {
    if (changes > 0) bar.current?.focus();
  }, [changes]);
  const { isOffline } = useDayCopies();
  const office = useOfficeSettings() ?? {};
  const refusal = refusalOf(jobs.length, isOffline);
  const clear = () => {
    onClear();
    setChanges(changes + 1);
  };
  const dialog: SelectedJobsDialogProps = {
    jobs,
    onClose: () => setOpen(null),
    onDone: (left) => {
      setOpen(null);
      onLeft(left);
      clear();
    },
  };
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Selected jobs"
      className={clsx(
        "sticky top-14 z-20 flex flex-wrap items-center gap-2 bg-canvas outline-none print:hidden",
        (jobs.length > 0 || !isListEmpty) && "min-h-13 py-2",
      )}
    >
      <p
        role="status"
        className={clsx("mr-1 text-sm tabular-nums", jobs.length === 0 && "text-ink-muted")}
      >
        {jobs.length === 0 && isListEmpty ? null : selectedText(jobs.length, gone)}
      </p>
      {jobs.length > 0 && (
        <>
          <Button disabled={refusal !== null} onClick={() => setOpen("status")}>
            <ListChecks aria-hidden="true" />
            Set status
          </Button>
          <Button disabled={refusal !== null} onClick={() => setOpen("visits")}>
            <CalendarArrowUp aria-hidden="true" />
            Move visits
          </Button>
          <Button onClick={() => downloadJobs(jobs, office)}>
            <Download aria-hidden="true" />
            Export selected
          </Button>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print selected
          </Button>
          <Button variant="ghost" onClick={clear}>
            <X aria-hidden="true" />
            Clear
          </Button>
          {refusal !== null && <p className="text-sm text-ink-muted">{refusal}</p>}
        </>
      )}
      {open === "status" && <SetStatusDialog {...dialog} />}
      {open === "visits" && <MoveVisits {...dialog} />}
    </section>
  );
}

/** Why the jobs cannot be changed together, or null. */
function refusalOf(count: number, isOffline: boolean): string | null {
  if (isOffline) return "A status and visits of several jobs are changed with a connection only.";
  return count > CHANGED_LISTS.jobs.max ? CHANGED_LISTS.jobs.sentence : null;
}

function selectedText(count: number, gone: number): string {
  if (count === 0)
    return "Select jobs to set their status, move their visits, export or print them.";
  const all = `${formatCount(count)} selected`;
  return gone === 0 ? all : `${all}, ${formatCount(gone)} of them no longer in this list`;
}
