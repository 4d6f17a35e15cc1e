import { useDraggable, useDroppable } from "@dnd-kit/core";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Tooltip } from "radix-ui";
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
import { formatTime } from "@domain/times";
import { EntryFace, MonthEntry } from "./MonthEntry";
import { entryKey } from "./monthMoves";

interface MonthDayProps {
  readonly day: DayKey;
  readonly month: MonthKey;
  readonly isToday: boolean;
  readonly entries: DayEntries | undefined;
}

export function MonthDay({ day, month, isToday, entries }: MonthDayProps) {
  const isOutside = monthOf(day) !== month;
  const hidden = entries?.hidden ?? [];
  const { setNodeRef, isOver } = useDroppable({ id: day });
  return (
    <td
      ref={setNodeRef}
      data-outside={isOutside || undefined}
      className={clsx(
        "relative h-[max(6rem,calc((100dvh-13.5rem)/var(--weeks)))] border-t border-l border-line p-0.5 align-top transition-colors first:border-l-0 hover:bg-hover sm:p-1 print:h-[calc(105mm/var(--weeks))] print:p-0.5 print:border-ink-faint print:bg-transparent print:inset-ring-0",
        isOutside && "bg-sunken",
        isToday && "inset-ring-2 inset-ring-ink-faint",
        isOver && "outline-2 -outline-offset-2 outline-accent-ink",
      )}
    >
      <div className="mb-0.5 flex items-center justify-between gap-1 sm:mb-1 print:mb-0">
        <DayNumber {...{ day, isToday, isOutside, entries }} />
        {hidden.length > 0 && <HiddenEntries day={day} entries={hidden} />}
      </div>
      {entries && (
        <ul
          // Dimmed by the tint: half-transparent text could not be read.
          className={clsx(
            "flex flex-col gap-0.5 print:gap-px",
            isOutside && "[--entry-tint:10%]",
          )}
        >
          {entries.shown.map((entry) => (
            <li key={entryKey(entry)}>
              <MonthEntry entry={entry} />
            </li>
          ))}
          {hidden.map((entry) => (
            // Paper has no list to open.
            <li key={entryKey(entry)} className="hidden print:block">
              <EntryFace entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

interface DayNumberProps {
  readonly day: DayKey;
  readonly isToday: boolean;
  readonly isOutside: boolean;
  readonly entries: DayEntries | undefined;
}

/** Opens the day. Dragged to another day, it takes all of its visits along. */
function DayNumber({ day, isToday, isOutside, entries }: DayNumberProps) {
  const { listeners, setNodeRef } = useDraggable({
    id: `day ${day}`,
    data: { kind: "day", day },
    disabled: entries === undefined,
  });
  return (
    // The click area covers the whole cell; the entries are above it.
    <Link
      to="/dashboard"
      search={{ date: day }}
      aria-label={dayLabel(day, entries)}
      aria-current={isToday ? "date" : undefined}
      draggable={false}
      className="outline-none select-none [-webkit-touch-callout:none] after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
    >
      {/* Only the number is a handle: a drag across a cell selects nothing. */}
      <span
        ref={setNodeRef}
        {...listeners}
        className={clsx(
          "relative z-10 inline-flex size-6 shrink-0 items-center justify-center rounded-full text-xs tabular-nums sm:size-7 sm:text-sm print:size-4 print:text-[0.6875rem]",
          entries !== undefined && "cursor-grab",
          dayNumberClass(isToday, isOutside),
        )}
      >
        {dayOfMonth(day)}
      </span>
    </Link>
  );
}

/** "+3": its list opens while the pointer or the focus is on it. */
function HiddenEntries({
  day,
  entries,
}: {
  readonly day: DayKey;
  readonly entries: readonly CalendarEntry[];
}) {
  return (
    <Tooltip.Provider delayDuration={0} disableHoverableContent>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>
          <Link
            to="/dashboard"
            search={{ date: day }}
            aria-label={`${entries.length} more on ${formatLongDay(day)}`}
            className="relative z-10 rounded pr-0.5 text-xs font-medium text-ink-muted tabular-nums hover:text-ink pointer-coarse:pointer-events-none sm:px-1 print:hidden"
          >
            +{entries.length}
          </Link>
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            side="bottom"
            align="end"
            sideOffset={4}
            collisionPadding={8}
            className="z-30 max-h-(--radix-tooltip-content-available-height) max-w-72 overflow-hidden rounded-lg border border-line bg-raised px-3 py-2 text-xs leading-5 text-ink shadow-float"
          >
            <ul>
              {entries.map(({ jobId, type, name, at }) => (
                <li key={`${jobId} ${type}`} className="truncate">
                  {formatTime(at)} {name}, {ENTRY_TYPE_LABELS[type]}
                </li>
              ))}
            </ul>
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

function dayNumberClass(isToday: boolean, isOutside: boolean): string {
  if (isToday)
    return "bg-accent font-semibold text-on-accent forced-colors:outline-2";
  return isOutside ? "text-ink-faint" : "font-medium text-ink";
}

function dayLabel(day: DayKey, entries: DayEntries | undefined): string {
  const { shown, hidden } = entries ?? { shown: [], hidden: [] };
  const count = shown.length + hidden.length;
  return [
    formatLongDay(day),
    count > 0 && (count === 1 ? "1 entry" : `${count} entries`),
    hidden.length > 0 && `${hidden.length} not shown`,
  ]
    .filter(Boolean)
    .join(", ");
}
