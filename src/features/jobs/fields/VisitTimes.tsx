import { clsx } from "clsx";
import { useEffect, type RefObject } from "react";
import type { DayKey } from "@domain/dates/days";
import { formatTime } from "@domain/dates/times";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import type { VisitTime } from "@domain/job/visitTimes";
import { moveByArrows } from "@/job/fields/DateChoice";
import { useFreeTimes, useVisitCrew } from "@/job/fields/DayVisits";

interface VisitTimesProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly day: DayKey;
  /** The time that the field holds. */
  readonly time: string | null;
  readonly onChoose: (time: string) => void;
}

/** The list of times: one stop of the Tab key, in which the arrow keys move. It begins at the next free half hour. */
export function VisitTimes({ ref, day, time, onChoose }: VisitTimesProps) {
  const free = useFreeTimes(day);
  const { times } = free;
  // Which times are free is known once the day is loaded.
  const next = time === null ? free.next : undefined;
  const wanted = time ?? next ?? "09:00";
  const current = times.findLast((each) => each.time <= wanted) ?? times[0];
  useEffect(() => {
    const list = ref.current;
    const button = list?.querySelector<HTMLElement>("[tabindex='0']");
    if (list && button) list.scrollTop = button.offsetTop - list.offsetTop - 32;
  }, [ref, current?.time]);
  return (
    <div
      ref={ref}
      role="group"
      aria-label="Times"
      onKeyDown={moveByArrows}
      className="h-64 w-28 shrink-0 overflow-y-auto overscroll-contain border-l border-line pl-2 max-[27rem]:h-40 max-[27rem]:w-full max-[27rem]:border-l-0 max-[27rem]:pl-0"
    >
      {times.map((each) => (
        <TimeButton
          key={each.time}
          visitTime={each}
          isStop={each === current}
          isChosen={each.time === time}
          isNext={each.time === next}
          onClick={() => onChoose(each.time)}
        />
      ))}
    </div>
  );
}

interface TimeButtonProps {
  readonly visitTime: VisitTime;
  readonly isStop: boolean;
  readonly isChosen: boolean;
  /** True for the next free half hour. */
  readonly isNext: boolean;
  readonly onClick: () => void;
}

function TimeButton(props: TimeButtonProps) {
  const { isStop, isChosen, isNext, onClick } = props;
  const crew = useVisitCrew();
  const { time, isPast, isNear } = props.visitTime;
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      onClick={onClick}
      className={clsx(
        "flex h-8 w-full items-center justify-end rounded-lg px-2 text-sm whitespace-nowrap tabular-nums",
        isChosen
          ? "bg-accent font-semibold text-on-accent forced-colors:border-2"
          : "hover:bg-hover",
        isNext && "font-semibold ring-1 ring-control ring-inset",
        !isChosen && isNear && "text-amber-ink",
        !isChosen && isPast && !isNear && "text-ink-muted",
      )}
    >
      {formatTime(Number(fromDateTimeField(`2026-01-05T${time}`)))}
      {isNext && (
        <span className="sr-only">
          {`, next free half hour${crew === undefined ? "" : ` of ${crew}`}`}
        </span>
      )}
      {isPast && <span className="sr-only">, over</span>}
      {isNear && <span className="sr-only">, within an hour of a visit or during it</span>}
    </button>
  );
}
