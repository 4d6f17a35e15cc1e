import type { CSSProperties } from "react";
import type { DayEntries } from "@domain/calendar";
import {
  monthGrid,
  monthTitle,
  WEEKDAY_LABELS,
  type DayKey,
  type MonthKey,
} from "@domain/days";
import { Spinner } from "@/components/ui/Spinner";
import { MonthDay } from "./MonthDay";

interface MonthGridProps {
  readonly month: MonthKey;
  readonly today: DayKey;
  /** `undefined` while loading; the days show at once. */
  readonly entries: ReadonlyMap<DayKey, DayEntries> | undefined;
  /** False where there is nothing to wait for, as without signal. */
  readonly isLoading: boolean;
}

export function MonthGrid({
  month,
  today,
  entries,
  isLoading,
}: MonthGridProps) {
  const weeks = monthGrid(month);
  return (
    <div className="relative overflow-hidden border-y border-line bg-surface max-sm:-mx-4 sm:rounded-xl sm:border sm:shadow-lift print:mx-0 print:rounded-none print:border print:border-ink-faint print:shadow-none">
      <table
        aria-label={monthTitle(month)}
        aria-busy={entries === undefined}
        style={{ "--weeks": weeks.length } as CSSProperties}
        className="w-full table-fixed border-collapse"
      >
        <thead>
          <tr>
            {WEEKDAY_LABELS.map((label) => (
              <th
                key={label}
                scope="col"
                className="py-2 text-xs font-medium text-ink-muted print:py-1"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]} className="break-inside-avoid">
              {week.map((day) => (
                <MonthDay
                  key={day}
                  day={day}
                  month={month}
                  isToday={day === today}
                  entries={entries?.get(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isLoading && (
        // In the middle of the days, which can be pressed already.
        <span className="pointer-events-none absolute inset-0 flex items-center justify-center text-ink-muted print:hidden">
          <Spinner className="size-8" />
        </span>
      )}
    </div>
  );
}
