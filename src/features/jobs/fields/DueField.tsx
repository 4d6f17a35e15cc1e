import type { ReactNode } from "react";
import { againIn } from "@domain/job/bookAgain";
import { dayKeyOf, dayText } from "@domain/dates/days";
import { BOOKED_MONTHS, monthsText, NOT_AGAIN } from "@domain/job/dueAgain";
import { isJobStatus } from "@domain/job/jobs";
import type { JobTimes } from "@domain/job/schedule";
import { statusOfVisit } from "@domain/job/visits";
import { useNow } from "@/lib/useNow";
import { formatVisitTime } from "@/lib/formatDateTime";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import { useJobForm } from "@/job/JobFormContext";
import { LinkButton } from "./links";

export interface DueFieldProps {
  /** Renders the field around its options. */
  readonly select: (options: ReactNode) => ReactNode;
}

const OFFERED = [3, 6, 12, 24].map(String);

/** When a cleaning is due again: after the office's interval or the job's own, or on the day it was put off to. */
export function DueField({ select }: DueFieldProps) {
  const { values, isLocked, choose } = useJobForm();
  const { due_months } = useOfficeSettings() ?? {};
  const { job_due_months: months, job_due_date: date } = values;
  const isOther = months !== "" && months !== String(NOT_AGAIN);
  const offered = new Set([...OFFERED, ...(isOther ? [months] : [])]);
  const at = fromDateTimeField(date);
  return (
    <div className="flex flex-col gap-1.5 sm:col-span-2">
      {select(
        <>
          <option value="">
            {due_months === undefined
              ? "No interval of the office yet"
              : `${monthsText(due_months)}, as the office has set`}
          </option>
          {[...offered].map((one) => (
            <option key={one} value={one}>
              {monthsText(Number(one))}
            </option>
          ))}
          <option value={String(NOT_AGAIN)}>Not again</option>
        </>,
      )}
      {at !== null && !Number.isNaN(at) && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
          {`Put off to ${formatVisitTime(at)}`}
          <LinkButton
            className="touch:min-h-11"
            disabled={isLocked}
            onClick={() => choose("job_due_date", "")}
          >
            Clear
          </LinkButton>
        </p>
      )}
    </div>
  );
}

export interface AgainOfferProps {
  /** The visits of the job that is booked again. */
  readonly last: JobTimes;
}

/** Offers install days for a job that is booked again, while its install date is empty. */
export function AgainOffer({ last }: AgainOfferProps) {
  const now = useNow();
  const { values, isLocked, choose } = useJobForm();
  if (values.job_install_date !== "" || isLocked) return null;
  const take = (value: string) => {
    choose("job_install_date", value);
    const { job_status: present } = values;
    const fitting = isJobStatus(present) && statusOfVisit("install", present);
    if (fitting) choose("job_status", fitting);
  };
  return (
    <p className="flex flex-wrap gap-x-4 text-sm sm:col-span-2">
      {BOOKED_MONTHS.map((months) => {
        const value = againIn(months, last, now);
        return (
          <LinkButton key={months} className="touch:min-h-11" onClick={() => take(value)}>
            {`In ${monthsText(months)}: `}
            <span className="whitespace-nowrap">
              {dayText(dayKeyOf(Number(fromDateTimeField(value))))}
            </span>
          </LinkButton>
        );
      })}
    </p>
  );
}
