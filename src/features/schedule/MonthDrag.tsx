import { useDraggable, type CollisionDetection, type DragMoveEvent } from "@dnd-kit/core";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type DayKey, dayText, formatLongDay } from "@domain/dates/days";
import { DragArea, draggedIn } from "./moves/DragArea";
import { entryFace } from "./MonthEntry";
import type { Dragged, Grab } from "./monthMoves";

export interface MonthDragProps {
  /** Null while nothing is pressed. The component stays mounted, so that the last announcement can be read. */
  readonly grab: Grab | null;
  readonly onDrop: (dragged: Dragged, day: DayKey) => void;
  readonly onEnd: () => void;
}

/**
 * Drags the pressed visit or whole day to another day, with a mouse or a finger. Esc, or a drop outside, changes
 * nothing. Rendered beside the grid, whose elements know nothing of dragging. The target is the cell under the pointer:
 * with droppables, dnd-kit would measure 42 days before the first frame of a drag.
 */
export function MonthDrag({ grab, onDrop, onEnd }: MonthDragProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const marked = useRef<HTMLElement | null>(null);
  const mark = (cell: HTMLElement | null) => {
    if (cell === marked.current) return;
    marked.current?.toggleAttribute("data-over", false);
    cell?.toggleAttribute("data-over", true);
    marked.current = cell;
  };
  const end = (event: DragMoveEvent | null) => {
    mark(null);
    setDragged(null);
    onEnd();
    const day = event && dayUnder(event);
    if (event && day) onDrop(draggedIn(event), day);
  };
  return (
    <DragArea<Dragged>
      of="month"
      findTarget={cellUnderPointer}
      dayUnder={dayUnder}
      nameOf={nameOf}
      onStart={setDragged}
      onMove={(event) => mark(cellUnder(event))}
      onEnd={end}
      overlay={dragged && <DraggedFace dragged={dragged} />}
    >
      {grab && <Handle grab={grab} />}
    </DragArea>
  );
}

/** Finds the cell below the overlay, which follows the pointer. */
const cellUnderPointer: CollisionDetection = ({ pointerCoordinates: at }) => {
  if (at === null) return [];
  for (const element of document.elementsFromPoint(at.x, at.y)) {
    const cell = element.closest<HTMLElement>("td[data-day]");
    if (cell !== null) return [{ id: dayOf(cell) ?? "", data: { cell } }];
  }
  return [];
};

function cellUnder({ collisions }: DragMoveEvent): HTMLElement | null {
  const cell: unknown = collisions?.[0]?.data?.["cell"];
  return cell instanceof HTMLElement ? cell : null;
}

function dayUnder(event: DragMoveEvent): DayKey | null {
  return dayOf(cellUnder(event)) ?? null;
}

function dayOf(cell: HTMLElement | null): DayKey | undefined {
  return cell?.dataset["day"];
}

/** Makes the pressed element draggable, and starts the drag with the event that pressed it. */
function Handle({ grab }: { readonly grab: Grab }) {
  const { node, dragged, event } = grab;
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: "grabbed",
    data: dragged,
  });
  useLayoutEffect(() => setNodeRef(node), [setNodeRef, node]);
  const begin = useEffectEvent(() => {
    const isTouch = event.type === "touchstart";
    listeners?.[isTouch ? "onTouchStart" : "onMouseDown"]?.(event);
  });
  useEffect(() => begin(), [grab]);
  useEffect(() => {
    if (!isDragging) return;
    node.toggleAttribute("data-dragging", true);
    return () => void node.toggleAttribute("data-dragging", false);
  }, [node, isDragging]);
  return null;
}

function DraggedFace({ dragged }: { readonly dragged: Dragged }) {
  return (
    <div className="w-max max-w-56 cursor-grabbing rounded-lg border border-line bg-raised p-1 shadow-float">
      {dragged.kind === "visit" ? (
        <span {...entryFace(dragged.entry)}>{dragged.entry.name}</span>
      ) : (
        <span className="px-2 text-sm font-medium whitespace-nowrap">{dayText(dragged.day)}</span>
      )}
    </div>
  );
}

function nameOf(dragged: Dragged): string {
  return dragged.kind === "visit" ? dragged.entry.name : formatLongDay(dragged.day);
}
