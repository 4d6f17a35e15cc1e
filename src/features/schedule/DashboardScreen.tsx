import { CatchBoundary } from "@tanstack/react-router";
import { useState } from "react";
import { nextDay, previousDay, type DayKey } from "@domain/dates/days";
import { Page } from "@/components/Page";
import { ErrorBelowHeader } from "@/features/account/RouteError";
import { useJobDialog } from "@/features/jobs/useJobDialog";
import { useIsDesk } from "@/lib/useMediaQuery";
import { useToday } from "@/lib/useNow";
import { useShortcuts } from "@/lib/useShortcuts";
import { DayBar } from "./DayBar";
import { DayJobs } from "./DayJobs";
import { DayNavigator } from "./DayNavigator";
import { LazySwipeDays } from "./LazySwipeDays";

interface DashboardScreenProps {
  /** The day in the URL; without one, today, which changes at midnight. */
  readonly date: DayKey | undefined;
  /** The key of the crew in the URL whose visits alone are shown. */
  readonly crew: string | undefined;
  /** The open job in the URL; `onLinkTaken` removes it from there. */
  readonly linkedJob: string | undefined;
  readonly onLinkTaken: () => void;
  readonly onDateChange: (change: (date: DayKey | undefined) => DayKey | undefined) => void;
}

export function DashboardScreen({
  date,
  crew,
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
  const controls = {
    ...{ day, today },
    ...{ onPrevious: toPrevious, onToday: toToday, onNext: toNext },
  };
  const isDesk = useIsDesk();
  const [list, setList] = useState<HTMLElement | null>(null);
  const [crewSlot, setCrewSlot] = useState<HTMLElement | null>(null);
  const [routeSlot, setRouteSlot] = useState<HTMLElement | null>(null);

  useShortcuts({
    today: toToday,
    previous: toPrevious,
    next: toNext,
    newJob: jobDialog.add,
  });

  return (
    <Page className="pb-24 max-lg:pb-14 print:-my-6 print:pb-0">
      {/* As high as a phone's window, so that a day without visits can be swiped anywhere. */}
      <div
        className="flex flex-col gap-3 max-lg:min-h-[calc(100dvh-11rem)] sm:gap-5 print:min-h-0"
        ref={setList}
      >
        <DayNavigator {...controls} isDesk={isDesk} crewRef={setCrewSlot} />
        <CatchBoundary getResetKey={() => day} errorComponent={ErrorBelowHeader}>
          <DayJobs
            day={day}
            crew={crew}
            crewSlot={crewSlot}
            routeSlot={routeSlot}
            onOpen={jobDialog.open}
            onAdd={jobDialog.add}
          />
        </CatchBoundary>
      </div>
      <DayBar {...controls} isDesk={isDesk} onAdd={jobDialog.add} routeRef={setRouteSlot} />
      {!isDesk && list && <LazySwipeDays element={list} onPrevious={toPrevious} onNext={toNext} />}
      {jobDialog.dialog}
    </Page>
  );
}
