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
import { formatLongDay, type DayKey } from "@domain/days";

interface DragAreaProps<Data> {
  readonly findTarget: CollisionDetection;
  /** Where what is dragged would go; null for nowhere. */
  readonly dayUnder: (event: DragMoveEvent) => DayKey | null;
  /** Which days these are, such as "month". */
  readonly of: string;
  readonly nameOf: (dragged: Data) => string;
  readonly instructions?: ScreenReaderInstructions;
  readonly onStart: (dragged: Data) => void;
  readonly onMove: (event: DragMoveEvent) => void;
  /** Null: Esc was pressed. */
  readonly onEnd: (event: DragMoveEvent | null) => void;
  /** What follows the pointer. */
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
  /** The last event says the day; what is announced of it gets no collisions. */
  const over = useRef<DayKey | null>(null);
  const follow = (event: DragMoveEvent) => {
    over.current = dayUnder(event);
    onMove(event);
  };
  const name = (event: Pick<DragStartEvent, "active">) =>
    nameOf(draggedIn<Data>(event));
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

/** What the dragged element was made draggable with. */
export function draggedIn<Data>({ active }: { readonly active: Active }): Data {
  return active.data.current as Data;
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
