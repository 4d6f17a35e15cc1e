import { describe, expect, it } from "vitest";
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from "@domain/imports/rows";
import {
  CELL_TOO_LONG,
  NO_ROWS,
  ONE_COLUMN,
  TITLES_REPEATED,
  TOO_MANY_CELLS,
} from "@domain/imports/table";
import { readFile } from "@/features/imports/readFile";
import { IS_WORKBOOK, NO_TEXT, QUOTE_OPEN, TOO_LARGE } from "@/features/imports/refusals";
import { TableSession } from "@/features/imports/importSession";

const TEXT = "Name,Phone\r\nZoë Nuñez,614 555 0101\r\n";
const ROWS = [{ line: 2, cells: ["Zoë Nuñez", "614 555 0101"] }];

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, isBigEndian = false): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(2 * at, text.charCodeAt(at), !isBigEndian);
  return bytes;
}

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe("encodings", () => {
  it.each([
    ["UTF-8", utf8(TEXT)],
    ["UTF-8 with a byte order mark", utf8(`\u{FEFF}${TEXT}`)],
    ["UTF-16 with a byte order mark", utf16(`\u{FEFF}${TEXT}`)],
    ["big-endian UTF-16 with a byte order mark", utf16(`\u{FEFF}${TEXT}`, true)],
    ["UTF-16 without one", utf16(TEXT)],
    ["big-endian UTF-16 without one", utf16(TEXT, true)],
    ["Windows-1252", latin(TEXT)],
  ])("reads %s", (_, bytes) => {
    expect(readFile(bytes)).toMatchObject({
      titles: ["Name", "Phone"],
      rows: ROWS,
    });
  });
});

it.each([
  ["commas", "Name,Phone\nA,1\n"],
  ["tabs", "Name\tPhone\nA\t1\n"],
  ["semicolons", "Name;Phone\r\nA;1"],
  ["unknown titles", "Foo|Bar\nA|1\nB|2"],
])("finds the columns between %s", (_, text) => {
  expect(readFile(utf8(text))).toMatchObject({
    rows: [{ line: 2, cells: ["A", "1"] }, ...(text.includes("B|") ? [{}] : [])],
  });
});

it("counts rows as a spreadsheet does, with blank lines and quoted line ends", () => {
  const text = 'Name,Notes\n\n"A","one\ntwo"\n,,\nB,\n';
  expect(readFile(utf8(text))).toMatchObject({
    rows: [
      { line: 3, cells: ["A", "one\ntwo"] },
      { line: 5, cells: ["B", ""] },
    ],
  });
});

const big = (start: string, size: number) => {
  const bytes = new Uint8Array(size).fill(120);
  bytes.set(utf8(start));
  return bytes;
};

