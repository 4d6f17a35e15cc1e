import { useMemo } from "react";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox } from "@/offline/useOutbox";
import type { PendingChanges } from "./pendingJobs";

export function usePendingChanges(): PendingChanges {
  const { items } = useOutbox();
  const { copy } = useDayCopies();
  return useMemo(() => ({ items, copy }), [items, copy]);
}
