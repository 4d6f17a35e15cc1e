import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import {
  ENTRY_TYPE_LABELS,
  type CalendarEntry,
  type DayEntries,
} from "@domain/calendar";
import {
  dayOfMonth,
  formatLongDay,
  monthOf,
  type DayKey,
  type MonthKey,
} from "@domain/days";
import { formatShortTime, formatTime } from "@domain/times";
import { entryColorClass } from "./entryColorClass";

interface MonthDayProps {
  readonly day: DayKey;
  readonly month: MonthKey;
  readonly isToday: boolean;
  readonly entries: DayEntries | undefined;
}

export function MonthDay({ day, month, isToday, entries }: MonthDayProps) {
  const isOutside = monthOf(day) !== month;
  const hiddenCount = entries?.hiddenCount ?? 0;
  return (
    <td
      data-outside={isOutside || undefined}
      className={clsx(
        "relative h-[max(6rem,calc((100dvh-13.5rem)/var(--weeks)))] border-t border-l border-line p-0.5 align-top transition-colors first:border-l-0 hover:bg-hover sm:p-1",
        isOutside && "bg-sunken",
        isToday && "bg-accent-tint",
      )}
    >
      <div className="mb-0.5 flex items-center justify-between gap-1 sm:mb-1">
        {/* The click area covers the whole cell; the entries are above it. */}
        <Link
          to="/dashboard"
          search={{ date: day }}
          aria-label={dayLabel(day, entries)}
          aria-current={isToday ? "date" : undefined}
          className={clsx(
            "inline-flex size-6 shrink-0 items-center justify-center rounded-full text-xs tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink sm:size-7 sm:text-sm",
            dayNumberClass(isToday, isOutside),
          )}
        >
          {dayOfMonth(day)}
        </Link>
        {hiddenCount > 0 && (
          <span
            aria-hidden="true"
            className="pr-0.5 text-xs font-medium text-ink-muted tabular-nums sm:pr-1"
          >
            +{hiddenCount}
          </span>
        )}
      </div>
      {entries && (
        <ul
          className={clsx("flex flex-col gap-0.5", isOutside && "opacity-75")}
        >
          {entries.shown.map((entry) => (
            <li key={`${entry.jobId} ${entry.type}`}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

function Entry({ entry }: { readonly entry: CalendarEntry }) {
  const { date, type, name, at } = entry;
  return (
    <Link
      to="/dashboard"
      search={{ date }}
      title={`${ENTRY_TYPE_LABELS[type]}, ${formatTime(at)}: ${name}`}
      className={clsx(
        "relative z-10 block truncate rounded-[3px] px-[3px] text-[0.6875rem] leading-4 font-medium max-sm:text-clip sm:rounded sm:px-1.5 sm:text-xs sm:leading-5",
        entryColorClass(type),
      )}
    >
      <span className="sr-only">
        {ENTRY_TYPE_LABELS[type]}, {formatTime(at)}:{" "}
      </span>
      <span
        aria-hidden="true"
        className="mr-1 font-normal tabular-nums max-lg:hidden"
      >
        {formatShortTime(at)}
      </span>
      {name}
    </Link>
  );
}

function dayNumberClass(isToday: boolean, isOutside: boolean): string {
  if (isToday) return "bg-accent font-semibold text-on-accent";
  return isOutside ? "text-ink-faint" : "font-medium text-ink";
}

function dayLabel(day: DayKey, entries: DayEntries | undefined): string {
  const { shown, hiddenCount } = entries ?? { shown: [], hiddenCount: 0 };
  const count = shown.length + hiddenCount;
  return [
    formatLongDay(day),
    count > 0 && (count === 1 ? "1 entry" : `${count} entries`),
    hiddenCount > 0 && `${hiddenCount} not shown`,
  ]
    .filter(Boolean)
    .join(", ");
}
