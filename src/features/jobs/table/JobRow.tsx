import { clsx } from "clsx";
import { memo } from "react";
import { jobKey } from "@domain/changes/subjects";
import { dayKeyOf, formatShortDay } from "@domain/dates/days";
import { formatMoney } from "@domain/text/money";
import { formatPhone } from "@domain/customer/phone";
import { placeText } from "@domain/customer/places";
import { isOver } from "@domain/job/waitingJobs";
import { DemoTag } from "@/components/DemoTag";
import { CardDates } from "@/job/CardDates";
import type { Job } from "@/job/jobForm";
import { JobStatusBadge } from "@/job/JobStatusBadge";
import { personOf } from "@/job/jobSubject";
import { LazyJobSyncBadge } from "@/job/LazyJobSyncBadge";

export const CELL = "px-2 py-1 xl:px-3 print:px-1";
/** A line of text that a narrow column cuts, and paper does not. */
const LINE = "block truncate print:whitespace-normal";
/** The classes of columns that are hidden on a narrow desk: the address keeps room for a street. */
export const WIDE_ONLY = "max-xl:hidden";
export const WIDER_ONLY = "max-[84rem]:hidden";

export const CHECKBOX =
  "flex h-9 w-11 cursor-pointer items-center justify-center select-none touch:h-11";

interface JobRowProps {
  readonly job: Job;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly isPrinted: boolean;
  readonly onToggle: (key: string, isRange: boolean) => void;
  readonly onFocus: (key: string) => void;
  readonly onOpen: (job: Job) => void;
}

/** Memoized, because each selection renders the whole table. */
export const JobRow = memo(function JobRow({
  job,
  isSelected,
  isTabStop,
  isPrinted,
  onToggle,
  onFocus,
  onOpen,
}: JobRowProps) {
  const key = jobKey(job);
  const { job_status: status, jobs_price: price } = job;
  const phone = job.job_customer_phone ?? "";
  const isQuiet = isOver(status);
  const person = personOf(job);
  const place = placeText(job);
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <tr
      data-key={key}
      onFocus={() => onFocus(key)}
      className={clsx(
        "break-inside-avoid *:border-b *:border-line",
        isSelected
          ? "bg-selected forced-colors:outline-2 forced-colors:-outline-offset-2 print:bg-transparent"
          : "hover:bg-hover",
        isQuiet && "text-ink-muted",
        !isPrinted && "print:hidden",
      )}
    >
      <td className="p-0 print:hidden">
        <label className={CHECKBOX}>
          <input
            type="checkbox"
            data-cell="select"
            aria-label={`Select ${person}, ${place}`}
            className="size-4.5 accent-accent-ink"
            tabIndex={tabIndex}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onToggle(key, "shiftKey" in nativeEvent && !!nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
      <th scope="row" className={clsx(CELL, "text-left font-normal")}>
        <span className="flex items-center gap-1.5 print:flex-wrap">
          <button
            type="button"
            data-cell="open"
            data-list-entry
            title={person}
            tabIndex={tabIndex}
            onClick={() => onOpen(job)}
            className={clsx(
              "min-w-0 truncate rounded-sm text-left font-semibold underline-offset-4 hover:underline touch:min-h-11 print:whitespace-normal",
              status === "cancelled" && "line-through",
            )}
          >
            {person}
          </button>
          <DemoTag demo={job.demo} />
          <LazyJobSyncBadge job={job} />
        </span>
      </th>
      <td className={CELL}>
        <span title={place} className={LINE}>
          {place}
        </span>
      </td>
      <td className={clsx(CELL, "whitespace-nowrap tabular-nums")}>{formatPhone(phone)}</td>
      <td className={CELL}>
        <JobStatusBadge status={status} />
      </td>
      <td
        // Two visits fit into a row of 36 px.
        className={clsx(CELL, "py-0.5! text-xs/4 whitespace-nowrap *:gap-y-0")}
      >
        <CardDates job={job} />
      </td>
      <td
        className={clsx(
          CELL,
          "text-right tabular-nums",
          // The column has room for the prices of most jobs; the highest price has 14 letters.
          price !== undefined && price >= 1_000_000 && "text-xs",
        )}
      >
        {price === undefined ? "" : formatMoney(price)}
      </td>
      <td className={clsx(CELL, WIDER_ONLY)}>
        <span title={job.job_categories.join(", ")} className={clsx(LINE, "text-ink-muted")}>
          {job.job_categories.join(", ")}
        </span>
      </td>
      <td className={clsx(CELL, WIDE_ONLY, "text-ink-muted tabular-nums")}>
        {formatShortDay(dayKeyOf(job._creationTime))}
      </td>
    </tr>
  );
});
