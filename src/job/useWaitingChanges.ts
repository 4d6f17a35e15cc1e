import { useMemo } from "react";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox } from "@/offline/useOutbox";
import type { WaitingChanges } from "./shownJobs";

export function useWaitingChanges(): WaitingChanges {
  const { items } = useOutbox();
  const { copy } = useDayCopies();
  return useMemo(() => ({ items, copy }), [items, copy]);
}
