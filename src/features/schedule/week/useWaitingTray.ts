import { useQueries } from "convex/react";
import { useCallback, useMemo } from "react";
import { api } from "@convex/_generated/api";
import { FIELD_OF_VISIT } from "@domain/job/visits";
import {
  staleBefore,
  WAITING_KINDS,
  WAITING_STATUSES,
  WAITING_VISITS,
  type WaitingKind,
} from "@domain/job/waitingJobs";
import { useNow } from "@/lib/useNow";
import type { DatedJobs } from "../calendar/useMonthEntries";
import type { TrayJob } from "../moves/moved";

/** The kinds whose jobs the tray lists; the others are only counted. */
export const LISTED_KINDS = ["unscheduled", "undated", "stale"] as const;

type ListedKind = (typeof LISTED_KINDS)[number];

/** The jobs of each listed kind; undefined while loading, an error where they could not be loaded. */
export type TrayLists = Readonly<Record<ListedKind, readonly TrayJob[] | Error | undefined>>;

/** The jobs that wait for the office, once the tray is open. */
export function useWaitingTray(isOpen: boolean) {
  const deliveredBefore = staleBefore(useNow());
  const queries = useMemo(
    () =>
      Object.fromEntries(
        (isOpen ? LISTED_KINDS : []).map((kind) => [
          kind,
          { query: api.jobs.listWaiting, args: { kind, deliveredBefore } },
        ]),
      ),
    [isOpen, deliveredBefore],
  );
  const results = useQueries(queries) as Partial<TrayLists>;
  const jobs = useMemo(() => LISTED_KINDS.flatMap((kind) => jobsOf(results[kind])), [results]);
  /** The lists with the changes that wait on this device. */
  const listed = useCallback(
    (withWaiting: (dated: DatedJobs) => DatedJobs) => {
      const ofKinds = Object.fromEntries(
        LISTED_KINDS.map((kind) => {
          const found = results[kind];
          return [kind, Array.isArray(found) ? stillOf(kind, found, withWaiting) : found];
        }),
      ) as TrayLists;
      const all = LISTED_KINDS.flatMap((kind) => jobsOf(ofKinds[kind]));
      const byId = new Map<string, TrayJob>(all.map((job) => [job._id, job]));
      return { ofKinds, byId };
    },
    [results],
  );
  return { jobs, listed };
}

function jobsOf(found: TrayLists[ListedKind]): readonly TrayJob[] {
  return found === undefined || found instanceof Error ? [] : found;
}

/** The jobs without those that a waiting change has scheduled, marked or deleted. */
function stillOf(
  kind: WaitingKind,
  jobs: readonly TrayJob[],
  withWaiting: (dated: DatedJobs) => DatedJobs,
): readonly TrayJob[] {
  const waiting = new Map(withWaiting([...jobs]).map((job) => [job._id, job] as const));
  const type = WAITING_VISITS[kind];
  return jobs.flatMap((job) => {
    const now = waiting.get(job._id);
    if (now === undefined) return [];
    const isKind = WAITING_STATUSES[kind].includes(now.job_status);
    const isDated = type !== null && now[FIELD_OF_VISIT[type]] !== undefined;
    return isKind && !isDated ? [{ ...job, ...namesOf(now) }] : [];
  });
}

function namesOf({ customer_name, job_address, job_status }: DatedJobs[number]) {
  return { customer_name, job_address, job_status };
}

/** The kinds of which the tray shows only the number. */
export const COUNTED_KINDS = WAITING_KINDS.filter(
  (kind) => !LISTED_KINDS.some((listed) => listed === kind),
);
