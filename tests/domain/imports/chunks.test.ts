import { expect, it } from "vitest";
import { chunksOf, CHUNK_ROWS, MAX_ROW_LENGTH } from "@domain/imports/chunks";
import { MAX_CHUNK_LENGTH } from "@domain/calls/inputLimits";
import type { ImportRow } from "@domain/imports/rows";
import { aCustomerRow } from "../../support/importRows";

const rowsOf = (chunks: readonly string[]) =>
  chunks.map((chunk) => JSON.parse(chunk) as ImportRow[]);

it("cuts a long file into whole chunks of a hundred rows to its end", () => {
  const rows = Array.from({ length: 5_050 }, (_, at) => aCustomerRow({ line: at + 2 }));
  const chunks = chunksOf(rows);
  expect(rowsOf(chunks).flat()).toEqual(rows);
  expect(rowsOf(chunks).map(({ length }) => length)).toEqual([
    ...Array.from({ length: 50 }, () => CHUNK_ROWS),
    50,
  ]);
});

it("puts as many long rows into a chunk as one call takes", () => {
  const rowOfLength = (length: number, line: number) => {
    const empty = JSON.stringify(aCustomerRow({ line, customer_name: "" }));
    const customer_name = "x".repeat(length - empty.length);
    return aCustomerRow({ line, customer_name });
  };
  const rows = [2, 3, 4, 5, 6, 7].map((line) => rowOfLength(MAX_ROW_LENGTH, line));
  const chunks = chunksOf(rows);
  expect(rowsOf(chunks)).toEqual([rows.slice(0, 4), rows.slice(4)]);
  for (const { length } of chunks) expect(length).toBeLessThanOrEqual(MAX_CHUNK_LENGTH);
});
