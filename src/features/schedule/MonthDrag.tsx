import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from "@dnd-kit/core";
import { useState, type ReactNode } from "react";
import { formatLongDay, type DayKey } from "@domain/days";
import { EntryFace } from "./MonthEntry";
import type { Dragged } from "./monthMoves";
import { dayText } from "./useMoveVisit";

interface MonthDragProps {
  readonly onDrop: (dragged: Dragged, day: DayKey) => void;
  /** Days as droppable cells, with draggable visits and day numbers. */
  readonly children: ReactNode;
}

const INSTRUCTIONS = {
  draggable:
    "To move this visit by a day or a week, press Alt and an arrow key.",
};

/**
 * Drags visits and whole days to other days, with a mouse or a finger. Esc, or a
 * drop outside, leaves all as it was.
 */
export function MonthDrag({ onDrop, children }: MonthDragProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: 400, tolerance: 8 },
    }),
  );
  const end = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (over !== null) onDrop(draggedIn(active), String(over.id));
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
        setDragged(draggedIn(active));
      }}
      onDragEnd={end}
      onDragCancel={() => setDragged(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && <DraggedFace dragged={dragged} />}
      </DragOverlay>
    </DndContext>
  );
}

function DraggedFace({ dragged }: { readonly dragged: Dragged }) {
  return (
    <div className="w-max max-w-56 cursor-grabbing rounded-lg border border-line bg-raised p-1 shadow-float">
      {dragged.kind === "visit" ? (
        <EntryFace entry={dragged.entry} />
      ) : (
        <span className="px-2 text-sm font-medium whitespace-nowrap">
          {dayText(dragged.day)}
        </span>
      )}
    </div>
  );
}

type Item = { readonly data: { readonly current?: object | undefined } };

function draggedIn({ data }: Item): Dragged {
  return data.current as Dragged;
}

function nameOf(item: Item): string {
  const dragged = draggedIn(item);
  return dragged.kind === "visit"
    ? dragged.entry.name
    : formatLongDay(dragged.day);
}

const ANNOUNCEMENTS: Announcements = {
  onDragStart: ({ active }) => `Picked up ${nameOf(active)}.`,
  onDragOver: ({ active, over }) =>
    over === null
      ? `${nameOf(active)} is outside of the month.`
      : `${nameOf(active)} is over ${formatLongDay(String(over.id))}.`,
  onDragEnd: ({ active, over }) =>
    over === null
      ? `${nameOf(active)} stays.`
      : `Dropped ${nameOf(active)} on ${formatLongDay(String(over.id))}.`,
  onDragCancel: ({ active }) => `${nameOf(active)} stays.`,
};

/** How long after the release a browser may still report a click, in ms. */
const CLICK_LIMIT_MS = 100;

/** Where a drag ends on the link that it began on, the browser would open it. */
function suppressClick(): void {
  const refuse = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () =>
    setTimeout(
      () => window.removeEventListener("click", refuse, true),
      CLICK_LIMIT_MS,
    );
  window.addEventListener("click", refuse, true);
  for (const end of ["mouseup", "touchend", "touchcancel"])
    window.addEventListener(end, stop, { once: true, capture: true });
}
