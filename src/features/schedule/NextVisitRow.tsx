import type { EntryType } from "@domain/job/entryTypes";
import { statusAfterVisit } from "@domain/job/visits";
import { Button } from "@/components/ui/Button";
import { textHref } from "@/job/contactLinks";
import type { Job } from "@/job/jobForm";
import { messageCustomerOf } from "@/lib/openMessages";
import { markLabel, useMarkVisit } from "./useMarkVisit";

interface NextVisitRowProps {
  readonly job: Job;
  readonly type: EntryType;
}

/** The buttons that a crew taps on the way to the next visit and after it. With a mouse they are in the job only. */
export function NextVisitRow({ job, type }: NextVisitRowProps) {
  const mark = useMarkVisit();
  const status = statusAfterVisit(type, job.job_status);
  const canText = textHref(job.job_customer_phone ?? "") !== null;
  if (!canText && status === null) return null;
  return (
    <div className="relative z-10 col-span-full mt-1.5 flex flex-wrap gap-2 pr-1 lg:pointer-fine:hidden print:hidden [&>button]:h-11 [&>button]:grow [&>button]:px-2.5 [&>button]:text-sm!">
      {canText && (
        <Button aria-haspopup="dialog" onClick={() => messageCustomerOf(job, "on_my_way")}>
          On my way
        </Button>
      )}
      {status !== null && <Button onClick={() => mark(job, status)}>{markLabel(status)}</Button>}
    </div>
  );
}
