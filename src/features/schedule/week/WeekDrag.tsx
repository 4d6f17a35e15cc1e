import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
  type Announcements,
  type DragMoveEvent,
} from "@dnd-kit/core";
import { useState, type ReactNode } from "react";
import { formatLongDay, type DayKey } from "@domain/days";
import { snappedMinute, timeAt, type ShownHours } from "@domain/weekGrid";
import { formatVisitTime } from "@/lib/formatDateTime";
import { suppressClick } from "../MonthDrag";
import {
  DropSlotContext,
  nameOf,
  type DropSlot,
  type Moved,
} from "./weekMoves";

interface WeekDragProps {
  readonly onGrab: () => void;
  /** Null if nothing was moved: the drag was canceled, or ended outside of the days. */
  readonly onRelease: (drop: { moved: Moved; slot: DropSlot } | null) => void;
  /** Days as droppable columns, with draggable visits, and the tray. */
  readonly children: ReactNode;
}

/** Drags visits and jobs of the tray to slots, with a mouse or a finger that holds. */
export function WeekDrag({ onGrab, onRelease, children }: WeekDragProps) {
  const [moved, setMoved] = useState<Moved | null>(null);
  const [slot, setSlot] = useState<DropSlot | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: 400, tolerance: 8 },
    }),
  );
  const end = (event: DragMoveEvent | null) => {
    const dropped = event && slotUnder(event);
    setMoved(null);
    setSlot(null);
    onRelease(
      event && dropped && { moved: movedIn(event.active), slot: dropped },
    );
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{
        container: document.body,
        announcements: ANNOUNCEMENTS,
        screenReaderInstructions: INSTRUCTIONS,
      }}
      onDragStart={({ active }) => {
        suppressClick();
        setMoved(movedIn(active));
        onGrab();
      }}
      onDragMove={(event) => {
        const next = slotUnder(event);
        setSlot((last) => (isSame(last, next) ? last : next));
      }}
      onDragEnd={end}
      onDragCancel={() => end(null)}
    >
      <DropSlotContext value={slot}>{children}</DropSlotContext>
      <DragOverlay dropAnimation={null}>
        {moved && (
          // The outer element is measured as what is dragged: it is not moved.
          <div>
            {/* Above it, so that the slot under it can be seen. */}
            <div className="w-max max-w-60 -translate-y-[calc(100%+0.25rem)] cursor-grabbing rounded-lg border border-line bg-raised px-2.5 py-1.5 text-sm shadow-float">
              <p className="font-semibold tabular-nums">{slotText(slot)}</p>
              <p className="truncate text-ink-muted">{nameOf(moved)}</p>
            </div>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

const INSTRUCTIONS = {
  draggable:
    "To move this visit, hold Alt and press the arrow keys: up and down by 15 minutes, left and right by a day. It moves when Alt is released. Escape puts it back.",
};

/** What a column of the week says of itself. */
export interface ColumnData {
  readonly day: DayKey;
  readonly hours: ShownHours;
}

/** The upper edge of what is dragged is its time. */
function slotUnder({ active, over }: DragMoveEvent): DropSlot | null {
  const dragged = active.rect.current.translated;
  if (over === null || dragged === null) return null;
  const { day, hours } = over.data.current as ColumnData;
  const { top, height } = over.rect;
  const shown = (hours.until - hours.from) * 60;
  const minute = snappedMinute(
    Math.min(
      Math.max(
        hours.from * 60 + ((dragged.top - top) / height) * shown,
        hours.from * 60,
      ),
      hours.until * 60 - 15,
    ),
  );
  const data = movedIn(active);
  const current = data.kind === "visit" ? data.entry.at : undefined;
  return { day, minute, at: timeAt({ day, minute }, current) };
}

function isSame(one: DropSlot | null, other: DropSlot | null): boolean {
  return one?.day === other?.day && one?.minute === other?.minute;
}

function slotText(slot: DropSlot | null): string {
  if (slot === null) return "Not here";
  return slot.at === null
    ? "The clock skips this hour"
    : formatVisitTime(slot.at);
}

function movedIn({ data }: Pick<Active, "data">): Moved {
  return data.current as Moved;
}

const ANNOUNCEMENTS: Announcements = {
  onDragStart: ({ active }) => `Picked up ${nameOf(movedIn(active))}.`,
  onDragOver: ({ active, over }) =>
    over === null
      ? `${nameOf(movedIn(active))} is outside of the week.`
      : `${nameOf(movedIn(active))} is over ${formatLongDay(String(over.id))}.`,
  onDragEnd: ({ active, over }) =>
    over === null
      ? `${nameOf(movedIn(active))} stays.`
      : `Dropped ${nameOf(movedIn(active))} on ${formatLongDay(String(over.id))}.`,
  onDragCancel: ({ active }) => `${nameOf(movedIn(active))} stays.`,
};
