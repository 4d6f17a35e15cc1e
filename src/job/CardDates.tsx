import { ENTRY_TYPE_LABELS, type EntryType } from "@domain/job/entryTypes";
import { VisitMark } from "@/components/VisitMark";
import { formatDateTime } from "@/lib/formatDateTime";
import type { Job } from "./jobForm";

/** The times of a job's visits. */
export function CardDates({ job }: { readonly job: Job }) {
  const { job_estimate_date: estimateAt, job_install_date: installAt } = job;
  if (estimateAt === undefined && installAt === undefined) return null;
  return (
    <span className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-0.5 tabular-nums">
      {estimateAt !== undefined && <CardDate type="estimate" short="Est." at={estimateAt} />}
      {installAt !== undefined && <CardDate type="install" short="Inst." at={installAt} />}
    </span>
  );
}

interface CardDateProps {
  readonly type: EntryType;
  /** The abbreviated label. Screen readers read the whole word instead. */
  readonly short: string;
  readonly at: number;
}

function CardDate({ type, short, at }: CardDateProps) {
  return (
    <>
      <span aria-hidden="true" className="flex items-center gap-1.5 text-ink-muted">
        <VisitMark type={type} />
        {short}
      </span>
      <span className="text-balance">
        <span className="sr-only">{ENTRY_TYPE_LABELS[type]}: </span>
        {formatDateTime(at)}
      </span>
    </>
  );
}
