import { useQueries, type RequestForQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import {
  explains,
  markOf,
  seenVisits,
  visitChanges,
  visitKey,
  withSeen,
  type DayMark,
  type SeenVisit,
  type VisitChange,
  type VisitHistory,
} from "@domain/job/dayChanges";
import type { TimeRange } from "@domain/dates/days";
import { MAX_ASKED_JOBS } from "@domain/calls/inputLimits";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import type { DayCopy } from "@/offline/days/copiedDay";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { readSeenDay, writeSeenDay } from "@/offline/days/seenDays";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { tryStore } from "@/offline/device/deviceStoreErrors";
import type { DayList } from "./dayJobs/useDayJobs";

type IsLookedAt = (visit: SeenVisit) => boolean;

interface SeenDayMarks {
  readonly marks: readonly DayMark[];
  /** Removes the marks of the visits that the person has looked at. Stable between changes of the day. */
  readonly look: (isLookedAt: IsLookedAt) => void;
}

/**
 * Compares a day with what this device last showed of it. The first look at a day marks nothing. With a connection the
 * history says who made a change, and the person's own changes count as seen; without one, nobody is named.
 */
export function useSeenDay(day: TimeRange, { known, isCopy }: DayList): SeenDayMarks {
  const { store } = useDeviceStore();
  const { isOffline, copy } = useDayCopies();
  const [seen, setSeen] = useStoredDay(store, day);
  // While the page connects, the copy is not compared: the live list replaces it in a moment.
  const isSettled = !isCopy || isOffline;
  const now = useMemo(
    () => (known && isSettled ? seenVisits(known, day) : null),
    [known, isSettled, day],
  );
  useEffect(() => {
    if (seen === null && now !== null) setSeen(now);
  }, [seen, now, setSeen]);

  const changes = useMemo(() => (seen && now ? visitChanges(seen, now) : NO_CHANGES), [seen, now]);
  const histories = useHistories(changes, isOffline ? (copy ?? null) : null);
  const [marks, own] = useMemo(() => marksOf(changes, histories, day), [changes, histories, day]);

  const look = useCallback(
    (isLookedAt: IsLookedAt) => {
      if (seen && now) setSeen(withSeen(seen, now, isLookedAt));
    },
    [seen, now, setSeen],
  );
  useEffect(() => {
    if (own.size > 0) look((visit) => own.has(visitKey(visit)));
  }, [own, look]);
  return { marks, look };
}

type Marked = readonly [marks: readonly DayMark[], own: ReadonlySet<string>];

const NO_CHANGES: readonly VisitChange[] = [];

/** The marks of the changes, and the visits that the person changed. */
function marksOf(
  changes: readonly VisitChange[],
  { answered, copied, isWhole }: Histories,
  day: TimeRange,
): Marked {
  const marks: DayMark[] = [];
  const own = new Set<string>();
  for (const change of changes) {
    const { visit } = change;
    const history = [answered, copied]
      .map((ofJob) => ofJob.get(visit.jobId))
      .find((known) => known && explains(known, change, day));
    if (history === undefined && !isWhole) continue;
    const mark = markOf(change, history, day);
    if (mark === null) own.add(visitKey(visit));
    else marks.push(mark);
  }
  return [marks, own];
}

interface StoredDay {
  readonly store: DeviceStore | null;
  readonly from: number;
  readonly visits: readonly SeenVisit[] | null | undefined;
}

/** The visits of the day as the device last showed them: undefined until they are read, null if it has not. */
function useStoredDay(
  store: DeviceStore | null,
  { from }: TimeRange,
): readonly [
  seen: readonly SeenVisit[] | null | undefined,
  setSeen: (visits: readonly SeenVisit[]) => void,
] {
  const [stored, setStored] = useState<StoredDay | null>(null);
  useEffect(() => {
    if (store === null) return;
    let isCurrent = true;
    void tryStore(readSeenDay(store, from)).then((visits) => {
      if (isCurrent) setStored({ store, from, visits });
    });
    return () => {
      isCurrent = false;
    };
  }, [store, from]);
  const write = useCallback(
    (visits: readonly SeenVisit[]) => {
      setStored({ store, from, visits });
      if (store !== null) void tryStore(writeSeenDay(store, { from, visits }, Date.now()));
    },
    [store, from],
  );
  // Another day is on the screen before its visits are read.
  const isOfDay = stored?.store === store && stored.from === from;
  return [isOfDay ? stored.visits : undefined, write];
}

type OfJob = ReadonlyMap<string, VisitHistory>;

/** The histories of the jobs that changed. */
interface Histories {
  /** The histories from the server. */
  readonly answered: OfJob;
  /** The histories from the copy on this device. */
  readonly copied: OfJob;
  /** False while the server has not answered for a job: until then the change may be the person's own. */
  readonly isWhole: boolean;
}

/** `copy` is null while there is a connection. */
function useHistories(changes: readonly VisitChange[], copy: DayCopy | null): Histories {
  const ids = [...new Set(changes.map(({ visit }) => visit.jobId))]
    .slice(0, MAX_ASKED_JOBS)
    .join(" ");
  const queries = useMemo(
    (): RequestForQueries =>
      ids === ""
        ? {}
        : {
            found: {
              query: api.changes.ofVisits,
              args: { jobIds: ids.split(" ") },
            },
          },
    [ids],
  );
  // Unlike useQuery, useQueries does not throw if the histories fail: the day is still shown.
  const { found } = useQueries(queries) as {
    readonly found?: FunctionReturnType<typeof api.changes.ofVisits> | Error;
  };
  // Keeps the marks while the history of another change is loaded.
  const answered = useKeepPreviousData(found);
  return useMemo(() => {
    const isFailed = answered instanceof Error;
    // The server returns no history for a job that it no longer has.
    const gone = Array.isArray(found) && ids !== "" ? ids.split(" ") : [];
    return {
      answered: byJob([...gone.map(unknownJob), ...(isFailed ? [] : (answered ?? []))]),
      copied: byJob(copy === null ? [] : copiedHistories(copy)),
      isWhole: copy !== null || isFailed,
    };
  }, [copy, answered, found, ids]);
}

function copiedHistories({ jobs }: DayCopy): VisitHistory[] {
  return jobs.map((job) => ({
    jobId: job._id,
    job,
    changes: [],
    deletedBy: null,
  }));
}

function unknownJob(jobId: string): VisitHistory {
  return { jobId, job: null, changes: [], deletedBy: null };
}

function byJob(histories: readonly VisitHistory[]): OfJob {
  return new Map(histories.map((history) => [history.jobId, history]));
}
