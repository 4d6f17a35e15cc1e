import type { CSSProperties } from "react";
import type { DayEntries } from "@domain/calendar";
import {
  monthGrid,
  monthTitle,
  WEEKDAY_LABELS,
  type DayKey,
  type MonthKey,
} from "@domain/days";
import { MonthDay } from "./MonthDay";

interface MonthGridProps {
  readonly month: MonthKey;
  readonly today: DayKey;
  /** `undefined` while loading; the days show at once. */
  readonly entries: ReadonlyMap<DayKey, DayEntries> | undefined;
}

export function MonthGrid({ month, today, entries }: MonthGridProps) {
  const weeks = monthGrid(month);
  return (
    <div className="overflow-hidden border-y border-line bg-surface max-sm:-mx-4 sm:rounded-xl sm:border sm:shadow-lift print:mx-0 print:rounded-none print:border print:border-ink-faint print:shadow-none">
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
    </div>
  );
}
