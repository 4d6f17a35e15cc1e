import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useIsOutboxRead } from "@/offline/OutboxProvider";

/**
 * The copy of days for a list. When a page starts, the copy comes with what waits on this device: nobody sees an older
 * value than the one they have typed.
 */
export function useListedCopies(): ReturnType<typeof useDayCopies> {
  const copies = useDayCopies();
  return useIsOutboxRead() ? copies : { ...copies, copy: undefined };
}
