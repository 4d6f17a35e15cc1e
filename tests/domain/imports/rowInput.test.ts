import { expect, it } from "vitest";
import { MAX_ROW_LENGTH } from "@domain/imports/chunks";
import {
  faultOf,
  refusalOf,
  ROW_TOO_LONG,
  ROWS_MALFORMED,
  rowsOfChunk,
} from "@domain/imports/rowInput";
import { aCustomerRow, aJobRow, aStockRow } from "../../support/importRows";

const chunk = (count: number, row: object = aCustomerRow({})) =>
  JSON.stringify(Array.from({ length: count }, () => row));

it("takes from 1 to 100 rows of a kind", () => {
  expect(rowsOfChunk("customers", chunk(100))).toHaveLength(100);
  expect(rowsOfChunk("customers", chunk(1))).toEqual([aCustomerRow({})]);
});

it.each([
  ["no row", chunk(0)],
  ["101 rows", chunk(101)],
  ["rows of another kind", chunk(1, aJobRow({}))],
  ["a field that no row has", chunk(1, { ...aCustomerRow({}), demo: "x" })],
  ["half a character", chunk(1, aCustomerRow({ customer_name: "\u{D800}" }))],
  [
    "an id of 201 characters",
    chunk(1, aCustomerRow({ sourceId: "x".repeat(201) })),
  ],
  ["a name of two lines", chunk(1, aCustomerRow({ customer_name: "A\nB" }))],
  ["half a document", "[{"],
])("refuses %s", (_, json) => {
  expect(() => rowsOfChunk("customers", json)).toThrow(ROWS_MALFORMED);
});

it("refuses a row for which the server would refuse its chunk", () => {
  const text = "x".repeat(MAX_ROW_LENGTH);
  const long = aCustomerRow({ leftovers: [{ label: "Log", text }], line: 7 });
  expect(refusalOf(long)).toEqual({ line: 7, sentence: ROW_TOO_LONG });
  expect(() => rowsOfChunk("customers", chunk(1, long))).toThrow(
    ROWS_MALFORMED,
  );
  expect(refusalOf(aJobRow({ job_address: " " }))?.sentence).toBe(
    "Address is required.",
  );
  expect(refusalOf(aJobRow({}))).toBeNull();
});

it("finds no fault in notes that are too long, as they are cut, but in all other fields", () => {
  expect(faultOf(aJobRow({ job_notes: "x".repeat(5_000) }))).toBeNull();
  expect(faultOf(aJobRow({ job_address: " ", line: 7 }))).toEqual({
    line: 7,
    sentence: "Address is required.",
  });
  const nobody = { customer_name: "" };
  expect(faultOf(aJobRow({ customer: nobody }))?.sentence).toBe(
    "Customer name is required.",
  );
  expect(faultOf(aCustomerRow(nobody))?.sentence).toBe(
    "Customer name is required.",
  );
  expect(faultOf(aStockRow({ quantity: 1_000_001 }))?.sentence).toBe(
    "Enter a whole number from 0 to 1,000,000.",
  );
  expect(
    faultOf({ kind: "prices", line: 2, item: "A", price: -1, leftovers: [] })
      ?.sentence,
  ).toBe("Enter a price from $0 to $100,000.");
});
