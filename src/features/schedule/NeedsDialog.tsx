import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import type { TimeRange } from "@domain/days";
import { shortFirst, wasteOf } from "@domain/estimate/needs";
import { counted } from "@domain/text";
import { Dialog } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { NeedsTable } from "@/features/inventory/NeedsTable";
import { useOfficeSettings } from "@/offline/useOfficeSettings";

export interface NeedsDialogProps {
  readonly range: TimeRange;
  /** The days, such as "Friday, Nov 20, 26". */
  readonly days: string;
  readonly onClose: () => void;
}

/** What the installs of the days need beyond what was taken from stock for them. It is read while it is open. */
export function NeedsDialog({ range, days, onClose }: NeedsDialogProps) {
  const settings = useOfficeSettings();
  const { from, until } = range;
  const needed = useQuery(
    api.lines.needed,
    settings ? { from, until, wastePercent: wasteOf(settings) } : "skip",
  );
  return (
    <Dialog
      title="Materials needed"
      description={`For the installs of ${days}. What was taken from stock for them is not counted.`}
      size="large"
      onClose={onClose}
    >
      {needed === undefined && (
        <div className="flex justify-center py-10">
          <LoadingData what="What is needed" />
        </div>
      )}
      {needed?.needs.length === 0 && (
        <p className="py-4 text-sm text-ink-muted">
          Nothing is needed: no install of these days has materials that are not
          taken.
        </p>
      )}
      {needed && needed.needs.length > 0 && (
        <NeedsTable
          caption={counted(needed.jobs, "job")}
          needs={shortFirst(needed.needs)}
        />
      )}
      {needed?.isWhole === false && (
        <p className="text-sm text-ink-muted">
          There are more installs than one list adds up. These are the first.
        </p>
      )}
    </Dialog>
  );
}
