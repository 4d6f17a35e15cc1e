import { expect, it } from "vitest";
import { MAX_ROW_LENGTH } from "@domain/imports/chunks";
import { refusalOf, ROW_TOO_LONG, ROWS_MALFORMED, rowsOfChunk } from "@domain/imports/rowInput";
import { aCustomerRow, aJobRow } from "../../support/importRows";

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
  ["an id of 201 characters", chunk(1, aCustomerRow({ sourceId: "x".repeat(201) }))],
  ["a name of two lines", chunk(1, aCustomerRow({ customer_name: "A\nB" }))],
  ["half a document", "[{"],
  ["a row that a rule refuses", chunk(1, aCustomerRow({ customer_email: "no address" }))],
])("refuses %s", (_, json) => {
  expect(() => rowsOfChunk("customers", json)).toThrow(ROWS_MALFORMED);
});

it("refuses a row for which the server would refuse its chunk", () => {
  const text = "x".repeat(MAX_ROW_LENGTH);
  const long = aCustomerRow({ leftovers: [{ label: "Log", text }], line: 7 });
  expect(refusalOf(long)).toEqual({ line: 7, sentence: ROW_TOO_LONG });
  expect(() => rowsOfChunk("customers", chunk(1, long))).toThrow(ROWS_MALFORMED);
  expect(refusalOf(aJobRow({}))).toBeNull();
});

it("refuses what the forms refuse", () => {
  expect(refusalOf(aJobRow({ job_notes: "x".repeat(4_000) }))).toBeNull();
  expect(refusalOf(aJobRow({ job_notes: "x".repeat(4_001) }))).not.toBeNull();
  expect(refusalOf(aJobRow({ job_address: " ", line: 7 }))).toEqual({
    line: 7,
    sentence: "Address is required.",
  });
  const nobody = { customer_name: "" };
  expect(refusalOf(aJobRow({ customer: nobody }))?.sentence).toBe("Customer name is required.");
  expect(refusalOf(aCustomerRow(nobody))?.sentence).toBe("Customer name is required.");
});
