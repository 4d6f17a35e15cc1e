/** A mapped table as rows of the workspace, and what a person has to decide about it. */
import { dateEvidence, type DateEvidence, type DateOrder } from "./dates";
import type { ColumnTarget, ImportField } from "./fields";
import {
  readJobRow,
  type JobAnswers,
  type JobFindings,
  type JobReading,
} from "./jobRows";
import { readCustomerRow } from "./people";
import { columnsOf, RowReader } from "./rowReader";
import type { ImportKind, ImportRow, RowFault } from "./rows";
import { statusOf, type ForeignStatus } from "./statuses";
import { readPriceRows, readStockRows } from "./stockRows";
import type { ImportTable } from "./table";

export interface ImportChoices extends Omit<JobAnswers, "dateOrder"> {
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
  /** How many dates have no time. */
  readonly timeless: number;
  readonly dates: DateEvidence;
  /** The order by which they were read. */
  readonly dateOrder: DateOrder;
}

const DATES: readonly ImportField[] = [
  "estimate_date",
  "install_date",
  "status_date",
];

export function normalizeTable(
  table: ImportTable,
  choices: ImportChoices,
): ImportOutcome {
  const columns = columnsOf(table.titles, choices.targets);
  const dates = dateEvidence(textsOf(table, columns.byField));
  const dateOrder = choices.dateOrder ?? (dates === "day" ? "day" : "month");
  const findings: JobFindings = {
    statusCounts: new Map(),
    timeless: 0,
    finished: 0,
  };
  const reading = { answers: { ...choices, dateOrder }, findings };
  const rows: ImportRow[] = [];
  const faults = [...table.faults];
  for (const row of table.rows) {
    const reader = new RowReader(row, columns);
    const found = readRow(reader, choices.kind, reading);
    if (reader.faults.length === 0) rows.push(...found);
    faults.push(...reader.faults);
  }
  faults.sort((one, other) => one.line - other.line);
  return {
    rows,
    faults,
    statuses: foreignStatuses(findings, choices),
    finished: findings.finished,
    timeless: findings.timeless,
    dates,
    dateOrder,
  };
}

function readRow(
  reader: RowReader,
  kind: ImportKind,
  reading: JobReading,
): readonly ImportRow[] {
  switch (kind) {
    case "customers":
      return [readCustomerRow(reader)].filter((row) => row !== null);
    case "jobs":
      return [readJobRow(reader, reading)].filter((row) => row !== null);
    case "stock":
      return readStockRows(reader);
    case "prices":
      return readPriceRows(reader);
  }
}

function* textsOf(
  { rows }: ImportTable,
  byField: ReadonlyMap<ImportField, number>,
): Iterable<string> {
  const columns = DATES.flatMap((field) => byField.get(field) ?? []);
  for (const { cells } of rows)
    for (const index of columns) yield cells[index] ?? "";
}

function foreignStatuses(
  { statusCounts }: JobFindings,
  { statuses }: ImportChoices,
): ForeignStatus[] {
  return [...statusCounts]
    .map(([text, count]) => ({ text, count, status: statusOf(text, statuses) }))
    .toSorted((one, other) => other.count - one.count);
}
