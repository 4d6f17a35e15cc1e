import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { CalendarEntry } from "@domain/job/calendar";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { dayOfVisitText } from "@domain/job/lastingVisits";
import { formatShortTime } from "@domain/dates/times";
import { canSetEnd } from "@domain/job/visitEnds";
import { timeAfter } from "@domain/job/visitLength";
import type { ShownHours } from "@domain/job/weekGrid";
import { spanWords } from "@domain/job/spanWords";
import { formatVisitTime } from "@/lib/formatDateTime";
import { entryColorClass } from "../calendar/entryColorClass";
import { entryKey } from "../calendar/entryKey";
import { EndHandle } from "./EndHandle";
import { useEntryLink } from "./useEntryLink";
import type { Lifted } from "./weekMoves";

interface LastingEntriesProps {
  /** The visits that have begun before the day. */
  readonly entries: readonly CalendarEntry[];
  readonly hours: ShownHours;
}

/** Above the hours, which a visit of several days would cover. As high on each day, so that the hours are level. */
export function LastingEntries({ entries, hours }: LastingEntriesProps) {
  return (
    <ol className="h-[calc(var(--part)*var(--parts))]">
      {entries.map((entry) => (
        <LastingEntry key={entryKey(entry)} entry={entry} hours={hours} />
      ))}
    </ol>
  );
}

interface LastingEntryProps {
  readonly entry: CalendarEntry;
  readonly hours: ShownHours;
}

/** A later day of a visit: a link to that day, by which the whole visit is moved. Its end is set on the last one. */
function LastingEntry({ entry, hours }: LastingEntryProps) {
  const { isDragging, isWaiting, own, link } = useEntryLink(entry);
  const { date, type, name, at, part, end, crew } = entry;
  if (part === undefined) return null;
  const day = dayOfVisitText(part);
  const what = [
    ...[ENTRY_TYPE_LABELS[type], day.toLowerCase()],
    ...[spanWords(at, entry), crew, end, isWaiting && "waiting"],
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <li className="group relative h-(--part) px-px pb-px touch:focus-within:z-10">
      <Link
        to="/dashboard"
        search={({ crew: shown }) => ({ date, crew: shown })}
        {...link}
        title={`${what}: ${name}`}
        aria-label={`${what}: ${name}`}
        className={clsx(
          "flex h-full min-w-0 items-center gap-1 overflow-hidden rounded border-l-3 pr-1 pl-1.5 text-xs whitespace-nowrap select-none [-webkit-touch-callout:none]",
          entryColorClass(type),
          end === null ? "text-ink" : "text-ink-muted [--entry-tint:10%]",
          isWaiting && "border-dashed",
          isDragging && "opacity-40",
        )}
      >
        <span className="tabular-nums">
          {own === null ? `${part.number}/${part.of}` : liftedText(own)}
        </span>
        <span className="min-w-0 truncate font-semibold">{name}</span>
      </Link>
      {canSetEnd(part) && <EndHandle entry={entry} hours={hours} />}
    </li>
  );
}

/** Where a visit goes, or "until 4 PM". */
function liftedText({ to, length }: Lifted): string {
  return length === undefined
    ? formatVisitTime(to)
    : `until ${formatShortTime(timeAfter(to, length))}`;
}
