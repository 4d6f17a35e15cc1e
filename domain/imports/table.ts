/** The records of a CSV file as a table: where its titles are, and which records are rows. */
import { withoutGuard } from "../files/csv";
import { storable } from "../calls/inputLimits";
import { formatCount } from "../text/text";
import { isKnownTitle } from "./titles";
import { MAX_IMPORT_ROWS, type RowFault } from "./rows";

export interface TableRow {
  readonly line: number;
  /** One cell for each title, trimmed. */
  readonly cells: readonly string[];
}

export interface ImportTable {
  /** The titles, all different. */
  readonly titles: readonly string[];
  readonly rows: readonly TableRow[];
  /** Records that are no rows. */
  readonly faults: readonly RowFault[];
}

/** The first cells of a column that are not blank. */
export function firstCells({ rows }: ImportTable, column: number, most: number): string[] {
  const found: string[] = [];
  for (const { cells } of rows) {
    if (found.length === most) break;
    if (cells[column]) found.push(cells[column]);
  }
  return found;
}

/** Why a file cannot be imported at all. */
export interface FileRefusal {
  readonly refusal: string;
}

/** The titles are in one of these records: a report has its own heading above them. */
const MAX_RECORDS_BEFORE = 20;
export const MAX_COLUMNS = 300;
export const TOO_MANY_COLUMNS = `Import at most ${MAX_COLUMNS} columns at once.`;
export const MAX_CELL = 20_000;

export const NO_ROWS = "The file has no rows below its column titles.";
export const ONE_COLUMN =
  "Only one column was found. Save the file as CSV, with a comma between the columns.";
export const TITLES_REPEATED = "This row repeats the column titles.";
export const TOTALS_ROW = "This row has the totals of the file.";
export const TOO_MANY_CELLS =
  "This row has more cells than the file has columns. Put a text with a comma in quotes.";
export const CELL_TOO_LONG = `Keep each cell under ${formatCount(MAX_CELL + 1)} characters.`;

/** `records` are all lines of the file, blank ones too: their position is the row that a spreadsheet shows. */
export function tableOf(records: readonly (readonly string[])[]): ImportTable | FileRefusal {
  const all = records.map((cells, index) => ({
    line: index + 1,
    cells: cells.map((cell) => withoutGuard(cell).trim()),
  }));
  const filled = all.filter(({ cells }) => cells.some((cell) => cell !== ""));
  const head = headOf(filled.slice(0, MAX_RECORDS_BEFORE));
  if (head === undefined) return { refusal: "The file is empty." };
  const { titles, after } = head;
  if (titles.length > MAX_COLUMNS) return { refusal: TOO_MANY_COLUMNS };
  if (titles.length === 1 && !isKnownTitle(titles[0] ?? "")) return { refusal: ONE_COLUMN };
  const below = filled.filter(({ line }) => line > after);
  const rows = head.isReport ? withoutFooter(below) : below;
  if (rows.length > MAX_IMPORT_ROWS)
    return {
      refusal: `The file has ${formatCount(rows.length)} rows. Import at most ${formatCount(MAX_IMPORT_ROWS)} at once.`,
    };
  return rows.length === 0 ? { refusal: NO_ROWS } : withFaults(titles, rows);
}

interface Head {
  readonly titles: readonly string[];
  /** The line of the titles; 0 if the file has none. */
  readonly after: number;
  /** Whether there is text above the titles. */
  readonly isReport: boolean;
}

function headOf(filled: readonly TableRow[]): Head | undefined {
  const [first] = filled;
  if (first === undefined) return undefined;
  const known = filled.map(({ cells }) => cells.filter(isKnownTitle).length);
  const most = Math.max(...known);
  const best = filled[known.indexOf(most)] ?? first;
  const titleRow = most >= 2 ? best : first;
  if (most < 2 && known[0] === 0 && first.cells.some(isValue))
    return {
      titles: first.cells.map((_, index) => `Column ${index + 1}`),
      after: first.line - 1,
      isReport: false,
    };
  return {
    titles: uniqueTitles(titleRow.cells),
    after: titleRow.line,
    isReport: titleRow !== first,
  };
}

/** An e-mail address, a number or a date: a title is a word. */
function isValue(cell: string): boolean {
  return (
    cell.length <= MAX_CELL &&
    /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$|^[$\d(+-][\d\s().,/:+$-]{2,}$/.test(cell)
  );
}

function uniqueTitles(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return cells.slice(0, last + 1).map((cell, index) => {
    const words = storable(cell.replace(/\s+/g, " ").slice(0, 100));
    const base = words || `Column ${index + 1}`;
    let count = counts.get(base) ?? 1;
    let title = base;
    while (taken.has(title)) title = `${base} (${++count})`;
    counts.set(base, count);
    taken.add(title);
    return title;
  });
}

/** A report ends with one cell below a blank line, such as the time at which it was made. */
function withoutFooter(rows: readonly TableRow[]): readonly TableRow[] {
  const last = rows.at(-1);
  const before = rows.at(-2);
  if (last === undefined || before === undefined) return rows;
  const isAlone = last.cells.filter((cell) => cell !== "").length === 1;
  return isAlone && last.line > before.line + 1 ? rows.slice(0, -1) : rows;
}

function withFaults(titles: readonly string[], below: readonly TableRow[]): ImportTable {
  const rows: TableRow[] = [];
  const faults: RowFault[] = [];
  for (const { line, cells } of below) {
    const isTotal = line === below.at(-1)?.line && isTotals(cells);
    const sentence = isTotal ? TOTALS_ROW : faultOf(titles, cells);
    if (sentence === null) rows.push({ line, cells: titles.map((_, index) => cells[index] ?? "") });
    else faults.push({ line, sentence });
  }
  return { titles, rows, faults };
}

/** "TOTAL" and amounts, as programs write below a list. */
function isTotals(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== "");
  const isName = (cell: string) => /^(?:grand |sub)?totals?:?$/i.test(cell);
  return (
    filled.some(isName) && filled.every((cell) => isName(cell) || /^[-($\s]*[\d.,]+\)?$/.test(cell))
  );
}

function faultOf(titles: readonly string[], cells: readonly string[]): string | null {
  if (cells.slice(titles.length).some((cell) => cell !== "")) return TOO_MANY_CELLS;
  if (cells.some((cell) => cell.length > MAX_CELL)) return CELL_TOO_LONG;
  const isHead = titles.every((title, index) => cells[index] === title);
  return isHead ? TITLES_REPEATED : null;
}
