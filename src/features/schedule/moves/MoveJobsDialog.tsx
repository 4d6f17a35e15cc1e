import { useState } from "react";
import { ENTRY_TYPES, type EntryType } from "@domain/job/entryTypes";
import { nextDay, type DayKey } from "@domain/dates/days";
import { counted } from "@domain/text/text";
import { openVisitsOf } from "@domain/job/visits";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import type { SelectedJobsDialogProps } from "@/job/selectedJobsDialog";
import { formatDateTime } from "@/lib/formatDateTime";
import { useToday } from "@/lib/useNow";
import { Visits } from "./MoveDayDialog";
import { MoveDialog } from "./MoveDialog";
import { NewDayField } from "./NewDayField";
import { useMoves } from "./useMoves";

/** Moves the open estimates, or the open installs, of selected jobs to one day. */
export function MoveJobsDialog({ jobs, onDone, onClose }: SelectedJobsDialogProps) {
  const byType = {
    estimate: openVisitsOf(jobs, "estimate"),
    install: openVisitsOf(jobs, "install"),
  };
  const [type, setType] = useState<EntryType>(
    byType.install.length > byType.estimate.length ? "install" : "estimate",
  );
  const today = useToday();
  const [target, setTarget] = useState<DayKey | null>(nextDay(today));
  const { moveJobs, isSubmitting } = useMoves();
  const visits = byType[type];
  const without = jobs.length - visits.length;

  const canMove = visits.length > 0 && target !== null;

  const move = async () => {
    if (!canMove || isSubmitting) return;
    const left = await moveJobs(visits, target);
    if (left !== null) onDone(left);
  };
  return (
    <MoveDialog
      title="Move visits"
      description="The visits keep their times, and the jobs their status."
      action={`Move ${counted(visits.length, "visit")}`}
      canMove={canMove}
      isBusy={isSubmitting}
      onMove={() => void move()}
      onClose={onClose}
    >
      <SegmentedControl
        label="Which visits"
        options={ENTRY_TYPES.map((value) => ({
          value,
          label: counted(byType[value].length, value),
        }))}
        value={type}
        onChange={setType}
      />
      <div className="mt-4">
        <NewDayField
          day={target}
          onChange={setTarget}
          error={target === null ? "Choose a day." : null}
          onEnter={() => void move()}
        />
      </div>
      {without > 0 && (
        <p className="mt-3 text-sm text-ink-muted">
          {`${counted(without, "selected job")} without an open ${type}.`}
        </p>
      )}
      {visits.length > 0 && <Visits visits={visits} timeText={formatDateTime} />}
    </MoveDialog>
  );
}
