import { expect, it } from "vitest";
import type { ColumnTarget } from "@domain/imports/fields";
import { columnsOf, RowReader } from "@domain/imports/rowReader";

const readerOf = (columns: readonly (readonly [string, ColumnTarget, string])[]) =>
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
  ["0", 0],
  ["", undefined],
  ["12,50", Number.NaN],
  [" $-   ", undefined],
  ["-", undefined],
  ["1/0/1900 0:00", undefined],
  ["0001-01-01T00:00:00", undefined],
])("the cell %j is the amount %j", (cell, amount) => {
  const reader = readerOf([["Total", "price", cell]]);
  expect(reader.money("price")).toBe(amount);
  expect(reader.leftovers).toEqual([]);
});

it("keeps a word in place of an amount, an id, and a text that is too long for an id", () => {
  const long = "x".repeat(201);
  const reader = readerOf([
    ["Total", "price", "TBD"],
    ["Job", "job_id", long],
    ["Customer no.", "customer_id", "7"],
  ]);
  expect(reader.money("price")).toBeUndefined();
  expect(reader.id("job_id")).toEqual({});
  expect(reader.id("customer_id")).toEqual({ sourceId: "7" });
  expect(reader.leftovers).toEqual([
    { label: "Total", text: "TBD" },
    { label: "Job", text: long },
    { label: "Customer no.", text: "7" },
  ]);
});

it.each([["\0"], ["\u{D800}"]])(
  "refuses a cell with %j in every column that is not left out",
  (part) => {
    const reader = readerOf([
      ["Name", "name", `Ann${part}`],
      ["Tags", "keep", part],
      ["Photo", "skip", part],
    ]);
    expect(reader.faults.map(({ column }) => column)).toEqual(["Name", "Tags"]);
  },
);
