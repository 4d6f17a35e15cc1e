import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { CalendarEntry } from "@domain/job/calendar";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { dayOfVisitText } from "@domain/job/lastingVisits";
import { spanWords } from "@domain/job/spanWords";
import { formatVisitTime } from "@/lib/formatDateTime";
import { entryColorClass } from "../entryColorClass";
import { entryKey } from "../monthMoves";
import { useEntryLink } from "./useEntryLink";

interface LastingEntriesProps {
  /** The visits that have begun before the day. */
  readonly entries: readonly CalendarEntry[];
}

/** Above the hours, which a visit of several days would cover. As high on each day, so that the hours are level. */
export function LastingEntries({ entries }: LastingEntriesProps) {
  return (
    <ol className="h-[calc(var(--part)*var(--parts))]">
      {entries.map((entry) => (
        <LastingEntry key={entryKey(entry)} entry={entry} />
      ))}
    </ol>
  );
}

/** A later day of a visit: a link to that day, by which the whole visit is moved. */
function LastingEntry({ entry }: { readonly entry: CalendarEntry }) {
  const { isDragging, isWaiting, own, link } = useEntryLink(entry);
  const { date, type, name, at, part, end, crew } = entry;
  const to = own?.to ?? null;
  if (part === undefined) return null;
  const day = dayOfVisitText(part);
  const what = [
    ...[ENTRY_TYPE_LABELS[type], day.toLowerCase()],
    ...[spanWords(at, entry), crew, end, isWaiting && "waiting"],
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <li className="h-(--part) px-px pb-px">
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
          {to === null ? `${part.number}/${part.of}` : formatVisitTime(to)}
        </span>
        <span className="min-w-0 truncate font-semibold">{name}</span>
      </Link>
    </li>
  );
}
