import { useDraggable } from "@dnd-kit/core";
import { useContext } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import { entryKey } from "../calendar/entryKey";
import { isWaiting } from "../calendar/useShownDates";
import { useMoveKeys } from "./useMoveKeys";
import { liftedOf, WeekMovesContext, type DragData } from "./weekMoves";

/**
 * What the link of a visit in the week needs to be dragged, moved by keys and focused at its new place, and in what
 * state the visit is. `delay` is the minutes by which it is drawn below its time.
 */
export function useEntryLink(entry: CalendarEntry, delay?: number) {
  const { waiting, lifted, takeFocus } = useContext(WeekMovesContext);
  const { jobId, clientKey } = entry;
  const data: DragData = {
    kind: "visit",
    entry,
    ...(delay !== undefined && { delay }),
  };
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id: entryKey(entry),
    data,
  });
  const keys = useMoveKeys(entry);
  return {
    isDragging,
    isWaiting: isWaiting(waiting, jobId, clientKey),
    /** The visit as keys or its lower edge have changed it so far; null if they have not. */
    own: liftedOf(entry, lifted),
    link: {
      ref: (link: HTMLAnchorElement | null) => {
        setNodeRef(link);
        if (link !== null) takeFocus(entry, link);
      },
      "data-list-entry": true,
      draggable: false,
      "aria-describedby": attributes["aria-describedby"],
      ...listeners,
      ...keys,
    },
  };
}
