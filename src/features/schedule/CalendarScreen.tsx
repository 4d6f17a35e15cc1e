import { CatchBoundary } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { createPortal } from "react-dom";
import { addMonths, monthOf, monthTitle, type DayKey, type MonthKey } from "@domain/dates/days";
import { Page, PageHeader } from "@/components/Page";
import { ChevronLeft, ChevronRight } from "@/components/icons/firstIcons";
import { ErrorBelowHeader } from "@/features/account/RouteError";
import { Button } from "@/components/ui/Button";
import { IconButton } from "@/components/ui/IconButton";
import { useToday } from "@/lib/useNow";
import { useShortcuts } from "@/lib/useShortcuts";
import { LazyCrewFilter } from "./crews/LazyCrewFilter";
import { LazyMoveDayDialog } from "./moves/LazyMoveDayDialog";
import { MonthGrid } from "./MonthGrid";
import { SavedMonthNote } from "./calendar/SavedMonthNote";
import { Legend } from "./calendar/Legend";
import { ViewChoice } from "./calendar/ViewChoice";
import { useMonthEntries } from "./calendar/useMonthEntries";
import { useMonthMoves } from "./useMonthMoves";

interface CalendarScreenProps {
  /** The chosen month; without one, the current month. */
  readonly month: MonthKey | undefined;
  readonly onMonthChange: (change: (month: MonthKey | undefined) => MonthKey | undefined) => void;
  /** The key of the crew in the URL whose visits alone are shown. */
  readonly crew: string | undefined;
  readonly onCrewChange: (crew: string | undefined) => void;
}

export function CalendarScreen({ month, onMonthChange, crew, onCrewChange }: CalendarScreenProps) {
  const today = useToday();
  const shown = month ?? monthOf(today);
  const toToday = () => onMonthChange(() => undefined);
  const move = (count: number) => onMonthChange((from) => addMonths(from ?? monthOf(today), count));
  const toPrevious = () => move(-1);
  const toNext = () => move(1);
  const [firstStep, setFirstStep] = useState<0 | 1>(0);
  const loadNext = () => setFirstStep(1);
  const [crewSlot, setCrewSlot] = useState<HTMLElement | null>(null);

  useShortcuts({ today: toToday, previous: toPrevious, next: toNext });

  return (
    <Page className="month-page print-landscape print:relative print:-my-6 print:gap-2">
      <PageHeader
        title={monthTitle(shown)}
        controls={
          <>
            <IconButton label="Previous month" onClick={toPrevious}>
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <IconButton
              label="Next month"
              onClick={toNext}
              onPointerEnter={loadNext}
              onFocus={loadNext}
            >
              <ChevronRight aria-hidden="true" />
            </IconButton>
          </>
        }
        actions={
          <>
            <div ref={setCrewSlot} className="empty:hidden" />
            <Legend className="max-sm:hidden" />
            <ViewChoice view="month" day={shown === monthOf(today) ? undefined : `${shown}-01`} />
          </>
        }
        back={
          shown !== monthOf(today) && (
            <Button aria-label="Today, back to this month" onClick={toToday}>
              Today
            </Button>
          )
        }
      />
      <CatchBoundary getResetKey={() => shown} errorComponent={ErrorBelowHeader}>
        <Month
          month={shown}
          today={today}
          firstStep={firstStep}
          onMonthChange={(to) => onMonthChange(() => to)}
          {...{ crew, crewSlot, onCrewChange }}
        />
      </CatchBoundary>
    </Page>
  );
}

interface MonthProps extends Pick<CalendarScreenProps, "crew" | "onCrewChange"> {
  readonly month: MonthKey;
  readonly today: DayKey;
  /** The direction in which a month is loaded ahead before the person pages: 1 for the next month, 0 for none. */
  readonly firstStep: 0 | 1;
  readonly onMonthChange: (month: MonthKey) => void;
  /** Where the heading has the choice of the crew. */
  readonly crewSlot: HTMLElement | null;
}

function Month({ month, today, firstStep, onMonthChange, ...props }: MonthProps) {
  const { crew, crewSlot, onCrewChange } = props;
  const { entries, crews, copied, waiting } = useMonthEntries(month, {
    firstStep,
    crew,
  });
  const moves = useMonthMoves({
    month,
    onMonthChange,
  });
  const { moveOfDay, closeMoveOfDay } = moves;
  // The first render only sends the queries, so that the days are drawn while the server answers.
  const isDrawn = useDeferredValue(true, false);
  if (!isDrawn) return null;
  return (
    <>
      {crewSlot &&
        (crew !== undefined || crews?.some(Boolean)) &&
        createPortal(
          <LazyCrewFilter crew={crew} crews={crews} onChange={onCrewChange} />,
          crewSlot,
        )}
      <SavedMonthNote copied={copied} />
      <MonthGrid
        month={month}
        today={today}
        entries={entries}
        isLoading={entries === undefined && copied === null}
        waiting={waiting}
        onDrop={moves.drop}
        onMoveByKey={moves.moveByKey}
        onShown={moves.takeFocus}
      />
      <Legend className="sm:hidden print:absolute print:top-2 print:right-0 print:flex" />
      {moveOfDay && (
        <LazyMoveDayDialog
          day={moveOfDay.from}
          crew={crew}
          to={moveOfDay.to}
          onClose={closeMoveOfDay}
        />
      )}
    </>
  );
}
