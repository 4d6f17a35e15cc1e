import { expect, it } from "vitest";
import { readCustomerRow } from "@domain/imports/people";
import { columnsOf, RowReader } from "@domain/imports/rowReader";
import { importRecords } from "../../support/importRows";

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

/** A customer of a file with a cell under each title. */
const customerOf = (cells: Readonly<Record<string, string>>) =>
  importRecords([Object.keys(cells), Object.values(cells)], {
    kind: "customers",
  }).rows[0];

it("keeps every part of a person that the name does not say", () => {
  const parts = { "First name": "Ann", "Last name": "Field" };
  expect(customerOf({ ...parts, Company: "Elm Bakery" })).toMatchObject({
    customer_name: "Ann Field",
    leftovers: [{ label: "Company", text: "Elm Bakery" }],
  });
  expect(customerOf({ Name: "Elm Bakery", ...parts })).toMatchObject({
    customer_name: "Elm Bakery",
    leftovers: [{ label: "Contact", text: "Ann Field" }],
  });
  expect(customerOf({ Company: "Elm Bakery", Phone: "" })).toMatchObject({
    customer_name: "Elm Bakery",
    leftovers: [],
  });
});

it.each([
  ["555-0101", "5550101", []],
  ["911", "911", []],
  ["12", undefined, ["12"]],
  ["614 555 0101 or 614 555 0102", "6145550101", ["614 555 0102"]],
  ["ask Ann", undefined, ["ask Ann"]],
])(
  "the cell of phones %j has the phone %j and keeps %j",
  (cell, phone, kept) => {
    const row = customerOf({ Name: "Ann Field", Phone: cell });
    expect(row?.kind === "customers" && row.customer_phone).toBe(phone);
    expect(row?.leftovers).toEqual(
      kept.map((text) => ({ label: "Phone", text })),
    );
  },
);

it("keeps a way in which customers found the office that is none of ours", () => {
  expect(
    customerOf({ Name: "Ann Field", Source: "Billboard" })?.leftovers,
  ).toEqual([{ label: "Source", text: "Billboard" }]);
});

it("keeps a city without a street, of the first and of the second address", () => {
  const row = customerOf({
    Name: "Ann Field",
    Address: "",
    City: "Troy",
    ZIP: "45373",
    "Mailing address": "",
    "Mailing city": "Dayton",
  });
  expect(row).toMatchObject({
    places: [],
    leftovers: [
      { label: "City", text: "Troy" },
      { label: "ZIP", text: "45373" },
      { label: "Mailing city", text: "Dayton" },
    ],
  });
});

it("reads the city out of an address in one cell, unless the file has a column of cities", () => {
  const cells = { Name: "Ann Field", Address: "12 Elm St, Troy, OH 45373" };
  expect(customerOf(cells)).toMatchObject({
    places: [{ job_address: "12 Elm St", job_city: "Troy, OH 45373" }],
  });
  expect(customerOf({ ...cells, City: "" })).toMatchObject({
    places: [{ job_address: "12 Elm St, Troy, OH 45373" }],
  });
});
