import { lightFormat } from "date-fns";
import { isInstant } from "../dates/days";

/** Text as written, a number as a number; null and undefined are empty cells. */
export type CsvCell = string | number | null | undefined;

/** The byte order mark: without it, Excel does not read a CSV file as UTF-8. */
export const CSV_START = "\u{FEFF}";

/**
 * A spreadsheet may run a text that begins with one of these as a formula: it reads the full-width forms like the
 * others, and some drop the space before. Where its separator is a semicolon or a tab, quotes within a line do not hold
 * a cell together: a new cell then begins after each of these, and after a line end. A text that itself has apostrophes
 * before such a character gets one more, so that it is read back equal.
 */
const FORMULA = "[=+\\-@＝＋－＠]";
const FIRST = String.raw`['\s\p{Cc}]*${FORMULA}|'*\p{Cc}`;
const LATER = String.raw`'*(?:(?![;\t\r\n])[\s\p{Cc}])*${FORMULA}`;
const UNGUARDED = new RegExp(String.raw`^(?=${FIRST})|(?<=[;\t\r\n])(?=${LATER})`, "gu");
const GUARDED = new RegExp(String.raw`^'(?=${FIRST})|(?<=[;\t\r\n])'(?=${LATER})`, "gu");
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One row of a CSV file (RFC 4180), with its line end. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** "2026-11-20 14:00": ISO date and local time, which every spreadsheet reads as a time. */
export function csvTime(instant: number | null | undefined): string | null {
  if (instant === null || instant === undefined || !isInstant(instant)) return null;
  return lightFormat(instant, "yyyy-MM-dd HH:mm");
}

/** The text of a cell without the apostrophes that `csvRow` puts before what looks like a formula. */
export function withoutGuard(cell: string): string {
  return cell.replace(GUARDED, "");
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? `${cell}` : "";
  // The apostrophe is the spreadsheets' own mark for text.
  const text = cell.replace(UNGUARDED, "'");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
