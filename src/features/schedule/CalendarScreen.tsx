import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, Undo2 } from "lucide-react";
import { addMonths, monthOf, monthTitle, type MonthKey } from "@domain/days";
import { ENTRY_TYPE_LABELS, ENTRY_TYPES } from "@domain/calendar";
import { IconButton } from "@/components/ui/IconButton";
import { Spinner } from "@/components/ui/Spinner";
import { useToday } from "@/lib/useNow";
import { useShortcuts } from "@/lib/useShortcuts";
import { MonthGrid } from "./MonthGrid";
import { entryColorClass } from "./entryColorClass";
import { useMonthEntries } from "./useMonthEntries";

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
  const entries = useMonthEntries(shown);
  const toToday = () => onMonthChange(() => undefined);
  const move = (count: number) =>
    onMonthChange((from) => addMonths(from ?? monthOf(today), count));
  const toPrevious = () => move(-1);
  const toNext = () => move(1);

  useShortcuts({ t: toToday, arrowleft: toPrevious, arrowright: toNext });

  return (
    <div className="flex flex-col gap-3 sm:gap-4">
      <header className="flex min-h-9 items-center gap-1">
        <IconButton
          label="Previous month"
          className="-ml-2"
          onClick={toPrevious}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <h1
          aria-live="polite"
          className="min-w-0 truncate text-center text-xl font-semibold tracking-tight tabular-nums max-sm:grow sm:w-48"
        >
          {monthTitle(shown)}
        </h1>
        <IconButton label="Next month" onClick={toNext}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        {shown !== monthOf(today) && <BackToToday onClick={toToday} />}
        {entries === undefined && (
          <span className="px-2 text-ink-muted">
            <Spinner label="Loading" className="size-4" />
          </span>
        )}
        <Legend className="ml-auto max-sm:hidden" />
      </header>
      <MonthGrid month={shown} today={today} entries={entries} />
      <Legend className="sm:hidden" />
    </div>
  );
}

function BackToToday({ onClick }: { readonly onClick: () => void }) {
  return (
    <IconButton label="Back to this month" onClick={onClick}>
      <Undo2 aria-hidden="true" />
    </IconButton>
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
            className={clsx("size-3 rounded-[3px]", entryColorClass(type))}
          />
          {ENTRY_TYPE_LABELS[type]}
        </li>
      ))}
    </ul>
  );
}
