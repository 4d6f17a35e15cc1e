import fc from "fast-check";
import { expect, it } from "vitest";
import { csvRow, csvTime, withoutGuard } from "@domain/files/csv";

it.each([
  [["Ann", 4.5, null, undefined, 0], "Ann,4.5,,,0"],
  [['6" gutter, white', "two\nlines"], '"6"" gutter, white","two\nlines"'],
  [[" padded"], '" padded"'],
  [["padded "], '"padded "'],
  [["old\rline"], '"old\rline"'],
  [[-12.5, Number.NaN, Infinity], "-12.5,,"],
])("writes %j", (cells, row) => {
  expect(csvRow(cells)).toBe(`${row}\r\n`);
});

it.each([
  "=1+2",
  "+1 614 555",
  "-SUM(A1)",
  "@cmd",
  "\tx",
  "\rx",
  "\nx",
  "\0x",
  " =1+2",
  "\u{A0}\t=1+2",
  "＝1+2",
])("marks %j as text, so that no spreadsheet runs it", (text) =>
  expect(csvRow([text])).toMatch(/^"?'/),
);

it.each([
  "Bell;=1+2",
  "Bell\t@cmd",
  "Bell; +1 614",
  "Bell;;-1",
  "Bell\t\t＝1",
  "Bell\n=1+2",
  "=1;=2",
])("marks each part of %j that another separator makes a cell of", (text) => {
  for (const part of csvRow([text]).split(/[;\t\r\n]/))
    expect(part).not.toMatch(/^"?\s*[=+\-@＝＋－＠]/);
});

it("reads every text back as it was", () => {
  const parts = fc.constantFrom(..."'=;\t\n\r -a＝\u{A0}\0");
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (letters) => {
      const text = letters.join("");
      const cell = csvRow([text]).slice(0, -2);
      const unquoted = /^".*"$/s.test(cell) ? cell.slice(1, -1) : cell;
      expect(withoutGuard(unquoted)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

it.each(["=1+2", "'=1+2", "''-1", "\tx", "plain", "'tis", "''", "x=1", ""])(
  "reads %j back as it was",
  (text) => {
    const cell = csvRow([text]).trimEnd().replace(/^"|"$/g, "");
    expect(withoutGuard(cell)).toBe(text);
  },
);

it("writes a time as ISO date and local time", () => {
  expect(csvTime(new Date(2026, 10, 5, 9, 30).getTime())).toBe("2026-11-05 09:30");
  expect(csvTime(null)).toBeNull();
});

it.each([Number.NaN, Infinity, -8.64e15])(
  "leaves the time %d, which is no date, empty",
  (instant) => {
    expect(csvTime(instant)).toBeNull();
  },
);
