import { useQuery } from "convex/react";
import { useCallback, useEffect, useMemo } from "react";
import { api } from "@convex/_generated/api";
import type { JobRow } from "@domain/changes/rows";
import { jobKey } from "@domain/changes/subjects";
import type { LineRow } from "@domain/estimate/lines";
import { keepLines, readLines } from "./days/copyMaterials";
import type { DeviceStore } from "./device/deviceStore";
import { useDeviceStore } from "./device/DeviceStoreProvider";
import { tryStore } from "./device/deviceStoreErrors";
import { shownLines } from "./outbox/lineRows";
import { unrefused } from "./outbox/shownRows";
import { useCopied } from "./useCopied";
import { useOutbox } from "./useOutbox";

export interface JobLines {
  /** The lines in their order. */
  readonly lines: readonly LineRow[];
  /** The time of the device's copy; null for live lines, and for a job that the server does not have. */
  readonly asOf: number | null;
}

const NONE: readonly LineRow[] = [];

/**
 * The lines of a job, with the changes that wait on this device; until the server answers, from the device's copy.
 * `undefined` while loading.
 */
export function useJobLines(job: JobRow): JobLines | undefined {
  // Queried by the job's key, which stays when the job gets its id.
  const live = useQuery(api.lines.ofJob, { id: jobKey(job) });
  const { items: waiting } = useOutbox();
  const { clientKey, _id: jobId } = job;
  const read = useCallback((from: DeviceStore) => readLines(from, jobId), [jobId]);
  const copied = useCopied(read);
  const { store } = useDeviceStore();
  useEffect(() => {
    if (live === undefined || store === null) return;
    const lines = { jobId, lines: live, at: Date.now() };
    void tryStore(keepLines(store, lines));
  }, [live, store, jobId]);
  const isNew = clientKey !== undefined && waiting.some(({ creates }) => creates === clientKey);
  return useMemo(() => {
    const known: readonly LineRow[] | undefined = live ?? (isNew ? NONE : copied?.lines);
    if (known === undefined) return undefined;
    const asOf = live || isNew ? null : (copied?.at ?? null);
    return { lines: shownLines(job, known, unrefused(waiting)), asOf };
  }, [job, live, isNew, copied, waiting]);
}
