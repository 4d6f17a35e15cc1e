import { expect, it } from "vitest";
import { inRowData, invalidData, notFoundData } from "@domain/calls/refusals";

it("names the row of a list that has several, counted from 1", () => {
  const error = invalidData("delta", "Enter a number.");
  expect(inRowData(error, { list: "entries", at: 1, of: 3 })).toEqual({
    code: "INVALID",
    field: "entries.1.delta",
    message: "Row 2: Enter a number.",
  });
  expect(inRowData(error, { list: "entries", at: 0, of: 1 }).message).toBe("Enter a number.");
  const gone = notFoundData("job");
  expect(gone).toEqual({
    code: "NOT_FOUND",
    message: "That job is no longer there.",
  });
  expect(inRowData(gone, { list: "jobs", at: 0, of: 2 })).toEqual({
    code: "NOT_FOUND",
    field: "jobs.0",
    message: "Row 1: That job is no longer there.",
  });
});
