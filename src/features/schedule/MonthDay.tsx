import { clsx } from "clsx";
import { useEffect, useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { createPortal } from "react-dom";
import type { CalendarEntry, DayEntries } from "@domain/job/calendar";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { dayOfMonth, formatLongDay, monthOf, type DayKey, type MonthKey } from "@domain/dates/days";
import { dayOfVisitText } from "@domain/job/lastingVisits";
import { formatTime } from "@domain/dates/times";
import { entryFace, MonthEntry } from "./MonthEntry";
import { dayHref } from "./monthMoves";
import { entryKey } from "./calendar/entryKey";
import { isWaiting } from "./calendar/useShownDates";

interface MonthDayProps {
  readonly day: DayKey;
  readonly month: MonthKey;
  readonly isToday: boolean;
  readonly entries: DayEntries | undefined;
  /** The ids or client keys of jobs of which a change waits on this device. */
  readonly waiting: ReadonlySet<string>;
  readonly helpId: string;
  readonly isPhone: boolean;
}

export function MonthDay({ day, month, isToday, ...props }: MonthDayProps) {
  const { entries, waiting, helpId, isPhone } = props;
  const isOutside = monthOf(day) !== month;
  const { shown, hidden } = entries ?? NO_ENTRIES;
  const count = shown.length + hidden.length;
  const list = count > 0 && (
    <ul
      // Days of other months are dimmed by a weaker tint, because half-transparent text could not be read.
      className={clsx("flex flex-col gap-px", isOutside && "[--entry-tint:10%]")}
    >
      {shown.map((entry) => (
        <MonthEntry
          key={entryKey(entry)}
          entry={entry}
          isWaiting={isWaiting(waiting, entry.jobId, entry.clientKey)}
          {...{ helpId, isPhone }}
        />
      ))}
      {hidden.map((entry) => (
        // Printed, because a list cannot be opened on paper.
        <li key={entryKey(entry)} className="hidden print:block">
          <span {...entryFace(entry)}>{entry.name}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <td
      data-day={day}
      data-outside={isOutside || undefined}
      // Shown on a phone by calendar.css.
      data-count={count > 1 ? count : undefined}
      className={clsx(
        "month-day relative border-t border-l border-line pb-0.5 align-top transition-colors first:border-l-0 hover:bg-hover data-over:outline-2 data-over:-outline-offset-2 data-over:outline-accent-ink sm:px-1 sm:py-0.5 print:h-auto print:p-0.5 print:border-ink-faint print:bg-transparent print:inset-ring-0",
        isOutside && "bg-sunken",
        isToday && "inset-ring-2 inset-ring-ink-faint",
      )}
    >
      <DayLink {...{ day, isToday, isOutside, entries, isPhone }}>{isPhone && list}</DayLink>
      {hidden.length > 0 && !isPhone && <HiddenEntries day={day} entries={hidden} />}
      {!isPhone && list}
    </td>
  );
}

const NO_ENTRIES: DayEntries = { shown: [], hidden: [] };

interface DayLinkProps {
  readonly day: DayKey;
  readonly isToday: boolean;
  readonly isOutside: boolean;
  readonly entries: DayEntries | undefined;
  readonly isPhone: boolean;
  /** On a phone, the day's visits, which are not links themselves. */
  readonly children: ReactNode;
}

/** Opens the day. Dragged by its head to another day, it takes all of its visits along. */
function DayLink({ children, ...props }: DayLinkProps) {
  const { day, isToday, isOutside, entries, isPhone } = props;
  const label = dayLabel(day, entries);
  return (
    // The click area covers the whole cell; the entries are above it.
    <a
      href={dayHref(day)}
      // On a phone the link contains the visits' names, so it is named by its text.
      aria-label={isPhone ? undefined : label}
      aria-current={isToday ? "date" : undefined}
      draggable={false}
      className="block outline-none select-none [-webkit-touch-callout:none] after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
    >
      {/* Only the head is a handle, so that a drag across a cell moves nothing. */}
      <span
        data-day-handle={entries !== undefined || undefined}
        aria-hidden={isPhone || undefined}
        // As wide as the cell, with the number in the middle of a square at its start.
        className={clsx(
          "relative z-10 block h-6 pr-[calc(100%-1.5rem)] text-center text-xs leading-6 tabular-nums sm:text-sm sm:leading-6 print:h-4 print:pr-[calc(100%-1rem)] print:text-[0.6875rem] print:leading-4",
          entries !== undefined && "cursor-grab",
          dayNumberClass(isToday, isOutside),
        )}
      >
        {dayOfMonth(day)}
      </span>
      {isPhone && <span className="sr-only">{label}</span>}
      {children}
    </a>
  );
}

interface HiddenEntriesProps {
  readonly day: DayKey;
  readonly entries: readonly CalendarEntry[];
}

/** The number of hidden entries, such as "+3". Their list is open while the pointer or the focus is on it. */
function HiddenEntries({ day, entries }: HiddenEntriesProps) {
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const id = useId();
  const show = ({ currentTarget }: SyntheticEvent) =>
    setAnchor(currentTarget.getBoundingClientRect());
  const hide = () => setAnchor(null);
  return (
    <>
      <a
        href={dayHref(day)}
        draggable={false}
        data-day-handle
        aria-label={`${entries.length} more on ${formatLongDay(day)}`}
        aria-describedby={anchor ? id : undefined}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        className="absolute top-0.5 right-0.5 z-10 rounded px-1 text-xs leading-6 font-medium text-ink-muted tabular-nums hover:text-ink pointer-coarse:pointer-events-none print:hidden"
      >
        +{entries.length}
      </a>
      {anchor &&
        createPortal(<EntryList id={id} {...{ anchor, entries }} onClose={hide} />, document.body)}
    </>
  );
}

interface EntryListProps {
  readonly id: string;
  readonly anchor: DOMRect;
  readonly entries: readonly CalendarEntry[];
  readonly onClose: () => void;
}

/** The list of hidden entries: below their number, or above it in the lower half of the window. */
function EntryList({ id, anchor, entries, onClose }: EntryListProps) {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && onClose();
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("scroll", onClose, { once: true });
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("scroll", onClose);
    };
  });
  const { innerWidth: width, innerHeight: height } = window;
  const isLeft = anchor.left < width / 2;
  const isUpper = anchor.top < height / 2;
  return (
    <div
      role="tooltip"
      id={id}
      style={{
        ...(isLeft ? { left: anchor.left } : { right: width - anchor.right }),
        ...(isUpper ? { top: anchor.bottom } : { bottom: height - anchor.top }),
      }}
      className="pointer-events-none fixed z-30 max-w-72 rounded-lg border border-line bg-raised px-3 py-2 text-xs leading-5 text-ink shadow-float"
    >
      <ul>
        {entries.map((entry) => (
          <li key={entryKey(entry)} className="truncate">
            {entry.part ? dayOfVisitText(entry.part) : formatTime(entry.at)} {entry.name},{" "}
            {ENTRY_TYPE_LABELS[entry.type]}
          </li>
        ))}
      </ul>
    </div>
  );
}

function dayNumberClass(isToday: boolean, isOutside: boolean): string {
  if (isToday) return "today-mark font-semibold text-on-accent forced-colors:outline-2";
  return isOutside ? "text-ink-faint" : "font-medium text-ink";
}

function dayLabel(day: DayKey, entries: DayEntries | undefined): string {
  const { shown, hidden } = entries ?? NO_ENTRIES;
  const count = shown.length + hidden.length;
  return [
    formatLongDay(day),
    count > 0 && (count === 1 ? "1 entry" : `${count} entries`),
    hidden.length > 0 && `${hidden.length} not shown`,
  ]
    .filter(Boolean)
    .join(", ");
}
