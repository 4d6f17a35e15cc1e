import { expect, it } from "vitest";
import { readCustomerRow } from "@domain/imports/people";
import { columnsOf, RowReader } from "@domain/imports/rowReader";

const FIELDS = ["name", "address", "city", "address_b", "city_b"] as const;

const placesOf = (...cells: readonly string[]) =>
  readCustomerRow(
    new RowReader(
      { line: 2, cells: ["Ann Field", ...cells] },
      columnsOf(FIELDS, FIELDS),
    ),
  )?.places;

it("takes a second address that is the first one again as one place", () => {
  const elm = { job_address: "12 Elm St", job_city: "Troy" };
  const oak = { job_address: "9 Oak St", job_city: "Troy" };
  expect(placesOf("12 Elm St", "Troy", "12 Elm St", "Troy")).toEqual([elm]);
  expect(placesOf("12 Elm St", "Troy", "9 Oak St", "Troy")).toEqual([elm, oak]);
});
