import { expect, it } from "vitest";
import { tableOf, TOTALS_ROW } from "@domain/imports/table";

function read(...records: readonly (readonly string[])[]) {
  const table = tableOf(records);
  if ("refusal" in table) throw new Error(table.refusal);
  const { titles, rows } = table;
  return { titles, rows: rows.map(({ line, cells }) => [line, ...cells]) };
}

const TITLES = ["Name", "Phone"];
const ANN = ["Ann Field", "6145550101"];
const BO = ["Bo Ek", ""];

it("finds the titles below the lines of a report", () => {
  const lines = ["Elm Gutters", "Customers", "June", "All", "By name", "p. 1"];
  const above = lines.map((text) => [text]);
  expect(read(...above, TITLES, ANN)).toEqual({
    titles: TITLES,
    rows: [[8, ...ANN]],
  });
});

it("leaves out the last line of a report, which stands alone below a blank line", () => {
  const report = [["Elm Gutters"], TITLES, ANN];
  const rows = [[3, ...ANN]];
  expect(read(...report, [""], ["Printed on Friday"]).rows).toEqual(rows);
  expect(read(...report, BO).rows).toEqual([...rows, [4, ...BO]]);
  expect(read(...report, [""], ["Bo Ek", "1"]).rows).toHaveLength(2);
  expect(read(TITLES, ANN, [""], BO).rows).toHaveLength(2);
});

it("takes the first line of a file without titles as a row", () => {
  expect(read(ANN, BO)).toEqual({
    titles: ["Column 1", "Column 2"],
    rows: [
      [1, ...ANN],
      [2, ...BO],
    ],
  });
});

it("numbers equal titles and names empty ones, so that no two are equal", () => {
  const { titles } = read(["Name", "Phone", "Phone", "", "Phone", "Notes ", ""], ["Ann", "1"]);
  expect(titles).toEqual(["Name", "Phone", "Phone (2)", "Column 4", "Phone (3)", "Notes"]);
});

it.each([
  [["TOTAL", "", "$1,250.00"], true],
  [["", "Grand Total:", "12"], true],
  [["Total Roofing", "", "$5"], false],
  [["Total", "614-555-0101", ""], false],
  [["Bo Ek", "", "$5"], false],
])("the last row %j has the totals of the file: %j", (last, isTotal) => {
  const titles = ["Name", "Phone", "Balance"];
  const table = tableOf([titles, ["Ann", "", "$5"], last]);
  if ("refusal" in table) throw new Error(table.refusal);
  expect(table.rows).toHaveLength(isTotal ? 1 : 2);
  expect(table.faults).toEqual(isTotal ? [{ line: 3, sentence: TOTALS_ROW }] : []);
  expect(tableOf([titles, last, ["Ann", "", "$5"]])).toMatchObject({
    faults: [],
  });
});