/** Of every one a person gets a sentence: why the file is refused, or what is wrong with its first faulty row. */
const HOSTILE: readonly (readonly [string, Uint8Array, string | RegExp])[] = [
  ["an empty file", utf8(""), "The file is empty."],
  ["blank lines", utf8("\n \n,,,\n"), "The file is empty."],
  ["only a byte order mark", utf8("\u{FEFF}"), "The file is empty."],
  ["only titles", utf8("Name,Phone\n"), NO_ROWS],
  ["one column", utf8("Foo\nA\nB\n"), ONE_COLUMN],
  ["one column of numbers", utf8("1234\n5678\n"), ONE_COLUMN],
  ["prose", utf8("Dear all,\nplease find the list attached.\n"), /./],
  ["a file of 100 MB", big("Name,Phone\n", 5 * MAX_IMPORT_BYTES), TOO_LARGE],
  ["one byte too many", big("Name,Phone\n", MAX_IMPORT_BYTES + 1), TOO_LARGE],
  ["one line of 20 MB", big("Name,Phone\n", MAX_IMPORT_BYTES), CELL_TOO_LONG],
  ["a contact of 20 MB", utf8(`BEGIN:VCARD\nN:${"\\;".repeat(10_000_000)}`), CELL_TOO_LONG],
  ["a workbook", utf8("PK\u{3}\u{4}xl/workbook.xml"), IS_WORKBOOK],
  ["an old workbook", latin("\u{D0}\u{CF}\u{11}\u{E0}\u{A1}\u{B1}"), IS_WORKBOOK],
  [
    "a table of HTML that was saved as .xls",
    utf8("\r\n<html xmlns:x='urn:schemas-microsoft-com:office:excel'><table>"),
    IS_WORKBOOK,
  ],
  [
    "a workbook in XML that was saved as .xls",
    utf8('\u{FEFF}<?xml version="1.0"?><Workbook><Worksheet>'),
    IS_WORKBOOK,
  ],
  ["a picture", latin("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR\0\0\u{1}\0"), NO_TEXT],
  ["only NUL", new Uint8Array(500), NO_TEXT],
  ["NUL in a name", utf8("Name,Phone\nA\0B,6145550101\n"), /cannot be saved/],
  ["titles in the middle", utf8("Name,Phone\nA,1\nName,Phone\nB,2\n"), TITLES_REPEATED],
  ["a comma without quotes", utf8("Name,Phone\nPark, Jo,614\n"), TOO_MANY_CELLS],
  ["a quote that never ends", utf8('Name,Phone\nA,1\n"B,2\nC,3\n'), QUOTE_OPEN],
  ["no name", utf8("Name,Phone\n,6145550101\n"), "Customer name is required."],
  ["a name of a page", utf8(`Name,Phone\n${"x".repeat(200)},1\n`), /under 121/],
  ["a cell of 21,000 characters", utf8(`Name,Notes\nA,${"x".repeat(21_000)}\n`), CELL_TOO_LONG],
  ["300 columns and more", utf8(`${"Name,".repeat(301)}\nA\n`), /at most 300 columns/],
  [
    "too many rows",
    utf8(`Name,Phone\n${"A,1\n".repeat(MAX_IMPORT_ROWS + 1)}`),
    /50,001 rows.*50,000/,
  ],
  ["too many contacts", utf8("BEGIN:VCARD\nFN:A\n".repeat(MAX_IMPORT_ROWS + 1)), /50,001 contacts/],
  [
    "a vCard file without a name",
    utf8("BEGIN:VCARD\nTEL:6145550101\nEND:VCARD"),
    "Customer name is required.",
  ],
  [
    "a job without an address",
    utf8("Customer,Status,Address\nA,Called,\n"),
    "Address is required.",
  ],
  [
    "a date that does not exist",
    utf8("Customer,Address,Install\nA,1 Elm St,02/30/2026\n"),
    /no date/,
  ],
  ["a date without a year", utf8("Customer,Address,Install\nA,1 Elm St,Feb 3\n"), /no date/],
  [
    "a date of another century",
    utf8("Customer,Address,Install\nA,1 Elm St,1926-02-03\n"),
    /2000 and 2099/,
  ],
  [
    "day and month mixed",
    utf8("Customer,Address,Install\nA,1 Elm St,13/02/2026\nB,2 Elm St,02/13/2026\n"),
    /not in the order/,
  ],
  [
    "a price of another country",
    utf8('Customer,Address,Price\nA,1 Elm St,"1.250,00"\n'),
    /price from/,
  ],
  ["a price that is a formula", utf8("Customer,Address,Price\nA,1 Elm St,=1+2\n"), /price from/],
  ["an endless price", utf8("Customer,Address,Price\nA,1 Elm St,1e400\n"), /price from/],
];

describe("hostile files", () => {
  it.each(HOSTILE)("%s gets a sentence", (_, bytes, sentence) => {
    const session = new TableSession();
    const summary = session.read(bytes);
    const sentences =
      "refusal" in summary
        ? [summary.refusal]
        : session
            .apply({
              kind: summary.kind,
              targets: summary.targets[summary.kind],
              dateOrder: null,
              times: {},
              statuses: {},
              arePaid: null,
              now: Date.UTC(2026, 5, 17),
            })
            .faults.map((fault) => fault.sentence);
    expect(sentences).not.toEqual([]);
    if (typeof sentence === "string") expect(sentences).toContain(sentence);
    else expect(sentences.join("\n")).toMatch(sentence);
    for (const one of sentences) expect(one).toMatch(/^[A-Z].*\.$/);
  });

  it("half of a surrogate pair is replaced", () => {
    const text = "\u{FEFF}Name,Phone\nA\u{D800},1\n";
    expect(readFile(utf16(text))).toMatchObject({
      rows: [{ cells: ["A\u{FFFD}", "1"] }],
    });
  });

  it("a quote that never ends leaves the rows before it", () => {
    const file = utf8('Name,Phone\nA,1\n"B,2\nC,3\n');
    expect(readFile(file)).toMatchObject({
      rows: [{ line: 2, cells: ["A", "1"] }],
      faults: [{ line: 3, sentence: QUOTE_OPEN }],
    });
  });

  it("formulas in cells stay text, without the apostrophe of an export", () => {
    const text = `Name,Phone\n'=HYPERLINK("x"),1234567\n=2+2,\n`;
    expect(readFile(utf8(text))).toMatchObject({
      rows: [{ cells: ['=HYPERLINK("x")', "1234567"] }, { cells: ["=2+2", ""] }],
    });
  });
});

it("reads a long text that contains a few control characters", () => {
  const rows = "Ann Field,614 555 0101\n".repeat(20);
  const table = readFile(utf8(`Name,Phone\n\u{1}\u{2}\u{3}${rows}`));
  expect(table).not.toHaveProperty("refusal");
});
