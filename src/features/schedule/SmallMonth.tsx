import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useId, useState } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import { ENTRY_TYPES } from "@domain/job/entryTypes";
import {
  addMonths,
  dayOfMonth,
  formatLongDay,
  monthGrid,
  monthOf,
  monthTitle,
  WEEKDAY_LABELS,
  type DayKey,
  type MonthKey,
} from "@domain/dates/days";
import { ChevronLeft, ChevronRight } from "@/components/icons/firstIcons";
import { IconButton } from "@/components/ui/IconButton";
import { VisitMark } from "@/components/VisitMark";
import { useMonthEntries } from "./calendar/useMonthEntries";

interface SmallMonthProps {
  /** The day on screen: its month is shown. */
  readonly day: DayKey;
  readonly today: DayKey;
}

/** A month in which a click opens the day. A dot says that a day has estimates, a square that it has installs. */
export function SmallMonth({ day, today }: SmallMonthProps) {
  const [month, move] = useShownMonth(day);
  const { entries } = useMonthEntries(month);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-1 flex items-center">
        <h2 id={titleId} className="grow text-sm font-semibold">
          {monthTitle(month)}
        </h2>
        <IconButton label="Earlier month" onClick={() => move(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton label="Later month" onClick={() => move(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <table aria-labelledby={titleId} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {WEEKDAY_LABELS.map((label) => (
              <th key={label} scope="col" className="pb-1 text-xs font-medium text-ink-muted">
                <span aria-hidden="true">{label.slice(0, 2)}</span>
                <span className="sr-only">{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => {
                const { shown = [], hidden = [] } = entries?.get(each) ?? {};
                return (
                  <td key={each} className="p-0 text-center">
                    <DayLink
                      day={each}
                      isOutside={monthOf(each) !== month}
                      isShown={each === day}
                      isToday={each === today}
                      entries={[...shown, ...hidden]}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The month of the shown day or the one the person paged to, until the shown day is in another month. */
function useShownMonth(day: DayKey): [MonthKey, (count: number) => void] {
  const ofDay = monthOf(day);
  const [shown, setShown] = useState({ from: ofDay, month: ofDay });
  if (shown.from !== ofDay) setShown({ from: ofDay, month: ofDay });
  return [shown.month, (count) => setShown({ from: ofDay, month: addMonths(shown.month, count) })];
}

interface DayLinkProps {
  readonly day: DayKey;
  readonly isOutside: boolean;
  readonly isShown: boolean;
  readonly isToday: boolean;
  readonly entries: readonly CalendarEntry[];
}

function DayLink({ day, isOutside, isShown, isToday, entries }: DayLinkProps) {
  const visits = `${entries.length} ${entries.length === 1 ? "visit" : "visits"}`;
  return (
    <Link
      to="/dashboard"
      search={{ date: day }}
      replace
      resetScroll={false}
      aria-label={[formatLongDay(day), entries.length > 0 && visits].filter(Boolean).join(", ")}
      aria-current={isShown ? "date" : undefined}
      className={clsx(
        "relative mx-auto flex h-9 w-9 items-center justify-center rounded-lg pb-1 text-sm tabular-nums transition-colors hover:bg-hover touch:h-11 touch:w-11",
        isShown &&
          "bg-selected font-semibold forced-colors:forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:outline-[Highlight]",
        isToday && "ring-2 ring-ink-muted ring-inset forced-colors:outline-2",
        isOutside && "text-ink-faint",
      )}
    >
      {dayOfMonth(day)}
      <span
        aria-hidden="true"
        className="absolute inset-x-0 bottom-1.5 flex justify-center gap-0.5"
      >
        {ENTRY_TYPES.filter((type) => entries.some((entry) => entry.type === type)).map((type) => (
          <VisitMark key={type} type={type} isSmall />
        ))}
      </span>
    </Link>
  );
}
