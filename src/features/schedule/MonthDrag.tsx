import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from "@dnd-kit/core";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type RefObject,
} from "react";
import { formatLongDay, type DayKey } from "@domain/days";
import { entryFace } from "./MonthEntry";
import type { Dragged, Grab } from "./monthMoves";
import { dayText } from "./useMoveVisit";

export interface MonthDragProps {
  /** Null while nothing is pressed. What the last drag has announced stays. */
  readonly grab: Grab | null;
  readonly table: RefObject<HTMLTableElement | null>;
  readonly days: readonly DayKey[];
  readonly onDrop: (dragged: Dragged, day: DayKey) => void;
  readonly onEnd: () => void;
}

/**
 * Drags the pressed visit or whole day to another day, with a mouse or a finger. Esc, or a drop outside, leaves all as
 * it was. It stands beside the grid: the grid's elements do not know that they can be dragged.
 */
export function MonthDrag({ grab, onDrop, onEnd, ...place }: MonthDragProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: 400, tolerance: 8 },
    }),
  );
  const stop = () => {
    setDragged(null);
    onEnd();
  };
  const end = ({ active, over }: DragEndEvent) => {
    stop();
    if (over !== null) onDrop(draggedIn(active), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{
        container: document.body,
        announcements: ANNOUNCEMENTS,
      }}
      onDragStart={({ active }) => {
        suppressClick();
        setDragged(draggedIn(active));
      }}
      onDragEnd={end}
      onDragCancel={stop}
    >
      {grab && <Handle grab={grab} />}
      {grab &&
        place.days.map((day) => (
          <Target key={day} day={day} table={place.table} />
        ))}
      <DragOverlay dropAnimation={null}>
        {dragged && <DraggedFace dragged={dragged} />}
      </DragOverlay>
    </DndContext>
  );
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

interface TargetProps {
  readonly day: DayKey;
  readonly table: RefObject<HTMLTableElement | null>;
}

/** Makes the cell of a day take what is dropped. */
function Target({ day, table }: TargetProps) {
  const { setNodeRef, isOver } = useDroppable({ id: day });
  useLayoutEffect(() => {
    const cell = table.current?.querySelector<HTMLElement>(
      `[data-day="${day}"]`,
    );
    setNodeRef(cell ?? null);
    if (!isOver) return;
    cell?.toggleAttribute("data-over", true);
    return () => void cell?.toggleAttribute("data-over", false);
  }, [setNodeRef, table, day, isOver]);
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
