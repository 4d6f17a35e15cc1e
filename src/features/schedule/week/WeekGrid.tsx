import { useState, type CSSProperties } from "react";
import type { DayKey } from "@domain/dates/days";
import { shownHours, type ShownHours } from "@domain/job/weekGrid";
import { ChevronDown, ChevronUp } from "@/components/icons/icons";
import { useIsPrinting } from "@/lib/useIsPrinting";
import { Spinner } from "@/components/ui/Spinner";
import { useNow } from "@/lib/useNow";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { EmptySlot, useEmptySlot } from "./EmptySlot";
import { hourLabel } from "./hourLabel";
import type { EntriesOfDays } from "./useWeekEntries";
import { WeekDay } from "./WeekDay";
import { WeekSheet } from "./WeekSheet";

interface WeekGridProps {
  readonly days: readonly DayKey[];
  /** `undefined` while loading; the hours show at once. */
  readonly entries: EntriesOfDays | undefined;
  /** False if no entries are coming, as without signal. */
  readonly isLoading: boolean;
}

export function WeekGrid({ days, entries, isLoading }: WeekGridProps) {
  const now = useNow();
  const { hours, folds } = useHours(days, entries);
  const slot = useEmptySlot(days, hours);
  const isPrinting = useIsPrinting();
  return (
    <>
      {isPrinting && <WeekSheet days={days} hours={hours} entries={entries} />}
      <div
        aria-busy={entries === undefined}
        style={
          {
            "--rows": hours.until - hours.from,
            "--parts": mostLasting(days, entries),
          } as CSSProperties
        }
        className="relative flex border-y border-line bg-surface [--head:3.5rem] [--hour:3.25rem] [--part:1.5rem] sm:rounded-xl sm:border sm:shadow-lift touch:[--hour:4.5rem] touch:[--part:2.75rem] print:hidden"
      >
        <Hours hours={hours} folds={folds} />
        <div className="relative flex min-w-0 grow pb-11">
          <EmptySlot slot={slot} days={days} hours={hours} />
          {days.map((day) => (
            <WeekDay
              key={day}
              day={day}
              days={days}
              hours={hours}
              now={now}
              entries={entries?.get(day) ?? []}
              onPoint={slot.point}
              onLeave={slot.hide}
            />
          ))}
        </div>
        {isLoading && (
          <span className="pointer-events-none absolute inset-0 flex items-center justify-center text-ink-muted">
            <Spinner className="size-8" />
          </span>
        )}
      </div>
    </>
  );
}

/** The most visits that last into one of the days. */
function mostLasting(days: readonly DayKey[], entries: EntriesOfDays | undefined): number {
  const counts = days.map((day) => (entries?.get(day) ?? []).filter(({ part }) => part).length);
  return Math.max(...counts);
}

interface Folds {
  readonly isEarlierShown: boolean;
  readonly isLaterShown: boolean;
  /** Folds or unfolds these hours; null if a visit keeps them open. */
  readonly toggleEarlier: (() => void) | null;
  readonly toggleLater: (() => void) | null;
}

/** The shown hours. Those outside of office hours are folded, unless a visit is there or the person unfolds them. */
function useHours(
  days: readonly DayKey[],
  entries: EntriesOfDays | undefined,
): { hours: ShownHours; folds: Folds } {
  const [isEarlierShown, setIsEarlierShown] = useState(false);
  const [isLaterShown, setIsLaterShown] = useState(false);
  const needed = shownHours(
    days.flatMap((day) => entries?.get(day) ?? []).filter(({ part }) => part === undefined),
    useOfficeSettings(),
  );
  return {
    hours: {
      from: isEarlierShown ? 0 : needed.from,
      until: isLaterShown ? 24 : needed.until,
    },
    folds: {
      isEarlierShown,
      isLaterShown,
      toggleEarlier: needed.from === 0 ? null : () => setIsEarlierShown(!isEarlierShown),
      toggleLater: needed.until === 24 ? null : () => setIsLaterShown(!isLaterShown),
    },
  };
}

interface HoursProps {
  readonly hours: ShownHours;
  readonly folds: Folds;
}

/** The hours at the left. Screen readers read the time of each visit. */
function Hours({ hours, folds }: HoursProps) {
  const { isEarlierShown, isLaterShown, toggleEarlier, toggleLater } = folds;
  return (
    <div className="flex w-12 shrink-0 flex-col sm:w-16">
      <div className="sticky top-14 z-20 flex h-(--head) items-end justify-center border-b border-line bg-surface sm:rounded-tl-xl">
        {toggleEarlier && (
          <FoldButton
            label={isEarlierShown ? "Hide early hours" : "Show early hours"}
            isOpen={isEarlierShown}
            onClick={toggleEarlier}
          >
            <ChevronUp aria-hidden="true" className="size-4" />
          </FoldButton>
        )}
      </div>
      <div className="h-[calc(var(--part)*var(--parts))]" />
      <div
        aria-hidden="true"
        className="relative h-[calc(var(--hour)*var(--rows))] text-xs text-ink-muted tabular-nums"
      >
        {Array.from({ length: hours.until - hours.from - 1 }, (_, at) => (
          <span
            key={at}
            style={{ top: `calc(var(--hour) * ${at + 1})` }}
            className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
          >
            {hourLabel(hours.from + at + 1)}
          </span>
        ))}
      </div>
      <div className="flex h-11 items-start justify-center border-t border-line">
        {toggleLater && (
          <FoldButton
            label={isLaterShown ? "Hide late hours" : "Show late hours"}
            isOpen={isLaterShown}
            onClick={toggleLater}
          >
            <ChevronDown aria-hidden="true" className="size-4" />
          </FoldButton>
        )}
      </div>
    </div>
  );
}

interface FoldButtonProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function FoldButton({ label, isOpen, onClick, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={onClick}
      className="inline-flex h-9 w-11 items-center justify-center rounded-lg text-ink-muted transition-colors hover:bg-hover hover:text-ink aria-expanded:rotate-180 touch:h-11"
    >
      {children}
    </button>
  );
}
