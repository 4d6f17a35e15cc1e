import {
  DndContext,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from "@dnd-kit/sortable";
import { useState, type ReactNode, useEffect } from "react";

interface PhotoOrderProps<Id extends string> {
  readonly ids: readonly Id[];
  /** The name of the photo at a position, counted from 1, as shown to the person. */
  readonly nameAt: (place: number) => string;
  readonly isLocked: boolean;
  /** The next render has the new order. */
  readonly onMove: (id: Id, after: Id | null) => void;
  readonly children: (ids: readonly Id[]) => ReactNode;
}

/** Space lifts a photo and drops it. Enter is not used, because it opens the photo. */
const KEYS = {
  start: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
  end: [KeyboardCode.Space, KeyboardCode.Enter, KeyboardCode.Tab],
};

const INSTRUCTIONS =
  "To move this photo, press Space. Then choose a place with the arrow keys, press Space to drop the photo, or Escape to leave it where it was.";

/** Photos that can be reordered by dragging: with the mouse, with a finger after 0.4 s, or with keys. */
export function PhotoOrder<Id extends string>({
  ids,
  nameAt,
  isLocked,
  onMove,
  children,
}: PhotoOrderProps<Id>) {
  const [isDragging, setIsDragging] = useState(false);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: 400, tolerance: 8 },
    }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: KEYS,
    }),
  );
  useDragGuards(isDragging);

  const drop = ({ active, over }: DragEndEvent) => {
    setIsDragging(false);
    const from = ids.findIndex((id) => id === active.id);
    const to = ids.findIndex((id) => id === over?.id);
    const moved = ids[from];
    if (moved === undefined || to === -1 || from === to) return;
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, moved);
    onMove(moved, next[to - 1] ?? null);
  };

  return (
    <DndContext
      sensors={sensors}
      accessibility={{
        announcements: announcementsOf(ids, nameAt),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragStart={() => setIsDragging(true)}
      onDragCancel={() => setIsDragging(false)}
      onDragEnd={drop}
    >
      <SortableContext
        items={[...ids]}
        strategy={rectSortingStrategy}
        disabled={isLocked || ids.length < 2}
      >
        {children(ids)}
      </SortableContext>
    </DndContext>
  );
}

interface Dragged {
  readonly active: { readonly id: UniqueIdentifier };
  readonly over: { readonly id: UniqueIdentifier } | null;
}

/** The announcements for screen readers. */
function announcementsOf(ids: readonly string[], nameAt: (place: number) => string) {
  const placeOf = (id: UniqueIdentifier) => ids.indexOf(String(id)) + 1;
  const nameOf = ({ active }: Pick<Dragged, "active">) => nameAt(placeOf(active.id));
  const where = ({ over }: Dragged) =>
    over ? `place ${placeOf(over.id)} of ${ids.length}` : "no place";
  return {
    onDragStart: (dragged: Pick<Dragged, "active">) => `Picked up ${nameOf(dragged)}.`,
    onDragOver: (dragged: Dragged) => `${nameOf(dragged)} is over ${where(dragged)}.`,
    onDragEnd: (dragged: Dragged) => `${nameOf(dragged)} was dropped at ${where(dragged)}.`,
    onDragCancel: (dragged: Dragged) => `${nameOf(dragged)} is where it was before.`,
  };
}

/** Milliseconds. The click event that ends a drag follows it at once. */
const CLICK_WITHIN_MS = 50;

/**
 * While something is dragged, Escape ends the drag and not the dialog around it, and the click event at the end opens
 * nothing. dnd-kit only stops the propagation of that event, and a link would follow it nevertheless.
 */
function useDragGuards(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return;
    const keepOpen = (event: KeyboardEvent) => {
      // Radix ignores an Escape key whose default is prevented.
      if (event.key === "Escape") event.preventDefault();
    };
    const ignore = (event: MouseEvent) => event.preventDefault();
    const capture = { capture: true };
    window.addEventListener("keydown", keepOpen, capture);
    window.addEventListener("click", ignore, capture);
    return () => {
      window.removeEventListener("keydown", keepOpen, capture);
      setTimeout(() => window.removeEventListener("click", ignore, capture), CLICK_WITHIN_MS);
    };
  }, [isDragging]);
}
