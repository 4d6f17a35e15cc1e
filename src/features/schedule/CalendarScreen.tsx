import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { addMonths, monthOf, monthTitle, type MonthKey } from "@domain/days";
import { ENTRY_TYPE_LABELS, ENTRY_TYPES } from "@domain/calendar";
import { Page, PageHeader } from "@/components/Page";
import { Button } from "@/components/ui/Button";
import { IconButton } from "@/components/ui/IconButton";
import { Spinner } from "@/components/ui/Spinner";
import { useToday } from "@/lib/useNow";
import { useShortcuts } from "@/lib/useShortcuts";
import { LazyMoveDayDialog } from "./LazyMoveDayDialog";
import { MonthDrag } from "./MonthDrag";
import { MonthGrid } from "./MonthGrid";
import { MonthMovesContext } from "./monthMoves";
import { SavedMonthNote } from "./SavedMonthNote";
import { entryColorClass } from "./entryColorClass";
import { useMonthEntries } from "./useMonthEntries";
import { useMonthMoves } from "./useMonthMoves";

interface CalendarScreenProps {
  /** The chosen month; without one, the current month. */
  readonly month: MonthKey | undefined;
  readonly onMonthChange: (
    change: (month: MonthKey | undefined) => MonthKey | undefined,
  ) => void;
}

export function CalendarScreen({ month, onMonthChange }: CalendarScreenProps) {
  const today = useToday();
  const shown = month ?? monthOf(today);
  const { entries, copied, waiting } = useMonthEntries(shown);
  const { moves, drop, moveOfDay, closeMoveOfDay } = useMonthMoves({
    month: shown,
    waiting,
    onMonthChange: (to) => onMonthChange(() => to),
  });
  const toToday = () => onMonthChange(() => undefined);
  const move = (count: number) =>
    onMonthChange((from) => addMonths(from ?? monthOf(today), count));
  const toPrevious = () => move(-1);
  const toNext = () => move(1);

  useShortcuts({ today: toToday, previous: toPrevious, next: toNext });

  return (
    <Page isWide className="print-landscape print:-my-6 print:gap-2">
      <PageHeader
        title={monthTitle(shown)}
        controls={
          <>
            <IconButton label="Previous month" onClick={toPrevious}>
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <IconButton label="Next month" onClick={toNext}>
              <ChevronRight aria-hidden="true" />
            </IconButton>
            {shown !== monthOf(today) && (
              <Button aria-label="Today, back to this month" onClick={toToday}>
                Today
              </Button>
            )}
            {entries === undefined && copied === null && (
              <span className="px-2 text-ink-muted">
                <Spinner label="Loading" className="size-4" />
              </span>
            )}
          </>
        }
        actions={<Legend className="max-sm:hidden" />}
      />
      <SavedMonthNote copied={copied} />
      <MonthMovesContext value={moves}>
        <MonthDrag onDrop={drop}>
          <MonthGrid month={shown} today={today} entries={entries} />
        </MonthDrag>
      </MonthMovesContext>
      <Legend className="sm:hidden print:flex" />
      {moveOfDay && (
        <LazyMoveDayDialog
          day={moveOfDay.from}
          to={moveOfDay.to}
          onClose={closeMoveOfDay}
        />
      )}
    </Page>
  );
}

function Legend({ className }: { readonly className: string }) {
  return (
    <ul
      aria-label="Colors"
      className={clsx("flex gap-4 text-sm text-ink-muted", className)}
    >
      {ENTRY_TYPES.map((type) => (
        <li key={type} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={clsx(
              "h-3.5 w-4 rounded-[3px] border-l-3",
              entryColorClass(type),
            )}
          />
          {ENTRY_TYPE_LABELS[type]}
        </li>
      ))}
    </ul>
  );
}
