import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import type { TimeRange } from "@domain/dates/days";
import { shortFirst, wasteOf } from "@domain/estimate/needs";
import { counted } from "@domain/text/text";
import { PrintSheet } from "@/components/PrintSheet";
import { Dialog } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { NeedsTable, type NeededItem } from "@/job/NeedsTable";
import { useIsOffline } from "@/lib/connection/connectionState";
import { formatDateTime } from "@/lib/formatDateTime";
import { thisDevice } from "@/lib/thisDevice";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { useCopiedNeeds } from "./useCopiedNeeds";

export interface NeedsDialogProps {
  readonly range: TimeRange;
  /** The days, such as "Friday, Nov 20, 26". */
  readonly days: string;
  readonly onClose: () => void;
}

/** Materials that the installs of the days need and that were not taken from stock yet. Live while open. */
export function NeedsDialog({ range, days, onClose }: NeedsDialogProps) {
  const settings = useOfficeSettings();
  const { from, until } = range;
  const wastePercent = wasteOf(settings ?? {});
  const live = useQuery(api.lines.needed, settings ? { from, until, wastePercent } : "skip");
  const isOffline = useIsOffline();
  const copied = useCopiedNeeds(range, wastePercent);
  const saved = live === undefined && isOffline ? copied : undefined;
  const needed = live ?? saved;
  return (
    <Dialog
      title="Materials needed"
      description={`For the installs of ${days}. What was taken from stock for them is not counted.`}
      size="large"
      onClose={onClose}
    >
      {saved && (
        <p role="status" className="pb-3 text-sm text-ink-muted">
          Offline. Counted from the rows saved on {thisDevice()}, {formatDateTime(saved.savedAt)}.
          The stock is not saved here.
        </p>
      )}
      {needed === undefined && (
        <div className="flex justify-center py-10">
          <LoadingData what="What is needed" />
        </div>
      )}
      {needed?.needs.length === 0 && needed.isWhole && (
        <p className="py-4 text-sm text-ink-muted">
          Nothing is needed: no install of these days has materials that are not taken.
        </p>
      )}
      {needed && needed.needs.length > 0 && (
        <>
          <NeedsList {...needed} />
          <PrintSheet>
            <h1 className="mb-4 text-2xl font-semibold">Materials needed · {days}</h1>
            <NeedsList {...needed} />
          </PrintSheet>
        </>
      )}
      {needed?.isWhole === false && (
        <p className="text-sm text-ink-muted">
          {saved
            ? `Some of these installs are not saved on ${thisDevice()}, and are not counted.`
            : "There are more installs than one list adds up. These are the first."}
        </p>
      )}
    </Dialog>
  );
}

interface NeedsListProps {
  readonly needs: readonly NeededItem[];
  readonly jobs: number;
}

function NeedsList({ needs, jobs }: NeedsListProps) {
  return <NeedsTable caption={counted(jobs, "job")} needs={shortFirst(needs)} />;
}
