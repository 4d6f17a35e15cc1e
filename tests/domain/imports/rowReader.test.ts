import { expect, it } from "vitest";
import type { ColumnTarget } from "@domain/imports/fields";
import { columnsOf, RowReader } from "@domain/imports/rowReader";

const readerOf = (
  columns: readonly (readonly [string, ColumnTarget, string])[],
) =>
  new RowReader(
    { line: 2, cells: columns.map(([, , cell]) => cell) },
    columnsOf(
      columns.map(([title]) => title),
      columns.map(([, target]) => target),
    ),
  );

it("fills a field from the first of its columns, and keeps the other one", () => {
  const reader = readerOf([
    ["Cell", "phone", "6145550101"],
    ["Home", "phone", "6145550102"],
    ["Tags", "keep", " gutters "],
    ["Photo", "skip", "a.jpg"],
    ["Fax", "keep", " "],
  ]);
  expect(reader.text("phone")).toBe("6145550101");
  expect(reader.leftovers).toEqual([
    { label: "Home", text: "6145550102" },
    { label: "Tags", text: "gutters" },
  ]);
});

it.each([
  ["$1,250.00", 1250],
  ["450 USD", 450],
  ["usd 450", 450],
  ["US$ 12.50", 12.5],
  ["1,250,000", 1_250_000],
  ["-5", -5],
  ["0", 0],
  ["", undefined],
  ["12,50", Number.NaN],
  ["1.250,00", Number.NaN],
  ["1,2500", Number.NaN],
  ["free", Number.NaN],
])("the cell %j is the amount %j", (cell, amount) => {
  expect(readerOf([["Total", "price", cell]]).money("price")).toBe(amount);
});
