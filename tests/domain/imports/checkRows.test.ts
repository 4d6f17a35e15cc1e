import { expect, it } from "vitest";
import { FileCheck } from "@domain/imports/checkRows";
import type { CustomerImportRow } from "@domain/imports/rows";
import { aCustomerRow } from "../../support/importRows";

/** What the check of a file finds in an office that has an Ann Field without phone and e-mail. */
function countsOf(row: Partial<CustomerImportRow>) {
  const ann = { customer_id: "C-1001", customer_name: "Ann Field" };
  const check = new FileCheck([{ ...ann, _creationTime: 1 }]);
  return check.plan(check.withKeys([aCustomerRow(row)]), []).found;
}

it("names the first of several look-alikes", () => {
  const known = ["Ann Field", "A. Field"].map((customer_name, at) => ({
    customer_id: `C-${1001 + at}`,
    customer_name,
    customer_phone: "2485550101",
    _creationTime: at,
  }));
  const check = new FileCheck(known);
  const row = aCustomerRow({
    customer_name: "Ann F.",
    customer_phone: "2485550101",
  });
  const { findings } = check.plan(check.withKeys([row]), []);
  expect(findings).toMatchObject([{ like: { customer_id: "C-1001" } }]);
});

it("asks about a name alone where one of two customers has no contact", () => {
  expect(countsOf({ customer_name: "ann field" })).toEqual({ lookalikes: 1 });
  expect(countsOf({ customer_name: "Field, Ann", customer_phone: "2485550101" })).toEqual({
    lookalikes: 1,
  });
  expect(countsOf({ customer_name: "Ann Fields" })).toEqual({ customers: 1 });
});

/** Rows of a file, each as name, phone and e-mail address, and what the check finds in them. */
it.each([
  [
    "people who differ in form only",
    [
      ["Łukasz Żak", "6145550101", ""],
      ["Lukasz Zak", "+1 (614) 555-0101", ""],
      ["Bjørn Sørensen", "6145550102", ""],
      ["Bjorn Sorensen", "6145550102", ""],
      ["José Núñez", "6145550103", "Jose@Example.com"],
      ["NUNEZ, JOSE", "6145550103", "jose@example.com"],
    ],
    { customers: 3, joined: 3 },
  ],
  [
    "father and son, and sisters, with one phone",
    [
      ["John Smith Sr.", "6145550101", "smith@example.com"],
      ["John Smith Jr.", "6145550101", "smith@example.com"],
      ["Mary Ann Lee", "6145550102", "lee@example.com"],
      ["Mary Beth Lee", "6145550102", "lee@example.com"],
    ],
    { customers: 4 },
  ],
  [
    "a contact that only one row has",
    [
      ["Ann Hill", "6145550101", ""],
      ["Ann Hill", "6145550101", "ann@example.com"],
      ["Ann Hill", "", "ann@example.com"],
    ],
    { customers: 1, joined: 2 },
  ],
  [
    "a contact that differs from what another row has completed",
    [
      ["Ann Hill", "6145550101", ""],
      ["Ann Hill", "6145550101", "ann@example.com"],
      ["Ann Hill", "6145550101", "hill@example.com"],
      ["Ann Hill", "6145550101", "hill@example.com"],
    ],
    { customers: 1, joined: 2, lookalikes: 1 },
  ],
  [
    "a row that may be either of two people",
    [
      ["Ann Hill", "6145550101", "ann@example.com"],
      ["Ann Hill", "6145550101", "hill@example.com"],
      ["Ann Hill", "6145550101", ""],
    ],
    { customers: 1, lookalikes: 2 },
  ],
])("joins and asks with care: %s", (_name, people, counts) => {
  const check = new FileCheck([]);
  const rows = people.map(([customer_name = "", phone = "", email = ""], at) =>
    aCustomerRow({
      line: at + 2,
      customer_name,
      ...(phone !== "" && { customer_phone: phone }),
      ...(email !== "" && { customer_email: email }),
      places: [{ job_address: `${at} Elm St` }],
    }),
  );
  expect(check.plan(check.withKeys(rows), []).found).toEqual(counts);
});
