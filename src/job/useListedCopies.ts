import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useIsOutboxRead } from "@/offline/OutboxProvider";

/**
 * The copy of days for a list. When a page starts, waits until the outbox is read too, so that no list shows a value
 * older than the person's own change.
 */
export function useListedCopies(): ReturnType<typeof useDayCopies> {
  const copies = useDayCopies();
  return useIsOutboxRead() ? copies : { ...copies, copy: undefined };
}
