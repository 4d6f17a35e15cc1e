/** A mapped table as rows of the workspace, and what a person has to decide about it. */
import {
  dateEvidence,
  readerOfDates,
  readerOfTimes,
  type DateEvidence,
  type DateOrder,
} from "./dates";
import type { ColumnTarget, ImportField } from "./fields";
import {
  readJobRow,
  timesOf,
  type ForeignTime,
  type JobAnswers,
  type JobFindings,
} from "./jobRows";
import { readCustomerRow } from "./people";
import { refusalOf } from "./rowInput";
import { columnsOf, RowReader } from "./rowReader";
import type { ImportKind, ImportRow, RowFault } from "./rows";
import { statusOf, type ForeignStatus } from "./statuses";
import type { ImportTable } from "./table";

export interface ImportChoices extends JobAnswers {
  readonly kind: ImportKind;
  /** Of each column of the table. */
  readonly targets: readonly ColumnTarget[];
  /** Null for the order that the dates themselves show. */
  readonly dateOrder: DateOrder | null;
}

export interface ImportOutcome {
  readonly rows: readonly ImportRow[];
  /** In the order of the file. */
  readonly faults: readonly RowFault[];
  /** The statuses that are not ours, the most frequent first. */
  readonly statuses: readonly ForeignStatus[];
  /** How many jobs another program calls finished, without saying whether they are paid. */
  readonly finished: number;
  /** Which dates have no time, and the time that they get. */
  readonly times: readonly ForeignTime[];
  readonly dates: DateEvidence;
  /** The order by which they were read. */
  readonly dateOrder: DateOrder;
}

const READERS = { customers: readCustomerRow, jobs: readJobRow };

const DATES = ["estimate_date", "install_date", "status_date"] as const;

export function normalizeTable(
  table: ImportTable,
  choices: ImportChoices,
): ImportOutcome {
  const columns = columnsOf(table.titles, choices.targets);
  const textsOf = (field: ImportField) =>
    (columns.byField.get(field) ?? []).flatMap((index) =>
      table.rows.map(({ cells }) => cells[index] ?? ""),
    );
  const dates = dateEvidence(DATES.flatMap(textsOf));
  const dateOrder = choices.dateOrder ?? (dates === "day" ? "day" : "month");
  const findings: JobFindings = {
    statusCounts: new Map(),
    timeCounts: new Map(),
    finished: 0,
  };
  const datesOf = (field: ImportField) =>
    readerOfDates(textsOf(field), dateOrder, choices.now);
  const timesOfColumn = (field: ImportField) =>
    readerOfTimes(textsOf(field), dateOrder, choices.now);
  const reading = {
    answers: choices,
    findings,
    dates: {
      estimate_date: datesOf("estimate_date"),
      install_date: datesOf("install_date"),
      status_date: datesOf("status_date"),
    },
    times: {
      estimate_time: timesOfColumn("estimate_time"),
      install_time: timesOfColumn("install_time"),
    },
  };
  const rows: ImportRow[] = [];
  const faults = [...table.faults];
  for (const row of table.rows) {
    const reader = new RowReader(row, columns);
    const read =
      reader.faults.length > 0 ? null : READERS[choices.kind](reader, reading);
    const refusal = read && refusalOf(read);
    if (reader.faults.length > 0) faults.push(...reader.faults);
    else if (refusal) faults.push(refusal);
    else if (read) rows.push(read);
  }
  faults.sort((one, other) => one.line - other.line);
  return {
    rows,
    faults,
    statuses: foreignStatuses(findings, choices),
    finished: findings.finished,
    times: timesOf(findings, choices),
    dates,
    dateOrder,
  };
}

function foreignStatuses(
  { statusCounts }: JobFindings,
  { statuses }: ImportChoices,
): ForeignStatus[] {
  return [...statusCounts]
    .map(([text, count]) => ({ text, count, status: statusOf(text, statuses) }))
    .toSorted((one, other) => other.count - one.count);
}
