import { useCallback, useEffect, useState } from "react";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox } from "@/offline/useOutbox";
import type { Job } from "./jobForm";
import type * as pendingJobs from "./pendingJobs";
import type { PendingChanges } from "./pendingJobs";

type Rules = typeof pendingJobs;

/** Applies the waiting changes of this device to a list of jobs. */
type ShowPending = (jobs: readonly Job[]) => readonly Job[];

/**
 * `show` is called only while changes wait. Its rules are loaded then: they are not part of the first load.
 */
export function usePendingList(
  show: (
    rules: Rules,
    jobs: readonly Job[],
    changes: PendingChanges,
  ) => readonly Job[],
): ShowPending {
  const { items } = useOutbox();
  const { copy } = useDayCopies();
  const isWaiting = items.length > 0;
  const rules = usePendingRules(isWaiting);
  return useCallback(
    (jobs) =>
      rules === null || !isWaiting ? jobs : show(rules, jobs, { items, copy }),
    [rules, isWaiting, items, copy, show],
  );
}

/** Null until the rules are needed and loaded. */
export function usePendingRules(isNeeded: boolean): Rules | null {
  const [rules, setRules] = useState<Rules | null>(null);
  useEffect(() => {
    if (!isNeeded || rules !== null) return;
    let isCurrent = true;
    import("./pendingJobs").then(
      (loaded) => {
        if (isCurrent) setRules(loaded);
      },
      (error: unknown) => {
        // Without the code, the lists show what the server has.
        if (!isChunkLoadError(error)) reportError(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, rules]);
  return rules;
}
