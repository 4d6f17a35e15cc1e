import { clsx } from "clsx";
import {
  useCallback,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from "react";
import { FIELDS } from "@domain/calls/fields";
import type { JobSort } from "@domain/job/jobOrder";
import { formatCount } from "@domain/text/text";
import type { Job } from "@/job/jobForm";
import { jobKey } from "@domain/changes/subjects";
import { CELL, CHECKBOX, JobRow, WIDE_ONLY, WIDER_ONLY } from "./JobRow";
import { LeftJobs } from "./LeftJobs";
import { SortHeading } from "./SortHeading";
import { SelectedJobs } from "./SelectedJobs";
import { allToggled, toggled, withRange } from "./selection";
import type { SelectedJobsDialogProps } from "@/job/selectedJobsDialog";
import { useSelectedJobs } from "./useSelectedJobs";
import { useTableKeys } from "./useTableKeys";

export interface JobsTableProps {
  /** In the order of `sort`. */
  readonly jobs: readonly Job[];
  /** The order that the toolbar shows too. */
  readonly sort: JobSort;
  readonly onSort: (sort: JobSort) => void;
  /** The search and the filter as a key: another list starts with nothing selected. */
  readonly list: string;
  /** Shown in place of the table if there are no jobs. */
  readonly empty: ReactNode;
  /** Printed below the whole list. */
  readonly printedNote: string;
  readonly onOpen: (job: Job) => void;
  readonly MoveVisits: ComponentType<SelectedJobsDialogProps>;
}

/** The jobs as rows of which several can be selected, for a desk. */
export function JobsTable({
  jobs,
  sort,
  onSort,
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
      {left.length > 0 && <LeftJobs jobs={left} onOpen={onOpen} onClose={() => setLeft([])} />}
      {jobs.length === 0 ? (
        empty
      ) : (
        <Rows
          jobs={jobs}
          gone={gone === 0 ? [] : selected.slice(-gone)}
          keys={keys}
          change={change}
          sort={sort}
          onSort={onSort}
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

interface RowsProps extends Pick<JobsTableProps, "jobs" | "sort" | "onSort" | "onOpen"> {
  /** Selected jobs that have left the list. They are printed. */
  readonly gone: readonly Job[];
  readonly keys: ReadonlySet<string>;
  readonly change: ReturnType<typeof useSelectedJobs>["change"];
}

function Rows(props: RowsProps) {
  const { jobs, gone, keys, change, sort, onSort, onOpen } = props;
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
      className="print-landscape w-full table-fixed border-separate border-spacing-0 text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className={clsx(HEAD, "w-11 p-0! print:hidden")}>
            <SelectAll jobs={jobs} keys={keys} change={change} />
          </th>
          {COLUMNS.map(({ title, className, by }) => (
            <SortHeading
              key={title}
              title={title}
              by={by}
              sort={sort}
              onSort={onSort}
              className={clsx(HEAD, className)}
            />
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>{jobs.map(row)}</tbody>
      {gone.length > 0 && <tbody className="hidden print:table-row-group">{gone.map(row)}</tbody>}
    </table>
  );
}

const HEAD = `border-b border-line text-left font-medium text-ink-muted ${CELL}`;

type Column = Pick<ComponentProps<typeof SortHeading>, "title" | "className" | "by">;

const COLUMNS: readonly Column[] = [
  { title: "Customer", className: "w-[16%] xl:w-[13%] print:w-[18%]" },
  { title: FIELDS.job_address.label, className: "" },
  { title: "Phone", className: "w-30 xl:w-32 print:w-[14%]" },
  // The longest pill, "Estimate Scheduled" with its mark, is 146 px wide.
  { title: FIELDS.job_status.label, className: "w-42 xl:w-44 print:w-[16%]" },
  { title: "Dates", className: "w-54 xl:w-56 print:w-[20%]", by: "date" },
  {
    title: FIELDS.jobs_price.label,
    className: "w-29 text-right! xl:w-31 print:w-[11%]",
  },
  {
    title: FIELDS.job_categories.label,
    className: `${WIDER_ONLY} w-[12%]`,
  },
  { title: "Added", className: `${WIDE_ONLY} w-26`, by: "created" },
];

function SelectAll({ jobs, keys, change }: Pick<RowsProps, "jobs" | "keys" | "change">) {
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
