import { useDraggable } from "@dnd-kit/core";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useContext, type KeyboardEvent } from "react";
import { ENTRY_TYPE_LABELS, type CalendarEntry } from "@domain/calendar";
import { addDays } from "@domain/days";
import { formatShortTime, formatTime } from "@domain/times";
import { entryColorClass } from "./entryColorClass";
import { entryKey, MonthMovesContext } from "./monthMoves";

/** Days by which Alt and an arrow key move a visit. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** A visit in a day cell: a link to the day, which can be dragged to another one. */
export function MonthEntry({ entry }: { readonly entry: CalendarEntry }) {
  const { move, waiting, takeFocus } = useContext(MonthMovesContext);
  const { date, type, name, at, jobId, clientKey } = entry;
  const isWaiting = [jobId, clientKey ?? jobId].some((key) => waiting.has(key));
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id: entryKey(entry),
    data: { kind: "visit", entry },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || !event.altKey || event.shiftKey) return;
    // Alt and an arrow to the side are the browser's Back and Forward.
    event.preventDefault();
    move(entry, addDays(date, step), { isByKey: true });
  };
  return (
    <Link
      to="/dashboard"
      search={{ date }}
      ref={(link: HTMLAnchorElement | null) => {
        setNodeRef(link);
        if (link !== null) takeFocus(entry, link);
      }}
      data-list-entry
      draggable={false}
      title={`${ENTRY_TYPE_LABELS[type]}, ${formatTime(at)}: ${name}`}
      aria-describedby={attributes["aria-describedby"]}
      {...listeners}
      onKeyDown={onKeyDown}
      className={clsx(
        "relative z-10 block select-none [-webkit-touch-callout:none]",
        isDragging && "opacity-40",
      )}
    >
      <EntryFace entry={entry} isWaiting={isWaiting} />
    </Link>
  );
}

interface EntryFaceProps {
  readonly entry: CalendarEntry;
  readonly isWaiting?: boolean;
}

export function EntryFace({ entry, isWaiting = false }: EntryFaceProps) {
  const { type, name, at, end } = entry;
  const state = [end, isWaiting && "waiting"].filter(Boolean).join(", ");
  return (
    <span
      className={clsx(
        "flex items-center gap-1 print:block rounded-[3px] border-l-3 pr-[3px] pl-1 text-[0.6875rem] leading-4 font-medium sm:rounded sm:pr-1.5 sm:pl-1.5 sm:text-xs sm:leading-5 print:text-[0.59375rem] print:leading-[0.71875rem] print:tracking-tight",
        entryColorClass(type),
        isWaiting && "border-dashed",
        end === null ? "text-ink" : "text-ink-muted [--entry-tint:10%]",
      )}
    >
      <span className="sr-only">
        {ENTRY_TYPE_LABELS[type]}, {formatTime(at)}
        {state && `, ${state}`}:{" "}
      </span>
      {/* Where the system replaces the colors. */}
      <span aria-hidden="true" className="hidden forced-colors:inline">
        {type === "estimate" ? "Est." : "Inst."}
      </span>
      <span
        aria-hidden="true"
        className="font-normal tabular-nums max-lg:not-print:hidden print:mr-1"
      >
        {formatShortTime(at)}
      </span>
      <span
        className={clsx(
          "min-w-0 truncate max-sm:text-clip print:whitespace-normal",
          end !== null && "line-through",
        )}
      >
        {name}
      </span>
      {end === "finished" && (
        <Check
          aria-hidden="true"
          className="ml-auto size-3 shrink-0 max-sm:hidden print:hidden"
        />
      )}
    </span>
  );
}
