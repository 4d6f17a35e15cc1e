import fc from "fast-check";
import { expect, it } from "vitest";
import { dayKeyOf, formatShortDay } from "@domain/dates/days";
import { ENTRY_TYPES } from "@domain/job/entryTypes";
import { chunksOf } from "@domain/imports/chunks";
import { MAX_CHUNK_LENGTH } from "@domain/calls/inputLimits";
import type { ImportOutcome } from "@domain/imports/normalize";
import { ROW_TOO_LONG, rowsOfChunk } from "@domain/imports/rowInput";
import { CELL_NOT_STORABLE } from "@domain/imports/rowReader";
import { IMPORT_KINDS, type ImportRow } from "@domain/imports/rows";
import { jobStatusLabel } from "@domain/job/jobs";
import { formatPhone } from "@domain/customer/phone";
import { spanWords } from "@domain/job/spanWords";
import { formatTime } from "@domain/dates/times";
import { inZone } from "../../support/zones";
import { importRecords } from "../../support/importRows";

const TITLES = ["Customer", "Address", "Install", "Status"];

it("lists the faults of a file in its order, those of the table among those of the rows", () => {
  const { rows, faults } = importRecords([
    TITLES,
    ["Ann Field", "", "", "Called"],
    ["Bo Ek", "9 Oak St", "", "Called", "more"],
    ["Cy Li", "2 Elm St", "", "Called"],
    ["", "4 Elm St", "", "Called"],
  ]);
  expect(rows.map(({ line }) => line)).toEqual([4]);
  expect(faults.map(({ line }) => line)).toEqual([2, 3, 5]);
});

it("names a row once for a cell that cannot be saved, and a row that is too long", () => {
  const long = "x".repeat(20_000);
  const { rows, faults } = importRecords(
    [
      ["Name", "Address", "A", "B", "C", "D"],
      ["Ann\0", "12 Elm St"],
      ["Bo Ek", "9 Oak St", long, long, long, long],
      ["Cy Li", "2 Elm St"],
    ],
    { kind: "jobs" },
  );
  expect(rows.map(({ line }) => line)).toEqual([4]);
  expect(faults).toEqual([
    { line: 2, column: "Name", sentence: CELL_NOT_STORABLE },
    { line: 3, sentence: ROW_TOO_LONG },
  ]);
});

it("lists the statuses that are not ours, the most frequent first", () => {
  const { statuses } = importRecords([
    TITLES,
    ...["Called", "Upcoming", "On hold", "On hold"].map((status, at) => [
      "Ann Field",
      `${at} Elm St`,
      "",
      status,
    ]),
  ]);
  expect(statuses).toEqual([
    { text: "On hold", count: 2, status: "lead" },
    { text: "Upcoming", count: 1, status: "install_scheduled" },
  ]);
});

it("reads all dates in the order that one of them shows, unless the person chose another one", () => {
  const records = [
    TITLES,
    ["Ann Field", "12 Elm St", "03/04/2026", "Called"],
    ["Bo Ek", "9 Oak St", "14/05/2026", "Called"],
  ];
  const read = importRecords(records);
  expect([read.dates, read.dateOrder]).toEqual(["day", "day"]);
  expect(read.rows[0]).toMatchObject({
    job_install_date: new Date(2026, 3, 3, 9).getTime(),
  });
  const chosen = importRecords(records, { dateOrder: "month" });
  expect(chosen.dateOrder).toBe("month");
  expect(chosen.rows[0]).toMatchObject({
    job_install_date: new Date(2026, 2, 4, 9).getTime(),
  });
  expect(chosen.faults).toMatchObject([{ line: 3, column: "Install" }]);
});

const TITLES_OF_FILES = [
  "First name",
  "Company",
  "Phone",
  "Home phone",
  "E-mail",
  "Source",
  "Customer ID",
  "Address 2",
  "City",
  "State",
  "Mailing address",
  "Full address",
  "Job #",
  "Job status",
  "Completed date",
  "Job type",
  "Estimate date",
  "Estimate time",
  "Scheduled date",
  "Scheduled start time",
  "Total",
  "Notes",
  "Crew",
];

/** A part of a cell, and the ways in which the import may show it. */
interface CellPart {
  readonly text: string;
  readonly shows?: readonly string[];
}

const CELL_PARTS: readonly CellPart[] = [
  { text: "614-555-0101", shows: ["(614) 555-0101"] },
  { text: "(614) 555.0102", shows: ["(614) 555-0102"] },
  { text: "x12" },
  { text: "ann@example.com" },
  { text: "5/14/2027", shows: ["May 14, 27"] },
  { text: "14-May-2027", shows: ["May 14, 27"] },
  { text: "2027-05-14T13:00:00Z", shows: ["May 14, 27 9:00 AM"] },
  { text: "46521", shows: ["May 14, 27"] },
  { text: "8 AM", shows: ["8:00 AM"] },
  { text: "1330", shows: ["1:30 PM"] },
  { text: "9-11", shows: ["arrives 9 to 11 AM", "9:00 AM to 11:00 AM", "911"] },
  { text: "Morning" },
  { text: "TBD" },
  { text: "$12.50", shows: ["$12.5"] },
  { text: "Gutter cleaning" },
  { text: "Approved" },
  { text: "Referral" },
  { text: "call\nfirst", shows: ["call, first", "call first", "call; first"] },
];

