import { useMemo } from "react";
import { useDayCopies } from "@/lib/device/DayCopyProvider";
import { useOutbox } from "@/lib/outbox/useOutbox";
import { pendingChanges } from "./pendingJobs";
import type { PendingChanges } from "./pendingPeople";

export function usePendingChanges(): PendingChanges {
  const { items } = useOutbox();
  const { copy } = useDayCopies();
  return useMemo(() => pendingChanges(items, copy), [items, copy]);
}
