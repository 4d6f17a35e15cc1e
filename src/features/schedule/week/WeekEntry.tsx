import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useContext, type CSSProperties } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { dayKeyOf, daysFrom, weekdayName, type DayKey } from "@domain/dates/days";
import { spanWords } from "@domain/job/spanWords";
import { DAY_MINUTES, formatShortTime, formatTime } from "@domain/dates/times";
import {
  minuteOfDay,
  VISIT_MINUTES,
  type PlacedVisit,
  type ShownHours,
} from "@domain/job/weekGrid";
import { CalendarClock, Check } from "@/components/icons/icons";
import { formatVisitTime } from "@/lib/formatDateTime";
import { entryColorClass } from "../calendar/entryColorClass";
import { EndHandle } from "./EndHandle";
import { rowStyle } from "./rowStyle";
import { useEntryLink } from "./useEntryLink";
import { WeekMovesContext } from "./weekMoves";
import "../calendar/calendar.css";

interface WeekEntryProps {
  /** All shown days. */
  readonly days: readonly DayKey[];
  readonly placed: PlacedVisit<CalendarEntry>;
  readonly hours: ShownHours;
}

/** A visit at its hour: a link to its day, which can be dragged, moved by keys, and moved by a dialog. */
export function WeekEntry({ placed, days, hours }: WeekEntryProps) {
  const { visit: entry, minute, top, height, depth, free } = placed;
  const { ask } = useContext(WeekMovesContext);
  const { isDragging, isWaiting, own, link } = useEntryLink(entry, top - minute);
  const { date, type, name, at, crew } = entry;
  const what = [...[ENTRY_TYPE_LABELS[type], formatTime(at)], ...[spanWords(at, entry), crew]]
    .filter(Boolean)
    .join(", ");
  const length = own?.length;
  const to = own !== null && length === undefined ? own.to : null;
  // A visit that lasts beyond the day ends with the hours that are shown.
  const shown = Math.min(
    length === undefined ? height : Math.max(minute + length - top, 1),
    hours.until * 60 - top,
  );
  const endsHere =
    length !== undefined || (shown === height && minute + (entry.length ?? 0) <= DAY_MINUTES);
  return (
    <li
      style={
        to === null
          ? { ...rowStyle(top, hours, shown), left: leftOf(depth) }
          : liftedStyle({ visit: entry, to, days, hours })
      }
      className={clsx(
        "group absolute right-px pb-px",
        own === null ? "z-10 touch:focus-within:z-20" : "z-20 shadow-float",
        isDragging && "opacity-40",
      )}
    >
      <Link
        to="/dashboard"
        search={({ crew: shown }) => ({ date, crew: shown })}
        {...link}
        title={`${what}: ${name}`}
        className="block size-full rounded outline-offset-0 select-none [-webkit-touch-callout:none]"
      >
        <Face
          entry={entry}
          isWaiting={isWaiting}
          isWhole={free >= VISIT_MINUTES}
          height={free < height && own === null ? `calc(var(--hour) * ${free / 60})` : "100%"}
          to={to}
          newLength={length}
        />
      </Link>
      {endsHere && <EndHandle entry={entry} hours={hours} />}
      <button
        type="button"
        aria-label={`Move ${name} to another time`}
        title="Move to another time"
        onClick={() => ask({ kind: "visit", entry })}
        className={clsx(
          "absolute right-0 bottom-0 inline-flex size-6 max-h-full items-center justify-center rounded bg-raised text-ink-muted opacity-0 shadow-lift transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100",
          // A visit lower than an hour has room for one touch target: the link to its day.
          height >= VISIT_MINUTES
            ? "touch:size-11 touch:bg-transparent touch:opacity-100 touch:shadow-none"
            : "touch:hidden",
        )}
      >
        <CalendarClock aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}

/** Indents a visit by its depth, so that the edges of the visits below it stay in sight. */
function leftOf(depth: number): string {
  return `calc(${Math.min(depth, 4)} * 0.375rem + 1px)`;
}

interface LiftedVisit {
  readonly visit: CalendarEntry;
  readonly to: number;
  readonly days: readonly DayKey[];
  readonly hours: ShownHours;
}

/** The place of a visit that is moved with the keyboard: at its target time, or at the edge of the shown hours. */
function liftedStyle({ visit, to, days, hours }: LiftedVisit): CSSProperties {
  const own = days.indexOf(visit.date);
  const row = clamp(minuteOfDay(to), {
    start: hours.from * 60,
    end: hours.until * 60 - VISIT_MINUTES,
  });
  const column = clamp(own + daysFrom(visit.date, dayKeyOf(to)), {
    start: 0,
    end: days.length - 1,
  });
  return {
    ...rowStyle(row, hours),
    left: `${100 * (column - own)}%`,
    width: "100%",
  };
}

function clamp(
  value: number,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  return Math.min(Math.max(value, start), end);
}

interface FaceProps {
  readonly entry: CalendarEntry;
  readonly isWaiting: boolean;
  /** True if the visit is at least an hour high, so that the time has its own line. */
  readonly isWhole: boolean;
  /** The height of the text: a visit that begins meanwhile covers the rest. */
  readonly height: string;
  readonly to: number | null;
  /** While its end is set. */
  readonly newLength: number | undefined;
}

/**
 * The face of a visit. The tint fades out if the visit has no length. The lines of the grid pass behind the text. The
 * height decides how many lines of text there are (calendar.css).
 */
function Face({ entry, isWaiting, isWhole, height, ...props }: FaceProps) {
  const { to, newLength } = props;
  const { type, name, at, end, address, length = newLength } = entry;
  const state = [spanWords(at, entry), end, isWaiting && "waiting"].filter(Boolean).join(", ");
  const fades = length === undefined;
  return (
    <span
      className={clsx(
        "relative block h-full overflow-hidden text-xs leading-4",
        fades ? "rounded-t" : "rounded",
        end === null ? "text-ink" : "text-ink-muted [--entry-tint:10%]",
        to !== null && "rounded bg-raised",
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          "absolute inset-0 bg-surface",
          fades && "mask-[linear-gradient(#000_75%,transparent)]",
        )}
      />
      <span
        aria-hidden="true"
        className={clsx(
          "absolute inset-0 border-l-3",
          fades
            ? "rounded-t mask-[linear-gradient(#000_45%,transparent)]"
            : "rounded ring-1 ring-surface ring-inset",
          entryColorClass(type),
          isWaiting && "border-dashed",
        )}
      />
      <span className="sr-only">
        {ENTRY_TYPE_LABELS[type]}, {formatTime(at)}
        {state && `, ${state}`}:{" "}
      </span>
      <span className="week-visit relative block pl-2" style={{ height }}>
        <span className="week-text flex flex-wrap gap-x-1">
          <span aria-hidden="true" className="week-time flex items-center gap-1 tabular-nums">
            <span className="week-type hidden forced-colors:inline">
              {type === "estimate" ? "Est." : "Inst."}
            </span>
            <span className={clsx((to ?? newLength) !== undefined && "font-semibold")}>
              {to !== null && `${weekdayName(dayKeyOf(to)).slice(0, 3)} ${formatTime(to)}`}
              {to === null &&
                (newLength === undefined
                  ? (isWhole ? formatTime : formatShortTime)(at)
                  : spanWords(at, { length: newLength }))}
            </span>
            {end === "finished" && to === null && (
              <Check aria-hidden="true" className="week-check size-3 shrink-0" />
            )}
          </span>
          <span className={clsx("week-name font-semibold", end === "cancelled" && "line-through")}>
            {name}
          </span>
          {address !== name && (
            <span aria-hidden="true" className="week-address text-ink-muted touch:pr-10">
              {address}
            </span>
          )}
        </span>
      </span>
    </span>
  );
}

/** Announces the target time of the visit that is moved with the keyboard. */
export function LiftedText() {
  const { lifted } = useContext(WeekMovesContext);
  return (
    <p role="status" className="sr-only">
      {lifted &&
        `${lifted.entry.name}: ${
          lifted.length === undefined ? formatVisitTime(lifted.to) : spanWords(lifted.to, lifted)
        }`}
    </p>
  );
}
