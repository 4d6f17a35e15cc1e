import { Link } from "@tanstack/react-router";
import {
  CalendarDays,
  ChevronLeft,
  ChevronRight,
  Package,
  Undo2,
} from "lucide-react";
import {
  formatLongDay,
  formatShortDay,
  relativeDayLabel,
  weekdayName,
  type DayKey,
} from "@domain/days";
import { buttonClass, iconButtonClass } from "@/components/ui/buttonClass";
import { IconButton } from "@/components/ui/IconButton";

interface DayNavigatorProps {
  readonly day: DayKey;
  readonly today: DayKey;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onToday: () => void;
}

export function DayNavigator({
  day,
  today,
  onPrevious,
  onNext,
  onToday,
}: DayNavigatorProps) {
  return (
    <header className="mb-4 flex items-center gap-1 sm:mb-6">
      <div className="flex min-w-0 grow items-center gap-1">
        <IconButton label="Previous day" className="-ml-2" onClick={onPrevious}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <div aria-live="polite" className="min-w-0 max-sm:grow sm:w-44">
          <h1
            aria-label={formatLongDay(day)}
            className="truncate text-xl leading-7 font-semibold tracking-tight"
          >
            {weekdayName(day)}
          </h1>
          <p className="truncate text-sm text-ink-muted tabular-nums">
            <span className={day === today ? "text-accent-ink" : undefined}>
              {relativeDayLabel(day, today)}
            </span>
            <span aria-hidden="true"> · </span>
            <time dateTime={day}>{formatShortDay(day)}</time>
          </p>
        </div>
        <IconButton label="Next day" onClick={onNext}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        {day !== today && (
          <IconButton label="Back to today" onClick={onToday}>
            <Undo2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <Link
        to="/inventory"
        aria-label="Inventory"
        title="Inventory"
        className={iconButtonClass()}
      >
        <Package aria-hidden="true" />
      </Link>
      <Link
        to="/calendar"
        title="Open calendar"
        className={`${buttonClass("secondary")} max-sm:w-11 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0 max-sm:shadow-none`}
      >
        <CalendarDays aria-hidden="true" />
        <span className="max-sm:sr-only">Open calendar</span>
      </Link>
    </header>
  );
}
