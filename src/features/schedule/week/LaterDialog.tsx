import { useState } from "react";
import { updateJob } from "@domain/changes/updateJob";
import { dayRange, dayText, type DayKey } from "@domain/dates/days";
import { monthsAfter, monthsText, NOT_AGAIN } from "@domain/job/dueAgain";
import { Button } from "@/components/ui/Button";
import { Chip } from "@/components/ui/Chip";
import type { Job } from "@/job/jobForm";
import { useToday } from "@/lib/useNow";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import { MoveDialog } from "../moves/MoveDialog";
import { NewDayField } from "../moves/NewDayField";

export interface LaterDialogProps {
  readonly job: Job;
  readonly onClose: () => void;
}

const OFFERED_MONTHS = [1, 3, 6];
const HALF_A_DAY = 43_200_000;

/** Puts off a job that is due again, or takes it off the list for good. */
export function LaterDialog({ job, onClose }: LaterDialogProps) {
  const today = useToday();
  const { make } = useChange();
  const inMonths = (months: number): DayKey =>
    new Date(monthsAfter(Date.parse(today), months)).toISOString().slice(0, 10);
  const [day, setDay] = useState<DayKey | null>(() => inMonths(1));
  /** The key of the field: a new one remounts it with the day that a button has chosen. */
  const [chosen, setChosen] = useState(0);
  const error = day !== null && day <= today ? "Choose a day to come." : null;
  const change = (field: Parameters<typeof updateJob.make>[1], title: string) => {
    make(newChange(updateJob, job, field), {
      name: job.customer_name,
      now: { title },
    });
    onClose();
  };
  const putOff = () => {
    if (day === null || error !== null) return;
    const value = dayRange(day).from + HALF_A_DAY;
    const seen = job.job_due_date ?? null;
    const field = { name: "job_due_date", value, seen } as const;
    change(field, `Due again on ${dayText(day)}`);
  };
  const end = () => {
    const seen = job.job_due_months ?? null;
    const field = { name: "job_due_months", value: NOT_AGAIN, seen } as const;
    change(field, "Not due again");
  };
  return (
    <MoveDialog
      title="Due again later"
      description={`${job.customer_name}, ${job.job_address}`}
      action="Later"
      canMove={day !== null && error === null}
      other={<Button onClick={end}>Not again</Button>}
      onMove={putOff}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <div role="group" aria-label="Later by" className="flex flex-wrap gap-2">
          {OFFERED_MONTHS.map((months) => (
            <Chip
              key={months}
              pressed={day === inMonths(months)}
              onPressedChange={() => {
                setDay(inMonths(months));
                setChosen(chosen + 1);
              }}
            >
              {monthsText(months)}
            </Chip>
          ))}
        </div>
        <NewDayField key={chosen} day={day} onChange={setDay} error={error} onEnter={putOff} />
      </div>
    </MoveDialog>
  );
}
