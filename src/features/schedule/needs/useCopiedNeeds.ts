import { useMemo } from "react";
import { UNKNOWN_STOCK, withCoil } from "@domain/changes/lineStock";
import type { JobRow } from "@domain/changes/rows";
import { isWithin, type TimeRange } from "@domain/dates/days";
import type { LineRow } from "@domain/estimate/lines";
import { COIL_SKU, needsOf, sumsOf, type Need, type Office } from "@domain/estimate/needs";
import { jobsOnDay } from "@domain/job/schedule";
import { shownOnDay } from "@/job/shownJobs";
import { useListedCopies } from "@/job/useListedCopies";
import { useWaitingChanges } from "@/job/useWaitingChanges";
import type { NeededItem } from "@/job/NeedsTable";
import { copiedDay } from "@/offline/days/copiedDay";
import { readAllLines } from "@/offline/days/copyMaterials";
import { shownLines } from "@/offline/outbox/lineRows";
import { unrefused } from "@/offline/outbox/shownRows";
import { useCatalogue } from "@/offline/useCatalogue";
import { useCopied } from "@/offline/useCopied";

export interface CopiedNeeds {
  readonly needs: NeededItem[];
  /** The installs that have lines. */
  readonly jobs: number;
  /** False if this device lacks some of the days, or the lines of one of their installs. */
  readonly isWhole: boolean;
  /** When the device copied the days. */
  readonly savedAt: number;
}

/**
 * What the installs of the days need by the copy on this device, with the changes that wait on it. The stock is not in
 * the copy. Undefined while it is read, and without a copy.
 */
export function useCopiedNeeds(
  { from, until }: TimeRange,
  wastePercent: number,
): CopiedNeeds | undefined {
  const { copy } = useListedCopies();
  const changes = useWaitingChanges();
  const lines = useCopied(readAllLines);
  const items = useCatalogue()?.items;
  return useMemo(() => {
    if (!copy || !lines) return undefined;
    const range = { from, until };
    const waiting = unrefused(changes.items);
    const coil = items?.find(({ sku }) => sku === COIL_SKU) ?? UNKNOWN_STOCK.coil;
    const linesOf = (job: JobRow): readonly LineRow[] | undefined => {
      const isNew = waiting.some(
        ({ creates }) => creates !== undefined && creates === job.clientKey,
      );
      const known = lines.find(({ jobId }) => jobId === job._id)?.lines;
      const found = known ?? (isNew ? [] : undefined);
      return found && withCoil(shownLines(job, found, waiting), coil);
    };
    const installs = shownOnDay(jobsOnDay(copy.jobs, range), range, changes)
      .filter(({ job_status }) => job_status !== "cancelled")
      .filter(({ job_install_date: at }) => isWithin(at, range))
      .map((job) => ({ at: job.job_install_date, lines: linesOf(job) }));
    const dated = installs.flatMap(({ at, lines: own = [] }) =>
      own.length === 0 ? [] : [{ ...sumsOf(own), at }],
    );
    const office = { coil, wastePercent };
    return {
      needs: needsOf(dated, office).map((need) => unstocked(need, office)),
      jobs: dated.length,
      isWhole:
        copiedDay(copy, range) !== null && installs.every(({ lines: own }) => own !== undefined),
      savedAt: copy.savedAt,
    };
  }, [copy, changes, lines, items, from, until, wastePercent]);
}

/** As the server says it of an item whose stock it does not know. */
function unstocked({ itemId, at = 0, ...need }: Need, { coil }: Office): NeededItem {
  const isCoil = itemId !== undefined && itemId === coil?._id;
  return { ...need, at, inStock: null, undivided: 0, isCoil };
}
