import { pointerWithin, type CollisionDetection, type DragMoveEvent } from "@dnd-kit/core";
import { useState, type ReactNode } from "react";
import { dayRange, dayText, formatLongDay, type DayKey } from "@domain/dates/days";
import { movedWith } from "@domain/job/lastingVisits";
import { snappedMinute, timeAt, type ShownHours } from "@domain/job/weekGrid";
import { formatVisitTime } from "@/lib/formatDateTime";
import { DragArea, draggedIn } from "../moves/DragArea";
import { DropSlotContext, type DragData, type DropSlot } from "./weekMoves";
import { nameOf } from "../moves/moved";

/** How far a finger that holds may move, in px. */
const HOLD_TOLERANCE = 8;

interface WeekDragProps {
  readonly onGrab: () => void;
  /** Called with null if the drag was canceled, or ended outside of the days. */
  readonly onRelease: (drop: { moved: DragData; slot: DropSlot } | null) => void;
  /** Days as droppable columns, with draggable heads and visits, and the tray. */
  readonly children: ReactNode;
}

/** Drags visits and jobs of the tray to slots, and whole days to days, with a mouse or a finger that holds. */
export function WeekDrag({ onGrab, onRelease, children }: WeekDragProps) {
  const [moved, setMoved] = useState<DragData | null>(null);
  const [slot, setSlot] = useState<DropSlot | null>(null);
  const end = (event: DragMoveEvent | null) => {
    const dropped = event && slotUnder(event);
    if (event) focusIfHeld(event);
    setMoved(null);
    setSlot(null);
    onRelease(event && dropped && { moved: draggedIn(event), slot: dropped });
  };
  return (
    <DragArea<DragData>
      of="week"
      findTarget={columnUnderPointer}
      dayUnder={(event) => slotUnder(event)?.day ?? null}
      nameOf={nameOfDragged}
      instructions={INSTRUCTIONS}
      onStart={(data) => {
        setMoved(data);
        onGrab();
      }}
      onMove={(event) => {
        const next = slotUnder(event);
        setSlot((last) => (isSame(last, next) ? last : next));
      }}
      onEnd={end}
      overlay={
        moved && (
          // Two elements: dnd-kit measures the outer one, so only the inner one is shifted.
          <div>
            {/* Shifted up, so that the slot under the pointer can be seen. */}
            <div className="w-max max-w-60 -translate-y-[calc(100%+0.25rem)] cursor-grabbing rounded-lg border border-line bg-raised px-2.5 py-1.5 text-sm shadow-float">
              <p className="font-semibold tabular-nums">{slotText(slot)}</p>
              <p className="truncate text-ink-muted">{nameOfDragged(moved)}</p>
            </div>
          </div>
        )
      }
    >
      <DropSlotContext value={slot}>{children}</DropSlotContext>
    </DragArea>
  );
}

/** A finger that has held a visit and not moved it focuses its link, beside which the lower edge can be dragged. */
function focusIfHeld({ activatorEvent, delta }: DragMoveEvent): void {
  const { type, target } = activatorEvent;
  const hasMoved = Math.hypot(delta.x, delta.y) > HOLD_TOLERANCE;
  if (type !== "touchstart" || hasMoved || !(target instanceof Element)) return;
  target.closest("a")?.focus({ preventScroll: true });
}

function nameOfDragged(dragged: DragData): string {
  return dragged.kind === "day" ? formatLongDay(dragged.day) : nameOf(dragged);
}

/** A later day of a visit, which keeps its time of day. */
function isLater(data: DragData): boolean {
  return data.kind === "visit" && data.entry.part !== undefined;
}

/** The head of a day, and what lasts into it, is above the columns: it is over the column below the pointer. */
const columnUnderPointer: CollisionDetection = (args) => {
  const { droppableContainers, pointerCoordinates: at } = args;
  const data = draggedIn<DragData>(args);
  const isOfDays = data.kind === "day" || isLater(data);
  if (!isOfDays || at === null) return pointerWithin(args);
  return droppableContainers
    .filter(({ rect: { current: column } }) => {
      if (column === null) return false;
      return column.left <= at.x && at.x < column.right;
    })
    .map(({ id }) => ({ id }));
};

const INSTRUCTIONS = {
  draggable:
    "To move this visit, hold Alt and press the arrow keys: up and down by 15 minutes, left and right by a day. With Shift, up and down set its end. It moves when Alt is released. Escape puts it back.",
};

/** The data of a droppable column of the week. */
export interface ColumnData {
  readonly day: DayKey;
  readonly hours: ShownHours;
}

/** The slot at the upper edge of the dragged visit, corrected by `delay`, the minutes it was drawn below its time. */
function slotUnder(event: DragMoveEvent): DropSlot | null {
  const { active, over } = event;
  const dragged = active.rect.current.translated;
  if (over === null || dragged === null) return null;
  const { day, hours } = over.data.current as ColumnData;
  const data = draggedIn<DragData>(event);
  if (data.kind === "day" || isLater(data)) {
    const at = data.kind === "visit" ? movedWith(data.entry, day) : dayRange(day).from;
    return { day, minute: 0, at, isWholeDay: true };
  }
  const { top, height } = over.rect;
  const shown = (hours.until - hours.from) * 60;
  const minute = snappedMinute(
    Math.min(
      Math.max(
        hours.from * 60 + ((dragged.top - top) / height) * shown - (data.delay ?? 0),
        hours.from * 60,
      ),
      hours.until * 60 - 15,
    ),
  );
  const current = data.kind === "visit" ? data.entry.at : undefined;
  return { day, minute, at: timeAt({ day, minute }, current) };
}

function isSame(one: DropSlot | null, other: DropSlot | null): boolean {
  return one?.day === other?.day && one?.minute === other?.minute;
}

function slotText(slot: DropSlot | null): string {
  if (slot === null) return "Not here";
  if (slot.isWholeDay) return dayText(slot.day);
  return slot.at === null ? "The clock skips this hour" : formatVisitTime(slot.at);
}
