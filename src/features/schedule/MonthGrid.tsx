import { useNavigate } from "@tanstack/react-router";
import {
  useId,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import {
  addDays,
  monthGrid,
  monthTitle,
  WEEKDAY_LABELS,
  type DayKey,
  type MonthKey,
} from "@domain/dates/days";
import { Spinner } from "@/components/ui/Spinner";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { usePreload } from "@/lib/usePreload";
import { LazyMonthDrag, preloadMonthDrag } from "./LazyMonthDrag";
import { MonthDay } from "./MonthDay";
import { dayAt, entryAt, type Dragged, type EntriesByDay } from "./monthMoves";
import { isKeptOnSheet, paperWraps } from "./paperWraps";
import { useGrab } from "./useGrab";

interface MonthGridProps {
  readonly month: MonthKey;
  readonly today: DayKey;
  /** `undefined` while loading; the days show at once. */
  readonly entries: EntriesByDay | undefined;
  /** False if no entries are coming, as without signal. */
  readonly isLoading: boolean;
  /** The ids or client keys of jobs of which a change waits on this device. */
  readonly waiting: ReadonlySet<string>;
  readonly onDrop: (dragged: Dragged, day: DayKey) => void;
  readonly onMoveByKey: (entry: CalendarEntry, day: DayKey) => void;
  /** Called after each render, to focus an entry that a key has moved. */
  readonly onShown: (table: HTMLElement) => void;
}

/** Days by which Alt and an arrow key move a visit. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/**
 * The table handles the events of its links: listeners and hooks for each of up to 250 entries would be most of the
 * time in which a month appears.
 */
export function MonthGrid({
  month,
  today,
  entries,
  isLoading,
  waiting,
  ...events
}: MonthGridProps) {
  const { onDrop, onMoveByKey, onShown } = events;
  const weeks = monthGrid(month);
  const helpId = useId();
  const table = useRef<HTMLTableElement>(null);
  const isPhone = useMediaQuery("(width < 40rem)");
  const openDay = useOpenDay();
  const { grab, hasGrabbed, release, listeners } = useGrab(entries);
  usePreload(preloadMonthDrag);
  useLayoutEffect(() => {
    if (table.current) onShown(table.current);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || !event.altKey || event.shiftKey) return;
    const entry = entryAt(event.target as Element, entries);
    if (entry === undefined) return;
    // Alt and an arrow to the side are the browser's Back and Forward.
    event.preventDefault();
    onMoveByKey(entry, addDays(entry.date, step));
  };
  return (
    <div className="relative overflow-hidden border-y border-line bg-surface max-sm:-mx-4 sm:rounded-xl sm:border sm:shadow-lift print:mx-0 print:rounded-none print:border print:border-ink-faint print:shadow-none">
      <table
        ref={table}
        aria-label={monthTitle(month)}
        aria-busy={entries === undefined}
        data-paper-wraps={paperWraps(weeks, entries) || undefined}
        style={{ "--weeks": weeks.length } as CSSProperties}
        // The table reaches the end of the window. On a phone the heading above has two lines.
        className="h-(--month) w-full table-fixed border-collapse [--month:calc(100dvh-10.375rem)] max-sm:[--month:calc(100dvh-18rem)] print:h-[170mm]"
        onClick={openDay}
        onKeyDown={onKeyDown}
        {...listeners}
      >
        <thead>
          <tr>
            {WEEKDAY_LABELS.map((label) => (
              <th
                key={label}
                scope="col"
                className="h-7 text-xs font-medium text-ink-muted print:h-auto print:py-1"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr
              key={week[0]}
              className={isKeptOnSheet(week, entries) ? "break-inside-avoid" : undefined}
            >
              {week.map((day) => (
                <MonthDay
                  key={day}
                  isToday={day === today}
                  entries={entries?.get(day)}
                  {...{ day, month, waiting, helpId, isPhone }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p id={helpId} hidden>
        To move this visit by a day or a week, press Alt and an arrow key.
      </p>
      {hasGrabbed && <LazyMonthDrag grab={grab} onDrop={onDrop} onEnd={release} />}
      {isLoading && (
        // In the middle of the days, without taking clicks: the days can be pressed already.
        <span className="pointer-events-none absolute inset-0 flex items-center justify-center text-ink-muted print:hidden">
          <Spinner className="size-8" />
        </span>
      )}
    </div>
  );
}

/** Opens the day of a clicked link without loading the page. The browser opens it in another tab or window. */
function useOpenDay() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const target = event.target as Element;
    const day = dayAt(target);
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (event.defaultPrevented || event.altKey || !isPlain) return;
    if (day === undefined || target.closest("a") === null) return;
    event.preventDefault();
    void navigate({
      to: "/dashboard",
      search: ({ crew }) => ({ date: day, crew }),
    });
  };
}
