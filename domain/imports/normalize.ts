/** A mapped table as rows of the workspace, and what a person has to decide about it. */
import {
  dateEvidence,
  readerOfDates,
  readerOfTimes,
  type DateEvidence,
  type DateOrder,
} from "./dates";
import type { ColumnTarget, ImportField } from "./fields";
import { JobFindings, type JobAnswers, type JobQuestions } from "./jobFindings";
import { readJobRow } from "./jobRows";
import { readCustomerRow } from "./people";
import { refusalOf } from "./rowInput";
import { columnsOf, RowReader } from "./rowReader";
import type { ImportKind, ImportRow, RowFault } from "./rows";
import type { ImportTable } from "./table";

export interface ImportChoices extends JobAnswers {
  readonly kind: ImportKind;
  /** The target of each column of the table. */
  readonly targets: readonly ColumnTarget[];
  /** Null to use the order that the dates themselves show. */
  readonly dateOrder: DateOrder | null;
}

export interface ImportOutcome extends JobQuestions {
  readonly rows: readonly ImportRow[];
  /** The rows that cannot be imported, in the order of the file. */
  readonly faults: readonly RowFault[];
  readonly dates: DateEvidence;
  /** The order in which the dates were read. */
  readonly dateOrder: DateOrder;
}

const READERS = { customers: readCustomerRow, jobs: readJobRow };

const DATES = [
  "due_date",
  "estimate_date",
  "estimate_end",
  "install_date",
  "install_end",
  "status_date",
] as const;

export function normalizeTable(table: ImportTable, choices: ImportChoices): ImportOutcome {
  const columns = columnsOf(table.titles, choices.targets);
  const textsOf = (field: ImportField) =>
    (columns.byField.get(field) ?? []).flatMap((index) =>
      table.rows.map(({ cells }) => cells[index] ?? ""),
    );
  const dates = dateEvidence(DATES.flatMap(textsOf));
  const dateOrder = choices.dateOrder ?? (dates === "day" ? "day" : "month");
  const findings = new JobFindings();
  const datesOf = (field: ImportField) =>
    readerOfDates(textsOf(field), dateOrder, {
      now: choices.now,
      isTimed: columns.isOwn,
    });
  const timesOfColumn = (field: ImportField) =>
    readerOfTimes(textsOf(field), dateOrder, choices.now);
  const reading = {
    answers: choices,
    findings,
    dates: {
      due_date: datesOf("due_date"),
      estimate_date: datesOf("estimate_date"),
      estimate_end: datesOf("estimate_end"),
      install_date: datesOf("install_date"),
      install_end: datesOf("install_end"),
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
    const read = reader.faults.length > 0 ? null : READERS[choices.kind](reader, reading);
    const refusal = read && refusalOf(read);
    if (reader.faults.length > 0) faults.push(...reader.faults);
    else if (refusal) faults.push(refusal);
    else if (read) rows.push(read);
  }
  faults.sort((one, other) => one.line - other.line);
  return {
    rows,
    faults,
    ...findings.questions(choices),
    dates,
    dateOrder,
  };
}
