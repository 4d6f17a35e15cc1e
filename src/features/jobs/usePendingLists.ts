import { useCallback, useEffect, useMemo, useState } from "react";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { useDayCopies } from "@/lib/device/DayCopyProvider";
import { useOutbox } from "@/lib/outbox/useOutbox";
import type { Job } from "./jobForm";
import type * as pendingJobs from "./pendingJobs";

type Rules = typeof pendingJobs;
type Changes = ReturnType<Rules["pendingChanges"]>;

/** Shows the changes that wait on this device in a list of jobs. */
type ShowPending = (jobs: readonly Job[]) => readonly Job[];

/**
 * `show` is called only while something waits. The rules are loaded then: the
 * first page that a person opens does without them.
 */
export function usePendingList(
  show: (
    rules: Rules,
    jobs: readonly Job[],
    changes: Changes,
  ) => readonly Job[],
): ShowPending {
  const { items } = useOutbox();
  const { copy } = useDayCopies();
  const isWaiting = items.length > 0;
  const rules = usePendingRules(isWaiting);
  const changes = useMemo(
    () =>
      rules === null || !isWaiting ? null : rules.pendingChanges(items, copy),
    [rules, isWaiting, items, copy],
  );
  return useCallback(
    (jobs) =>
      rules === null || changes === null ? jobs : show(rules, jobs, changes),
    [rules, changes, show],
  );
}

/** Null until they are needed and loaded. */
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
