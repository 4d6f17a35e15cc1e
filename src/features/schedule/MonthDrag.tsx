import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
  type Announcements,
  type Collision,
  type CollisionDetection,
} from "@dnd-kit/core";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { type DayKey, dayText, formatLongDay } from "@domain/days";
import { entryFace } from "./MonthEntry";
import type { Dragged, Grab } from "./monthMoves";

export interface MonthDragProps {
  /** Null while nothing is pressed. What the last drag has announced stays. */
  readonly grab: Grab | null;
  readonly onDrop: (dragged: Dragged, day: DayKey) => void;
  readonly onEnd: () => void;
}

/**
 * Drags the pressed visit or whole day to another day, with a mouse or a finger. Esc, or a drop outside, leaves all as
 * it was. It stands beside the grid: the grid's elements do not know that they can be dragged. The day is that of the
 * cell under the pointer: dnd-kit would measure a droppable for each of 42 days before the first frame of a drag.
 */
export function MonthDrag({ grab, onDrop, onEnd }: MonthDragProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [target] = useState(() => new DropTarget());
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: 400, tolerance: 8 },
    }),
  );
  const stop = () => {
    target.unmark();
    setDragged(null);
    onEnd();
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={cellUnderPointer}
      accessibility={{
        container: document.body,
        announcements: target.announcements,
      }}
      onDragStart={({ active }) => {
        suppressClick();
        setDragged(draggedIn(active));
      }}
      onDragOver={({ collisions }) => target.moveTo(cellIn(collisions))}
      onDragEnd={({ active, collisions }) => {
        target.moveTo(cellIn(collisions));
        const { day } = target;
        stop();
        if (day !== undefined) onDrop(draggedIn(active), day);
      }}
      onDragCancel={stop}
    >
      {grab && <Handle grab={grab} />}
      <DragOverlay dropAnimation={null}>
        {dragged && <DraggedFace dragged={dragged} />}
      </DragOverlay>
    </DndContext>
  );
}

/** Under the overlay too, which follows the pointer. */
const cellUnderPointer: CollisionDetection = ({ pointerCoordinates: at }) => {
  if (at === null) return [];
  for (const element of document.elementsFromPoint(at.x, at.y)) {
    const cell = element.closest<HTMLElement>("td[data-day]");
    if (cell !== null) return [{ id: dayOf(cell) ?? "", data: { cell } }];
  }
  return [];
};

function cellIn(collisions: readonly Collision[] | null): HTMLElement | null {
  const cell: unknown = collisions?.[0]?.data?.["cell"];
  return cell instanceof HTMLElement ? cell : null;
}

function dayOf(cell: HTMLElement | null): DayKey | undefined {
  return cell?.dataset["day"];
}

/** The cell that takes what is dropped. After a release it is still the last one, for what is said about it. */
class DropTarget {
  #cell: HTMLElement | null = null;

  get day(): DayKey | undefined {
    return dayOf(this.#cell);
  }

  moveTo(cell: HTMLElement | null): void {
    this.unmark();
    cell?.toggleAttribute("data-over", true);
    this.#cell = cell;
  }

  unmark(): void {
    this.#cell?.toggleAttribute("data-over", false);
  }

  readonly announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${nameOf(active)}.`,
    onDragOver: ({ active }) =>
      this.day === undefined
        ? `${nameOf(active)} is outside of the month.`
        : `${nameOf(active)} is over ${formatLongDay(this.day)}.`,
    onDragEnd: ({ active }) =>
      this.day === undefined
        ? `${nameOf(active)} stays.`
        : `Dropped ${nameOf(active)} on ${formatLongDay(this.day)}.`,
    onDragCancel: ({ active }) => `${nameOf(active)} stays.`,
  };
}

/** Makes the pressed element draggable, and begins with the event that pressed it. */
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

/** How long after the release a browser may still report a click, in ms. */
const CLICK_LIMIT_MS = 100;

/** Where a drag ends on the link that it began on, the browser would open it. A button, such as Undo, acts at once. */
export function suppressClick(): void {
  const refuse = (event: MouseEvent) => {
    const { target } = event;
    if (target instanceof Element && target.closest("a") === null) return;
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
