import { clsx } from "clsx";
import type { CalendarEntry } from "@domain/calendar";
import { ENTRY_TYPE_LABELS } from "@domain/entryTypes";
import { formatShortTime, formatTime } from "@domain/times";
import { entryColorClass } from "./entryColorClass";
import { dayHref, entryKey } from "./monthMoves";
import "./month.css";

interface MonthEntryProps {
  readonly entry: CalendarEntry;
  readonly isWaiting: boolean;
  /** The id of the text that explains how a visit is moved. */
  readonly helpId: string;
}

/** A visit in a day cell: a link to the day. The grid handles its events. */
export function MonthEntry({ entry, isWaiting, helpId }: MonthEntryProps) {
  const { date, type, name, at, end } = entry;
  const state = [end, isWaiting && "waiting"].filter(Boolean).join(", ");
  const kind = `${ENTRY_TYPE_LABELS[type]}, ${formatTime(at)}`;
  return (
    <a
      href={dayHref(date)}
      data-list-entry
      data-entry={entryKey(entry)}
      draggable={false}
      title={`${kind}: ${name}`}
      aria-label={`${kind}${state && `, ${state}`}: ${name}`}
      aria-describedby={helpId}
      {...entryFace(entry, isWaiting)}
    >
      {name}
    </a>
  );
}

/** Shown by CSS before the name: an element for each would double the elements of a month. */
interface EntryFace {
  readonly "data-type": string;
  readonly "data-time": string;
  readonly className: string;
}

/** The look of an entry: its colors, its time, and a check or a line through the name. */
export function entryFace(
  { type, at, end }: CalendarEntry,
  isWaiting = false,
): EntryFace {
  return {
    "data-type": type === "estimate" ? "Est." : "Inst.",
    "data-time": formatShortTime(at),
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
