import { useCallback, useMemo, useState } from "react";
import type { Job } from "@/job/jobForm";
import { jobKey } from "@domain/changes/subjects";
import { NOTHING_SELECTED, type Selection } from "./selection";

interface State {
  /** The list of the selection. For another search or filter nothing is selected. */
  readonly list: string;
  readonly selection: Selection;
  /** The selected jobs as they were when they were selected, by key. */
  readonly seen: ReadonlyMap<string, Job>;
}

const startOf = (list: string): State => ({
  list,
  selection: NOTHING_SELECTED,
  seen: new Map(),
});

type Change = (selection: Selection, order: readonly string[]) => Selection;

/**
 * The selected jobs of a list. They stay selected when the list changes. A job that somebody else's change takes out
 * of the list stays as the person saw it.
 */
export function useSelectedJobs(jobs: readonly Job[], list: string) {
  const [state, setState] = useState(() => startOf(list));
  if (state.list !== list) setState(startOf(list));
  const { selection, seen } = state;
  const byKey = useMemo(() => new Map(jobs.map((job) => [jobKey(job), job])), [jobs]);
  /** Stable until the list changes. */
  const change = useCallback(
    (next: Change) =>
      setState((before) => {
        const order = [...byKey.keys()];
        const changed = next(before.selection, order);
        const known = [...changed.keys].flatMap((key) => {
          const job = before.seen.get(key) ?? byKey.get(key);
          return job === undefined ? [] : [[key, job] as const];
        });
        return { ...before, selection: changed, seen: new Map(known) };
      }),
    [byKey],
  );
  const gone = [...seen].filter(([key]) => !byKey.has(key));
  return {
    keys: selection.keys,
    /** The selected jobs in the order of the list, then those that are no longer in it. */
    selected: [
      ...jobs.filter((job) => selection.keys.has(jobKey(job))),
      ...gone.map(([, job]) => job),
    ],
    /** The number of selected jobs that are no longer in the list. */
    gone: gone.length,
    change,
    clear: () => setState(startOf(list)),
  };
}
