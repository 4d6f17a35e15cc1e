/** Reads the bytes of a file as a table. Pure: it runs in the worker, and in tests without a worker. */
import Papa from "papaparse";
import { isKnownTitle } from "@domain/imports/titles";
import { MAX_IMPORT_BYTES } from "@domain/imports/rows";
import { tableOf, type FileRefusal, type ImportTable } from "@domain/imports/table";
import { tableOfCards } from "@domain/imports/vCards";
import { IS_WORKBOOK, NO_TEXT, QUOTE_OPEN, TOO_LARGE } from "./refusals";

/** The number of bytes at a file's beginning that show its format. */
const SAMPLE = 4_096;

export function readFile(bytes: Uint8Array): ImportTable | FileRefusal {
  if (bytes.length > MAX_IMPORT_BYTES) return { refusal: TOO_LARGE };
  const start = bytes.subarray(0, SAMPLE);
  if (startsWith(start, "PK\u{3}\u{4}") || startsWith(start, "\u{D0}\u{CF}\u{11}\u{E0}"))
    return { refusal: IS_WORKBOOK };
  const text = decode(bytes, start);
  if (isBinary(text.slice(0, SAMPLE))) return { refusal: NO_TEXT };
  // Some programs save an HTML table or an XML workbook as .xls.
  if (/^\s*<(?:\?xml|!doctype html|html|table|workbook)\b/i.test(text))
    return { refusal: IS_WORKBOOK };
  if (/^\s*begin:vcard/i.test(text)) return tableOfCards(text);
  return tableOfText(text);
}

function startsWith(bytes: Uint8Array, start: string): boolean {
  return [...start].every((char, at) => bytes[at] === char.codePointAt(0));
}

/** UTF-8 or UTF-16, with or without a byte order mark, else Windows-1252. The decoders drop the mark. */
function decode(bytes: Uint8Array, start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return decodeAs("utf-16le", bytes);
  if (start[0] === 0xfe && start[1] === 0xff) return decodeAs("utf-16be", bytes);
  const zerosAt = (rest: number) =>
    start.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  // The Latin letters of UTF-16 have a zero in every second byte.
  if (zerosAt(1) > start.length / 5 && zerosAt(0) === 0) return decodeAs("utf-16le", bytes);
  if (zerosAt(0) > start.length / 5 && zerosAt(1) === 0) return decodeAs("utf-16be", bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeAs("windows-1252", bytes);
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** Text has few control characters. A single NUL in a cell makes no binary file: its row alone is refused. */
function isBinary(sample: string): boolean {
  const strange = sample.match(/[^\P{Cc}\t\r\n]|\u{FFFD}/gu)?.length ?? 0;
  return strange > 2 && strange > sample.length / 20;
}

/** All records, including blank lines. After an unclosed quote, the rest of the file is in one cell. */
function tableOfText(text: string): ImportTable | FileRefusal {
  const delimiter = delimiterOf(text);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const table = tableOf(data);
  const isOpen = errors.some(({ code }) => code === "MissingQuotes");
  if ("refusal" in table || !isOpen) return table;
  const rows = table.rows.filter(({ line }) => line !== data.length);
  if (rows.length === table.rows.length) return table;
  const fault = { line: data.length, sentence: QUOTE_OPEN };
  return { ...table, rows, faults: [...table.faults, fault] };
}

const DELIMITERS = [",", "\t", ";", "|"];

/** The delimiter that yields the most known titles. If none yields any, the library guesses from the cells. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 16 * SAMPLE);
  const known = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(start, { delimiter, preview: 20 });
    return Math.max(...data.map((cells) => cells.filter((cell) => isKnownTitle(cell)).length));
  });
  const most = Math.max(...known);
  return most === 0 ? "" : (DELIMITERS[known.indexOf(most)] ?? ",");
}
