import { CatchBoundary } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { nextDay, previousDay, type DayKey } from "@domain/days";
import { Page } from "@/components/Page";
import { ErrorBelowHeader } from "@/features/account/RouteError";
import { preloadJobDialog } from "@/features/jobs/LazyJobDialog";
import { useJobDialog } from "@/features/jobs/useJobDialog";
import { usePaletteAction } from "@/lib/paletteActions";
import { useToday } from "@/lib/useNow";
import { useShortcuts } from "@/lib/useShortcuts";
import { DayJobs } from "./DayJobs";
import { DayNavigator } from "./DayNavigator";
import { LazyMoveDayDialog } from "./LazyMoveDayDialog";

interface DashboardScreenProps {
  /** The day in the URL; without one, today, which changes at midnight. */
  readonly date: DayKey | undefined;
  /** The open job in the URL, and how it is taken out. */
  readonly linkedJob: string | undefined;
  readonly onLinkTaken: () => void;
  readonly onDateChange: (
    change: (date: DayKey | undefined) => DayKey | undefined,
  ) => void;
}

export function DashboardScreen({
  date,
  linkedJob,
  onLinkTaken,
  onDateChange,
}: DashboardScreenProps) {
  const today = useToday();
  const day = date ?? today;
  const jobDialog = useJobDialog({
    linked: linkedJob,
    onLinkTaken,
    initialDay: day,
  });
  const toToday = () => onDateChange(() => undefined);
  const toPrevious = () => onDateChange((from) => previousDay(from ?? today));
  const toNext = () => onDateChange((from) => nextDay(from ?? today));
  const [isMoving, setIsMoving] = useState(false);
  const moveDay = () => setIsMoving(true);
  usePaletteAction({
    id: "moveDay",
    label: "Move this day's visits",
    words: "reschedule rain rained out",
    run: moveDay,
  });

  useShortcuts({
    today: toToday,
    previous: toPrevious,
    next: toNext,
    newJob: jobDialog.add,
  });

  usePaletteAction({
    id: "printDay",
    label: "Print day",
    words: "paper",
    // The palette is gone in the next frame.
    run: () => requestAnimationFrame(() => window.print()),
  });

  return (
    <Page className="pb-24 print:-my-6 print:pb-0">
      <DayNavigator
        day={day}
        today={today}
        onPrevious={toPrevious}
        onNext={toNext}
        onToday={toToday}
      />
      <CatchBoundary getResetKey={() => day} errorComponent={ErrorBelowHeader}>
        <DayJobs
          day={day}
          onOpen={jobDialog.open}
          onAdd={jobDialog.add}
          onMove={moveDay}
        />
      </CatchBoundary>
      <button
        type="button"
        data-floating-action
        onClick={jobDialog.add}
        onPointerEnter={preloadJobDialog}
        onFocus={preloadJobDialog}
        className="fixed max-lg:left-(--frame-edge) lg:right-frame bottom-[max(1.25rem,env(safe-area-inset-bottom))] z-10 inline-flex h-14 items-center gap-2 rounded-full bg-accent forced-colors:border pr-5 pl-4 font-semibold print:hidden text-on-accent shadow-float transition-colors hover:bg-accent-hover"
      >
        <Plus aria-hidden="true" className="size-5" />
        Add job
      </button>
      {isMoving && (
        <LazyMoveDayDialog day={day} onClose={() => setIsMoving(false)} />
      )}
      {jobDialog.dialog}
    </Page>
  );
}
