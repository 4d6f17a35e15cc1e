import { useCallback, useEffect, useState } from "react";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { SharedValue, useSharedValue } from "@/lib/SharedValue";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useIsOutboxRead } from "@/offline/OutboxProvider";
import { useOutbox } from "@/offline/useOutbox";
import type { Job } from "./jobForm";
import type * as pendingJobs from "./pendingJobs";
import type { PendingChanges } from "./pendingJobs";

type Rules = typeof pendingJobs;

/** Null until they are loaded. Shared, so that a screen which is opened later has them at once. */
const pendingRules = new SharedValue<Rules | "missing" | null>(null);

/** Applies the waiting changes of this device to a list of jobs. */
type ShowPending = (jobs: readonly Job[]) => readonly Job[];

/**
 * `show` is called only while changes wait. Its rules are loaded before that, and are not part of the first load.
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
  const rules = useSharedValue(pendingRules);
  useEffect(() => {
    if (isNeeded) void loadRules();
    // A tap must not have to load them: the line may be dead by then.
    else void Promise.resolve(window.firstAnswer).then(loadRules);
  }, [isNeeded]);
  return rules === "missing" ? null : rules;
}

async function loadRules(): Promise<void> {
  try {
    pendingRules.set(await import("./pendingJobs"));
  } catch (error) {
    // Without the code, the lists show what the server has.
    pendingRules.set("missing");
    if (!isChunkLoadError(error)) reportError(error);
  }
}

/**
 * The copy of days for a list. When a page starts, the copy comes as soon as the list can show what waits on this
 * device in it: nobody sees an older value than the one they have typed.
 */
export function useListedCopies(): ReturnType<typeof useDayCopies> {
  const copies = useDayCopies();
  const isRead = useIsOutboxRead();
  const isWaiting = useOutbox().items.length > 0;
  const rules = useSharedValue(pendingRules);
  const [isShown, setShown] = useState(false);
  const canShow = isRead && (!isWaiting || rules !== null);
  if (canShow && !isShown) setShown(true);
  return canShow || isShown ? copies : { ...copies, copy: undefined };
}
