import { clsx } from "clsx";
import {
  memo,
  useCallback,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { FIELDS } from "@domain/fields";
import { formatMoney } from "@domain/money";
import { placeText } from "@domain/places";
import { formatCount } from "@domain/text";
import { isOver } from "@domain/waitingJobs";
import { DemoTag } from "@/components/DemoTag";
import { CardDates } from "../JobCard";
import type { Job } from "../jobForm";
import { JobStatusBadge } from "../JobStatusBadge";
import { jobKey } from "@domain/changes/subjects";
import { personOf } from "../jobSubject";
import { LazyJobSyncBadge } from "../LazyJobSyncBadge";
import { preloadJobDialog } from "../LazyJobDialog";
import { LeftJobs } from "./LeftJobs";
import { SelectedJobs } from "./SelectedJobs";
import { allToggled, toggled, withRange } from "./selection";
import type { SelectedJobsDialogProps } from "./selectedJobsDialog";
import { useSelectedJobs } from "./useSelectedJobs";
import { useTableKeys } from "./useTableKeys";

export interface JobsTableProps {
  /** In the order of the toolbar. */
  readonly jobs: readonly Job[];
  /** Names the search and the filter: another list begins with nothing selected. */
  readonly list: string;
  /** In place of the table, if there are no jobs. */
  readonly empty: ReactNode;
  /** On paper, below the whole list. */
  readonly printedNote: string;
  readonly onOpen: (job: Job) => void;
  readonly MoveVisits: ComponentType<SelectedJobsDialogProps>;
}

/** The jobs as rows of which several can be selected, for a desk. */
export function JobsTable({
  jobs,
  list,
  empty,
  printedNote,
  onOpen,
  MoveVisits,
}: JobsTableProps) {
  const { keys, selected, gone, change, clear } = useSelectedJobs(jobs, list);
  const [left, setLeft] = useState<readonly Job[]>([]);
  const showLeft = (names: readonly string[]) =>
    setLeft(selected.filter((job) => names.includes(jobKey(job))));
  return (
    <>
      <SelectedJobs
        jobs={selected}
        gone={gone}
        isListEmpty={jobs.length === 0}
        onClear={clear}
        onLeft={showLeft}
        MoveVisits={MoveVisits}
      />
      {left.length > 0 && (
        <LeftJobs jobs={left} onOpen={onOpen} onClose={() => setLeft([])} />
      )}
      {jobs.length === 0 ? (
        empty
      ) : (
        <Rows
          jobs={jobs}
          gone={gone === 0 ? [] : selected.slice(-gone)}
          keys={keys}
          change={change}
          onOpen={onOpen}
        />
      )}
      <p className="mt-4 hidden text-sm print:block">
        {keys.size === 0
          ? printedNote
          : `${formatCount(keys.size)} selected ${keys.size === 1 ? "job" : "jobs"}`}
      </p>
    </>
  );
}

interface RowsProps extends Pick<JobsTableProps, "jobs" | "onOpen"> {
  /** Selected jobs that have left the list. They are printed. */
  readonly gone: readonly Job[];
  readonly keys: ReadonlySet<string>;
  readonly change: ReturnType<typeof useSelectedJobs>["change"];
}

function Rows({ jobs, gone, keys, change, onOpen }: RowsProps) {
  const [current, setCurrent] = useState<string | null>(null);
  const onKeyDown = useTableKeys(change);
  const toggle = useCallback(
    (key: string, isRange: boolean) =>
      change((selection, order) =>
        isRange ? withRange(selection, key, order) : toggled(selection, key),
      ),
    [change],
  );
  // One row is in the order of the Tab key; the arrow keys move between rows.
  const isListed = jobs.some((job) => jobKey(job) === current);
  const tabStop = isListed ? current : jobs[0] && jobKey(jobs[0]);
  const row = (job: Job) => {
    const key = jobKey(job);
    return (
      <JobRow
        key={key}
        job={job}
        isSelected={keys.has(key)}
        isTabStop={key === tabStop}
        isPrinted={keys.size === 0 || keys.has(key)}
        onToggle={toggle}
        onFocus={setCurrent}
        onOpen={onOpen}
      />
    );
  };
  return (
    <table
      aria-label="Jobs"
      className="w-full table-fixed border-separate border-spacing-0 text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className={clsx(HEAD, "w-11 p-0! print:hidden")}>
            <SelectAll jobs={jobs} keys={keys} change={change} />
          </th>
          {COLUMNS.map(({ title, className }) => (
            <th key={title} scope="col" className={clsx(HEAD, className)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>{jobs.map(row)}</tbody>
      {gone.length > 0 && (
        <tbody className="hidden print:table-row-group">{gone.map(row)}</tbody>
      )}
    </table>
  );
}

const CELL = "px-2 py-2 xl:px-3";
const HEAD = `border-b border-line text-left font-medium text-ink-muted ${CELL}`;

const COLUMNS = [
  { title: "Customer", className: "w-[17%]" },
  { title: FIELDS.job_address.label, className: "w-[19%] xl:w-[24%]" },
  { title: FIELDS.job_status.label, className: "w-[15%] xl:w-[12.5%]" },
  { title: "Dates", className: "w-[22%] xl:w-[19%]" },
  { title: FIELDS.jobs_price.label, className: "w-[9%] text-right!" },
  { title: FIELDS.job_categories.label, className: "" },
];

function SelectAll({ jobs, keys, change }: Omit<RowsProps, "gone" | "onOpen">) {
  const isAll = jobs.every((job) => keys.has(jobKey(job)));
  const isSome = jobs.some((job) => keys.has(jobKey(job)));
  return (
    <label className={CHECKBOX}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll;
        }}
        type="checkbox"
        aria-label={`Select all ${formatCount(jobs.length)} shown jobs`}
        className="size-4.5 accent-accent-ink"
        checked={isAll}
        onChange={() => change(allToggled)}
      />
    </label>
  );
}

const CHECKBOX =
  "flex h-11 w-11 cursor-pointer items-center justify-center select-none";

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
const JobRow = memo(function JobRow({
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
        <button
          type="button"
          data-cell="open"
          data-list-entry
          tabIndex={tabIndex}
          onClick={() => onOpen(job)}
          onPointerEnter={preloadJobDialog}
          onFocus={preloadJobDialog}
          className={clsx(
            "line-clamp-2 max-w-full rounded-sm text-left font-semibold wrap-anywhere underline-offset-4 hover:underline touch:min-h-11",
            status === "cancelled" && "line-through",
          )}
        >
          {person}
        </button>
        <span className="flex flex-wrap gap-1.5 empty:hidden">
          <DemoTag demo={job.demo} />
          <LazyJobSyncBadge job={job} />
        </span>
      </th>
      <td className={CELL}>
        <span className="line-clamp-2 wrap-anywhere print:line-clamp-none">
          {place}
        </span>
      </td>
      <td className={CELL}>
        <JobStatusBadge status={status} />
      </td>
      <td className={CELL}>
        <CardDates job={job} />
      </td>
      <td className={clsx(CELL, "text-right tabular-nums")}>
        {price === undefined ? "" : formatMoney(price)}
      </td>
      <td className={CELL}>
        <span
          title={job.job_categories.join(", ")}
          className="line-clamp-2 text-ink-muted print:line-clamp-none"
        >
          {job.job_categories.join(", ")}
        </span>
      </td>
    </tr>
  );
});
