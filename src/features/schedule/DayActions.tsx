import { useState } from "react";
import { type DayKey, dayRange, dayText, isWithin } from "@domain/dates/days";
import { Button } from "@/components/ui/Button";
import { usePaletteAction } from "@/lib/paletteActions";
import { CrewSheets } from "./crews/CrewSheets";
import { useLastingOfDay } from "./dayJobs/useLastingOfDay";
import type { DayJob } from "./dayJobs/useDayJobs";
import { DayRoute } from "./DayRoute";
import { LazyMoveDayDialog } from "./moves/LazyMoveDayDialog";
import { NeedsButton } from "./needs/NeedsButton";

export interface DayActionsProps {
  readonly day: DayKey;
  /** The key of the crew whose visits alone are shown. */
  readonly crew: string | undefined;
  /** The day's jobs, sorted by time. */
  readonly jobs: readonly DayJob[];
  /** The element that holds the link of the route on a phone. */
  readonly routeSlot: HTMLElement | null;
}

/** The actions on all visits of a day. */
export function DayActions({ day, crew, jobs, routeSlot }: DayActionsProps) {
  const range = dayRange(day);
  const { lasting } = useLastingOfDay({ day, crew, jobs });
  const all = [...lasting, ...jobs];
  usePaletteAction({
    id: "printDay",
    label: "Print day",
    words: "paper",
    // Waits a frame, until the palette is gone.
    run: () => requestAnimationFrame(() => window.print()),
  });
  return (
    <div className="mt-3 flex flex-wrap gap-x-2 lg:ml-21 print:hidden">
      <MoveDay day={day} crew={crew} />
      <DayRoute day={day} jobs={all} slot={routeSlot} />
      {jobs.some((job) => isWithin(job.job_install_date, range)) && (
        <NeedsButton range={range} days={dayText(day)} />
      )}
      <CrewSheets day={day} jobs={all} />
    </div>
  );
}

function MoveDay(props: Pick<DayActionsProps, "day" | "crew">) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  usePaletteAction({
    id: "moveDay",
    label: "Move this day's visits",
    words: "reschedule rain rained out",
    run: open,
  });
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={open}>
        Move this day's visits
      </Button>
      {isOpen && <LazyMoveDayDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
