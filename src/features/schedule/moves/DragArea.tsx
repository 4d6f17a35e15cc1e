import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type DragMoveEvent,
  type DragStartEvent,
  type ScreenReaderInstructions,
} from "@dnd-kit/core";
import { useRef, type ReactNode } from "react";
import { formatLongDay, type DayKey } from "@domain/dates/days";

interface DragAreaProps<Data> {
  readonly findTarget: CollisionDetection;
  /** The day to which a drop would move the dragged visits; null outside of the days. */
  readonly dayUnder: (event: DragMoveEvent) => DayKey | null;
  /** The name of the area for screen readers, such as "month". */
  readonly of: string;
  readonly nameOf: (dragged: Data) => string;
  readonly instructions?: ScreenReaderInstructions;
  readonly onStart: (dragged: Data) => void;
  readonly onMove: (event: DragMoveEvent) => void;
  /** Called with null if Esc was pressed. */
  readonly onEnd: (event: DragMoveEvent | null) => void;
  /** The element that follows the pointer. */
  readonly overlay: ReactNode;
  readonly children: ReactNode;
}

/** Drags with a mouse, or with a finger that holds, and says each step to a screen reader. Esc cancels. */
export function DragArea<Data>({
  findTarget,
  dayUnder,
  of,
  nameOf,
  instructions,
  onStart,
  onMove,
  onEnd,
  overlay,
  children,
}: DragAreaProps<Data>) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: 400, tolerance: 8 },
    }),
  );
  /** The day of the last event, kept because dnd-kit announces without collisions. */
  const over = useRef<DayKey | null>(null);
  const follow = (event: DragMoveEvent) => {
    over.current = dayUnder(event);
    onMove(event);
  };
  const name = (event: Pick<DragStartEvent, "active">) => nameOf(draggedIn<Data>(event));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      accessibility={{
        container: document.body,
        ...(instructions && { screenReaderInstructions: instructions }),
        announcements: {
          onDragStart: (event) => `Picked up ${name(event)}.`,
          onDragOver: (event) =>
            over.current === null
              ? `${name(event)} is outside of the ${of}.`
              : `${name(event)} is over ${formatLongDay(over.current)}.`,
          onDragEnd: (event) =>
            over.current === null
              ? `${name(event)} stays.`
              : `Dropped ${name(event)} on ${formatLongDay(over.current)}.`,
          onDragCancel: (event) => `${name(event)} stays.`,
        },
      }}
      onDragStart={(event) => {
        suppressClick();
        onStart(draggedIn(event));
      }}
      onDragMove={follow}
      onDragOver={follow}
      onDragEnd={(event) => {
        over.current = dayUnder(event);
        onEnd(event);
      }}
      onDragCancel={() => onEnd(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>{overlay}</DragOverlay>
    </DndContext>
  );
}

/** The data given to `useDraggable` for the dragged element. */
export function draggedIn<Data>({ active }: { readonly active: Active }): Data {
  return active.data.current as Data;
}

/** How long after the release a browser may still report a click, in ms. */
const CLICK_LIMIT_MS = 100;

/** Keeps the browser from opening a link on which a drag began and ended. Buttons, such as Undo, still work. */
export function suppressClick(): void {
  const refuse = (event: MouseEvent) => {
    const { target } = event;
    if (target instanceof Element && target.closest("a") === null) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () =>
    setTimeout(() => window.removeEventListener("click", refuse, true), CLICK_LIMIT_MS);
  window.addEventListener("click", refuse, true);
  for (const end of ["mouseup", "touchend", "touchcancel"])
    window.addEventListener(end, stop, { once: true, capture: true });
}
