import { useDraggable, useDroppable } from "@dnd-kit/core";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useContext, useId, useMemo, type PointerEvent } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import { dayKeyOf, dayOfMonth, formatLongDay, weekdayName, type DayKey } from "@domain/dates/days";
import { counted } from "@domain/text/text";
import { formatTime } from "@domain/dates/times";
import {
  layOutDay,
  minuteOfDay,
  skippedRows,
  type MoreVisits,
  type ShownHours,
  type Slot,
} from "@domain/job/weekGrid";
import { entryKey } from "../calendar/entryKey";
import { hourLabel } from "./hourLabel";
import { LastingEntries } from "./LastingEntries";
import { rowStyle } from "./rowStyle";
import type { ColumnData } from "./WeekDrag";
import { WeekEntry } from "./WeekEntry";
import { DropSlotContext, type DragData } from "./weekMoves";

interface WeekDayProps {
  readonly day: DayKey;
  /** All shown days. */
  readonly days: readonly DayKey[];
  readonly hours: ShownHours;
  readonly now: number;
  readonly entries: readonly CalendarEntry[];
  /** Called with the empty slot under the pointer. */
  readonly onPoint: (slot: Slot, isTap: boolean) => void;
  readonly onLeave: () => void;
}

export function WeekDay({ day, days, hours, now, entries, onPoint, onLeave }: WeekDayProps) {
  const titleId = useId();
  const isToday = day === dayKeyOf(now);
  const data: ColumnData = { day, hours };
  const { setNodeRef } = useDroppable({ id: day, data });
  const { lasting, placed, more } = useMemo(() => {
    const begun = entries.filter(({ part }) => part === undefined);
    return {
      lasting: entries.filter(({ part }) => part !== undefined),
      ...layOutDay(begun),
    };
  }, [entries]);
  const point = (event: PointerEvent, isTap: boolean) => {
    if (event.target !== event.currentTarget) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const shown = (hours.until - hours.from) * 60;
    const minute = hours.from * 60 + ((event.clientY - top) / height) * shown;
    onPoint({ day, minute }, isTap);
  };
  return (
    <section aria-labelledby={titleId} className="group/day min-w-0 flex-1 border-l border-line">
      <DayTitle
        id={titleId}
        day={day}
        isToday={isToday}
        count={entries.length}
        canMove={entries.length > lasting.length}
      />
      <LastingEntries entries={lasting} hours={hours} />
      <div
        ref={setNodeRef}
        onPointerMove={(event) => {
          if (event.pointerType === "mouse") point(event, false);
        }}
        onPointerUp={(event) => {
          if (event.pointerType !== "mouse") point(event, true);
        }}
        onPointerLeave={onLeave}
        className={clsx(
          "relative h-[calc(var(--hour)*var(--rows))] border-b border-line bg-[linear-gradient(to_bottom,var(--line)_1px,transparent_1px)] bg-size-[100%_var(--hour)] bg-position-[0_-1px]",
          isToday && "bg-accent-tint/25",
        )}
      >
        {skippedRows(day).map(({ from, until }) => (
          <p
            key={from}
            style={rowStyle(from, hours, until - from)}
            className="pointer-events-none absolute inset-x-0 overflow-hidden bg-sunken px-1.5 text-xs text-ink-faint"
          >
            The clock skips this hour
          </p>
        ))}
        <DropMark day={day} hours={hours} />
        <ol>
          {placed.map((each) => (
            <WeekEntry key={entryKey(each.visit)} placed={each} days={days} hours={hours} />
          ))}
        </ol>
        {more.map((each) => (
          <More key={each.top} day={day} more={each} hours={hours} />
        ))}
        {isToday && <NowLine now={now} hours={hours} />}
      </div>
    </section>
  );
}

interface DayTitleProps {
  readonly id: string;
  readonly day: DayKey;
  readonly isToday: boolean;
  readonly count: number;
  /** Whether a visit begins on the day. */
  readonly canMove: boolean;
}

