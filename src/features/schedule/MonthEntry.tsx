import { clsx } from "clsx";
import type { CalendarEntry } from "@domain/job/calendar";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { dayOfVisitText } from "@domain/job/lastingVisits";
import { formatShortTime, formatTime } from "@domain/dates/times";
import { entryColorClass } from "./calendar/entryColorClass";
import { dayHref } from "./monthMoves";
import { entryKey } from "./calendar/entryKey";
import "./calendar/calendar.css";

interface MonthEntryProps {
  readonly entry: CalendarEntry;
  readonly isWaiting: boolean;
  /** The id of the text that explains how a visit is moved. */
  readonly helpId: string;
  readonly isPhone: boolean;
}

/**
 * A visit in a day cell: a link to the day, or on a phone plain text, because there the whole cell is the link. The
 * grid handles its events.
 */
export function MonthEntry({ entry, isWaiting, ...props }: MonthEntryProps) {
  const { helpId, isPhone } = props;
  const { date, type, name, at, end, part } = entry;
  const face = {
    "data-entry": entryKey(entry),
    ...entryFace(entry, isWaiting),
  };
  const state = [end, isWaiting && "waiting"].filter(Boolean).join(", ");
  const when = part ? dayOfVisitText(part).toLowerCase() : formatTime(at);
  const kind = `${ENTRY_TYPE_LABELS[type]}, ${when}`;
  const label = `${kind}${state && `, ${state}`}: ${name}`;
  if (isPhone)
    return (
      <li aria-label={label}>
        <span {...face}>{name}</span>
      </li>
    );
  return (
    <li>
      <a
        href={dayHref(date)}
        data-list-entry
        draggable={false}
        title={`${kind}: ${name}`}
        aria-label={label}
        aria-describedby={helpId}
        {...face}
      >
        {name}
      </a>
    </li>
  );
}

/** Shown by CSS before the name: an element for each would double the elements of a month. */
interface EntryFace {
  readonly "data-type": string;
  readonly "data-time": string;
  readonly className: string;
}

/** The look of an entry: its colors, its time, and a check or a line through the name. */
export function entryFace({ type, at, end, part }: CalendarEntry, isWaiting = false): EntryFace {
  return {
    "data-type": type === "estimate" ? "Est." : "Inst.",
    "data-time": part ? `${part.number}/${part.of}` : formatShortTime(at),
    className: clsx(
      "month-entry data-dragging:opacity-40",
      entryColorClass(type),
      isWaiting && "border-dashed",
      end === null ? "text-ink" : "text-ink-muted [--entry-tint:10%]",
      end === "finished" && "month-entry-finished",
      end === "cancelled" && "line-through",
    ),
  };
}
