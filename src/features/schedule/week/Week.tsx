import { useState } from "react";
import { createPortal } from "react-dom";
import type { DayKey } from "@domain/dates/days";
import { showToast } from "@/lib/toasts";
import { useIsDesk } from "@/lib/useMediaQuery";
import { CrewFilter } from "../crews/CrewFilter";
import { LazyMoveDayDialog } from "../moves/LazyMoveDayDialog";
import { SavedMonthNote } from "../calendar/SavedMonthNote";
import { LazyMoveVisitDialog } from "./LazyMoveVisitDialog";
import { useSwipe } from "./useSwipe";
import { useWaitingTray } from "./useWaitingTray";
import { useWeekEntries } from "./useWeekEntries";
import { useWeekMoves } from "./useWeekMoves";
import { WaitingTray } from "./WaitingTray";
import { WeekDrag } from "./WeekDrag";
import { WeekGrid } from "./WeekGrid";
import { LiftedText } from "./WeekEntry";
import { WeekMovesContext } from "./weekMoves";

interface WeekProps {
  readonly days: readonly DayKey[];
  /** The key of the crew whose visits alone are shown. */
  readonly crew: string | undefined;
  readonly onCrewChange: (crew: string | undefined) => void;
  /** The element in the heading that holds the choice of the crew. */
  readonly crewSlot: HTMLElement | null;
  readonly onShow: (day: DayKey) => void;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

interface MoveOfDay {
  readonly from: DayKey;
  readonly to: DayKey;
}

/** The days by hours, and beside them the jobs that wait to be scheduled. */
export function Week({
  days,
  crew,
  onCrewChange,
  crewSlot,
  onShow,
  onPrevious,
  onNext,
}: WeekProps) {
  const isDesk = useIsDesk();
  const [isDragging, setIsDragging] = useState(false);
  const [isTrayOpen, setIsTrayOpen] = useState(false);
  const [moveOfDay, setMoveOfDay] = useState<MoveOfDay | null>(null);
  const tray = useWaitingTray(isDesk || isTrayOpen);
  const { entries, crews, copied, waiting, withWaiting } = useWeekEntries(days, tray.jobs, crew);
  const lists = tray.listed(withWaiting);
  const { moves, place, asked, closeAsked } = useWeekMoves({
    days,
    entries,
    trayJobs: lists.byId,
    waiting,
    onShow,
  });
  const shown = useHeld(entries, isDragging || moves.lifted !== null);
  const swipe = useSwipe({
    isOff: isDragging,
    toLeft: onNext,
    toRight: onPrevious,
  });
  return (
    <WeekMovesContext value={moves}>
      {crewSlot &&
        createPortal(<CrewFilter crew={crew} crews={crews} onChange={onCrewChange} />, crewSlot)}
      <SavedMonthNote copied={copied} what="week" />
      <WeekDrag
        onGrab={() => setIsDragging(true)}
        onRelease={(drop) => {
          setIsDragging(false);
          if (drop === null) return;
          const { moved, slot } = drop;
          if (moved.kind === "day") {
            if (moved.day !== slot.day) setMoveOfDay({ from: moved.day, to: slot.day });
          } else if (slot.at === null) sayThatItIsSkipped();
          else place(moved, slot.at);
        }}
      >
        <div className="flex gap-6 max-lg:flex-col-reverse max-lg:gap-3 lg:items-start">
          <div className="min-w-0 grow max-sm:-mx-4" {...swipe}>
            <WeekGrid
              days={days}
              entries={shown}
              isLoading={entries === undefined && copied === null}
            />
          </div>
          <WaitingTray
            lists={lists.ofKinds}
            isDesk={isDesk}
            isOpen={isTrayOpen}
            onOpenChange={setIsTrayOpen}
          />
        </div>
      </WeekDrag>
      <LiftedText />
      {moveOfDay && (
        <LazyMoveDayDialog
          day={moveOfDay.from}
          crew={crew}
          to={moveOfDay.to}
          onClose={() => setMoveOfDay(null)}
        />
      )}
      {asked && (
        <LazyMoveVisitDialog moved={asked} onMove={(to) => place(asked, to)} onClose={closeAsked} />
      )}
    </WeekMovesContext>
  );
}

function sayThatItIsSkipped() {
  showToast("warning", "Not moved", {
    description: "The clock skips this hour.",
  });
}

/** The value, frozen while `isHeld`, so that changes by others move nothing under the pointer. */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value);
  if (isHeld) return held;
  if (held !== value) setHeld(value);
  return value;
}