/** A word that stands nowhere else, so that it cannot be found in another place. */
const word = fc.nat(9_999).map((count): CellPart => ({ text: `qz${count}` }));

const cell = fc
  .array(fc.oneof(word, fc.constantFrom(...CELL_PARTS)), { maxLength: 3 })
  .chain((parts) =>
    fc.constantFrom(" ", ", ", "; ", " - ", " (").map((between) => ({
      parts,
      text: parts.map(({ text }) => text).join(between),
    })),
  );

const NO_DATES = /^line$|_window$/;

/** Everything that a person sees of the imported row, or is asked about it. Nobody sees `sourceId`. */
function everythingOf(row: ImportRow, { statuses }: ImportOutcome): string {
  const texts: string[] = statuses.map(({ text }) => text);
  const add = (value: unknown, key = ""): void => {
    if (typeof value === "string") texts.push(value, formatPhone(value));
    else if (typeof value === "number" && key === "jobs_price") texts.push(`$${value}`);
    else if (typeof value === "number" && !NO_DATES.test(key))
      texts.push(`${formatShortDay(dayKeyOf(value))} ${formatTime(value)}`);
    else if (value !== null && typeof value === "object")
      for (const [name, each] of Object.entries(value)) if (name !== "sourceId") add(each, name);
  };
  add(row);
  if (row.kind === "jobs") {
    texts.push(jobStatusLabel(row.job_status));
    for (const type of ENTRY_TYPES) {
      const at = row[`job_${type}_date`];
      const window = row[`job_${type}_window`];
      if (at !== undefined) texts.push(spanWords(at, { window }));
    }
  }
  return texts.join("\n").toLowerCase();
}

it("keeps every part of every cell in a field, beside it, or in a row that is named", () => {
  const file = fc.subarray(TITLES_OF_FILES, { minLength: 1 }).chain((titles) =>
    fc.record({
      titles: fc.constant(titles),
      kind: fc.constantFrom("customers" as const, "jobs" as const),
      rows: fc.array(fc.array(cell, { minLength: titles.length, maxLength: titles.length }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  );
  fc.assert(
    fc.property(file, ({ titles, kind, rows }) => {
      inZone("America/New_York", () => {
        const outcome = importRecords(
          [
            ["Name", "Address", ...titles],
            ...rows.map((cells, at) => [
              `Ann ${at}`,
              "12 Elm St",
              ...cells.map(({ text }) => text),
            ]),
          ],
          { kind },
        );
        rows.forEach((cells, at) => {
          const row = outcome.rows.find(({ line }) => line === at + 2);
          if (row === undefined) {
            expect(outcome.faults.map(({ line }) => line)).toContain(at + 2);
            return;
          }
          const everything = everythingOf(row, outcome);
          for (const { text, shows = [] } of cells.flatMap(({ parts }) => parts))
            expect(
              [text, ...shows].filter((each) => everything.includes(each.toLowerCase())),
              `${text} in ${everything}`,
            ).not.toEqual([]);
        });
      });
    }),
    { numRuns: 200 },
  );
});

it("makes only chunks that the server accepts, and names every row that is in none", () => {
  const texts = [
    "",
    "Ann Field",
    "12 Elm St\r\nApt 4",
    "ann@example.com",
    "5/14/2027",
    "46521",
    "9-11",
    "12",
    "#aabbcc",
    "5",
    "\0",
    "\u{D800}",
    "\u{DC00}x",
    "\u{1}".repeat(11_000),
    "614-555-0101 ".repeat(1_500),
    "a@b.co,".repeat(2_800),
    "x; ".repeat(3_000),
    ...[120, 121, 200, 201, 254, 4_000, 4_001, 20_000, 20_001].map((length) => "x".repeat(length)),
    `${"x".repeat(3_999)}\u{1F3E0}`,
  ];
  const title = fc.oneof(
    fc.constantFrom(...TITLES_OF_FILES),
    fc.constantFrom("Ti\0tle", "\u{D800}", "t".repeat(300), `${"t".repeat(99)}\u{1F3E0}`),
  );
  const file = fc.array(title, { minLength: 1, maxLength: 12 }).chain((titles) =>
    fc.record({
      titles: fc.constant(titles),
      kind: fc.constantFrom(...IMPORT_KINDS),
      rows: fc.array(
        fc.array(fc.constantFrom(...texts), {
          minLength: titles.length,
          maxLength: titles.length,
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  );
  fc.assert(
    fc.property(file, ({ titles, kind, rows }) => {
      const { rows: read, faults } = importRecords(
        [
          ["Name", "Address", ...titles],
          ...rows.map((cells) => ["Ann Field", "12 Elm St", ...cells]),
        ],
        { kind },
      );
      for (const chunk of chunksOf(read)) {
        expect(chunk.length).toBeLessThanOrEqual(MAX_CHUNK_LENGTH);
        rowsOfChunk(kind, chunk);
      }
      const named = new Set([...read, ...faults].map(({ line }) => line));
      expect([...named].toSorted((a, b) => a - b)).toEqual(rows.map((_, at) => at + 2));
    }),
    { numRuns: 200 },
  );
});
