import { clsx } from "clsx";
import { useRef, useState, type KeyboardEvent } from "react";
import { addDays, formatLongDay, type DayKey } from "@domain/dates/days";
import { formatTime } from "@domain/dates/times";
import { toDateTimeField } from "@domain/dates/dateTimeField";
import { timeAt, type ShownHours, type Slot } from "@domain/job/weekGrid";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import { openNewJob } from "@/job/requestedStart";
import { randomUuid } from "@/lib/randomUuid";
import { useGo } from "@/lib/useGo";
import { useToday } from "@/lib/useNow";
import { rowStyle } from "./rowStyle";

/** New jobs are offered at whole and half hours. */
const OFFERED_MINUTES = 30;

interface EmptySlotControl {
  readonly slot: Slot;
  /** Whether the pointer is on the slot. */
  readonly isPointed: boolean;
  readonly button: React.RefObject<HTMLButtonElement | null>;
  readonly point: (slot: Slot, isTap: boolean) => void;
  readonly hide: () => void;
  readonly moveBy: (days: number, minutes: number) => void;
}

/** The slot that offers a new job: under the pointer, or where the arrow keys have moved it. */
export function useEmptySlot(days: readonly DayKey[], hours: ShownHours): EmptySlotControl {
  const [chosen, setChosen] = useState<Slot | null>(null);
  const [isPointed, setIsPointed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const today = useToday();
  const first = days.includes(today) ? today : (days[0] ?? today);
  const isShown = chosen !== null && days.includes(chosen.day);
  const slot = within(isShown ? chosen : { day: first, minute: 540 }, hours);
  return {
    slot,
    isPointed: isPointed && isShown,
    button,
    point: (pointed, isTap) => {
      const next = within(pointed, hours);
      if (timeAt(next) === null) return;
      if (next.day !== chosen?.day || next.minute !== chosen.minute) setChosen(next);
      setIsPointed(true);
      if (isTap) button.current?.focus({ preventScroll: true });
    },
    hide: () => setIsPointed(false),
    moveBy: (count, minutes) => {
      let next = slot;
      do {
        const moved = {
          day: addDays(next.day, count),
          minute: next.minute + minutes,
        };
        const inside = within(moved, hours);
        if (inside.minute !== moved.minute || !days.includes(moved.day)) return;
        next = moved;
      } while (timeAt(next) === null);
      setChosen(next);
    },
  };
}

function within({ day, minute }: Slot, { from, until }: ShownHours): Slot {
  const offered = Math.floor(minute / OFFERED_MINUTES) * OFFERED_MINUTES;
  return {
    day,
    minute: Math.min(Math.max(offered, from * 60), until * 60 - OFFERED_MINUTES),
  };
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -OFFERED_MINUTES],
  ArrowDown: [0, OFFERED_MINUTES],
};

interface EmptySlotProps {
  readonly slot: EmptySlotControl;
  readonly days: readonly DayKey[];
  readonly hours: ShownHours;
}

/** A button such as "+ 10:00 AM", which opens Create Job at that time. One stop of the Tab key; arrow keys move it. */
export function EmptySlot({ slot: control, days, hours }: EmptySlotProps) {
  const go = useGo();
  const { slot, isPointed, button } = control;
  const at = timeAt(slot);
  if (at === null) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const [count, minutes] = ARROWS[event.key] ?? [];
    if (count === undefined || minutes === undefined || event.altKey) return;
    event.preventDefault();
    control.moveBy(count, minutes);
  };
  const { top, height } = rowStyle(slot.minute, hours, OFFERED_MINUTES);
  return (
    <button
      ref={button}
      type="button"
      onClick={() => openNewJob(startAt(at), go)}
      onKeyDown={onKeyDown}
      style={{
        top: `calc(var(--head) + var(--part) * var(--parts) + ${String(top)})`,
        height,
        left: `calc(${(100 * days.indexOf(slot.day)) / days.length}% + 1px)`,
        width: `calc(${100 / days.length}% - 1px)`,
      }}
      className={clsx(
        "absolute flex items-center justify-center rounded border border-dashed border-control bg-raised text-xs font-medium whitespace-nowrap text-ink-muted tabular-nums hover:text-ink focus-visible:z-20 focus-visible:opacity-100 touch:min-h-11",
        !isPointed && "opacity-0",
      )}
    >
      + {formatTime(at)}
      <span className="sr-only">new job on {formatLongDay(slot.day)}</span>
    </button>
  );
}

function startAt(at: number) {
  return {
    id: randomUuid(),
    chosen: null,
    values: { ...EMPTY_JOB_FORM, job_estimate_date: toDateTimeField(at) },
  };
}
