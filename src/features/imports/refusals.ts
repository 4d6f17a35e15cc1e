/** Reasons to refuse a file. Separate from readFile.ts, so that the page does not load the reader for them. */
export const TOO_LARGE = "The file is larger than 20 MB. Divide it, and import the parts.";
export const NO_TEXT = "This file is no CSV, TSV or vCard file.";
export const IS_WORKBOOK =
  "This is a workbook of a spreadsheet program. Save it as CSV, and import that file.";
export const QUOTE_OPEN =
  "A quote in this row is not closed, so the rest of the file is in one cell. Close or remove it.";