/** Opens the day. Dragged to another day, it takes all of its visits along. */
function DayTitle({ id, day, isToday, count, canMove }: DayTitleProps) {
  const data: DragData = { kind: "day", day };
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `day ${day}`,
    data,
    disabled: !canMove,
  });
  return (
    <h2
      id={id}
      className="sticky top-14 z-20 h-(--head) border-b border-line bg-surface sm:group-last/day:rounded-tr-xl"
    >
      <Link
        to="/dashboard"
        search={{ date: day }}
        ref={setNodeRef}
        draggable={false}
        aria-current={isToday ? "date" : undefined}
        {...listeners}
        className={clsx(
          "flex h-full flex-col items-center justify-center gap-0.5 rounded-[inherit] transition-colors outline-none -outline-offset-2 select-none [-webkit-touch-callout:none] hover:bg-hover focus-visible:outline-2 focus-visible:outline-accent-ink",
          count > 0 && "cursor-grab",
          isDragging && "opacity-40",
        )}
      >
        <span className="sr-only">
          {[formatLongDay(day), count > 0 && counted(count, "visit")].filter(Boolean).join(", ")}
        </span>
        <span aria-hidden="true" className="text-xs font-medium text-ink-muted">
          {weekdayName(day).slice(0, 3)}
        </span>
        <span
          aria-hidden="true"
          className={clsx(
            "inline-flex size-7 items-center justify-center rounded-full text-sm tabular-nums",
            isToday
              ? "bg-accent font-semibold text-on-accent forced-colors:outline-2"
              : "font-medium text-ink",
          )}
        >
          {dayOfMonth(day)}
        </span>
      </Link>
    </h2>
  );
}

interface MoreProps {
  readonly day: DayKey;
  readonly more: MoreVisits<CalendarEntry>;
  readonly hours: ShownHours;
}

/** A link such as "+3 at 9 AM", for visits that have no room. Opens their day. */
function More({ day, more: { top, height, visits }, hours }: MoreProps) {
  const [first, ...others] = visits.map(({ at }) => new Date(at).getHours());
  const isOneHour = others.every((hour) => hour === first);
  const text = `+${visits.length} ${isOneHour ? "at" : "from"} ${hourLabel(first ?? 0)}`;
  return (
    <Link
      to="/dashboard"
      search={{ date: day }}
      aria-label={`${text}: ${visits.length} more on ${formatLongDay(day)}`}
      title={visits.map(({ at, name }) => `${formatTime(at)} ${name}`).join("\n")}
      style={rowStyle(top, hours, height)}
      className="absolute inset-x-px z-10 flex items-start truncate rounded pt-1 bg-surface pl-2 text-xs leading-4 font-medium text-ink-muted tabular-nums hover:bg-raised hover:text-ink"
    >
      {text}
    </Link>
  );
}

interface NowLineProps {
  readonly now: number;
  readonly hours: ShownHours;
}

/**
 * The red line at the current time, absent if its hour is folded. It passes behind the visits, because a name with a
 * line through it looks canceled. Its dot is above them.
 */
function NowLine({ now, hours }: NowLineProps) {
  const minute = minuteOfDay(now);
  if (minute < hours.from * 60 || minute >= hours.until * 60) return null;
  return (
    <p style={rowStyle(minute, hours, 0)} className="pointer-events-none absolute inset-x-0">
      <span className="sr-only">Now, {formatTime(now)}</span>
      <span
        aria-hidden="true"
        className="absolute inset-x-0 -top-px h-0.5 bg-now forced-color-adjust-none forced-colors:bg-[CanvasText]"
      />
      <span
        aria-hidden="true"
        className="absolute -top-1 -left-1 z-10 size-2 rounded-full bg-now forced-color-adjust-none forced-colors:bg-[CanvasText]"
      />
    </p>
  );
}

/** Marks the slot in which the dragged visit would stand. */
function DropMark({ day, hours }: Pick<WeekDayProps, "day" | "hours">) {
  const slot = useContext(DropSlotContext);
  if (slot?.day !== day || slot.at === null) return null;
  if (slot.isWholeDay)
    return (
      <p
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 z-20 outline-2 -outline-offset-2 outline-accent-ink"
      />
    );
  return (
    <p
      aria-hidden="true"
      style={rowStyle(slot.minute, hours)}
      className="pointer-events-none absolute inset-x-0.5 z-20 rounded border-2 border-dashed border-accent-ink bg-accent-tint/60 px-1.5 text-xs font-semibold tabular-nums"
    >
      {formatTime(slot.at)}
    </p>
  );
}
