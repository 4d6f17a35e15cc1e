/**
 * The files of programs whose columns are documented. Any other file is mapped by the titles that many programs share,
 * and by hand.
 */
import { CUSTOMER_COLUMNS, JOB_COLUMNS, LATER_TITLES, titlesOf } from "../files/exports";
import { PHONES } from "../customer/pastedContact";
import { toKey } from "../text/text";
import { readFileDate } from "./dates";
import type { ColumnTarget, ImportField } from "./fields";
import { fieldsByTitle } from "./titles";
import type { ImportKind } from "./rows";
import { firstCells, type ImportTable } from "./table";

/** The titles that every export of ours has. */
const OWN_TITLES = [JOB_COLUMNS, CUSTOMER_COLUMNS].map((columns) =>
  titlesOf<never>(columns).filter((title) => !LATER_TITLES.includes(title)),
);

/** Whether a file is one of our own, whose ids and times of creation mean nothing in another office. */
export function isOwnExport(titles: readonly string[]): boolean {
  return OWN_TITLES.some((own) => own.every((title) => titles.includes(title)));
}

export function likelyKind(titles: readonly string[]): ImportKind {
  // The customer list of QuickBooks has a status and a start of the job, which most offices leave empty.
  if (titles.some((title) => toKey(title) === "active_status")) return "customers";
  const fields = new Set(fieldsByTitle("jobs", titles).values());
  const has = (...wanted: readonly ImportField[]) => wanted.some((field) => fields.has(field));
  const hasPerson = has("first_name", "last_name", "phone", "email", "address");
  return hasPerson && has("status", "estimate_date", "install_date", "price", "job_id")
    ? "jobs"
    : "customers";
}

/** What each column most likely becomes: by its title, else by its content. */
export function suggestedTargets(table: ImportTable, kind: ImportKind): ColumnTarget[] {
  const { titles } = table;
  const isOwn = isOwnExport(titles);
  const found = fieldsByTitle(kind, titles);
  if (isFileOfQuotes(titles)) moveToEstimate(found);
  for (const content of CONTENTS) addByContent(table, found, content);
  return titles.map((title, index) => {
    const target = isOwn && title === "Created" ? "skip" : "keep";
    return found.get(index) ?? target;
  });
}

const CONTENTS = [
  ["email", /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/],
  ["phone", new RegExp(`^(?:${PHONES.source})$`, "i")],
] as const;

/** The number of cells that show what a column holds. */
const SAMPLE = 50;

/** A field that no title names is filled by the only column with such values and nothing else. */
function addByContent(
  table: ImportTable,
  found: Map<number, ImportField>,
  [field, content]: readonly [ImportField, RegExp],
): void {
  if ([...found.values()].includes(field)) return;
  const columns = table.titles.flatMap((_, index) => {
    const cells = firstCells(table, index, SAMPLE);
    const isIt = cells.length > 0 && cells.every((cell) => content.test(cell));
    return isIt && !found.has(index) ? [index] : [];
  });
  const [only] = columns;
  if (only !== undefined && columns.length === 1) found.set(only, field);
}

/** Whether a column has dates and nothing else. */
export function holdsDates(table: ImportTable, column: number): boolean {
  const cells = firstCells(table, column, SAMPLE);
  const isDate = (cell: string) =>
    /\D/.test(cell) &&
    (["month", "day"] as const).some((order) => readFileDate(cell, order, 0) !== null);
  return cells.length > 0 && cells.every(isDate);
}

function isFileOfQuotes(titles: readonly string[]): boolean {
  return titles.some((title) =>
    /\b(?:quote|request|estimate) ?(?:#|no\b|number|id\b|status|title)/i.test(title),
  );
}

/** A visit without a name is the estimate in a file of quotes or requests, else the install. */
function moveToEstimate(found: Map<number, ImportField>): void {
  if ([...found.values()].includes("estimate_date")) return;
  for (const [index, field] of found) {
    const [visit, part] = field.split("_");
    if (visit === "install") found.set(index, `estimate_${part}` as ImportField);
  }
}
