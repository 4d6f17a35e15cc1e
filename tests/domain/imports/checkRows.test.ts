import { expect, it } from "vitest";
import { FileCheck } from "@domain/imports/checkRows";
import type { CustomerImportRow } from "@domain/imports/rows";
import { aCustomerRow } from "../../support/importRows";

/** What the check of a file finds in an office that has an Ann Field without phone and e-mail. */
function countsOf(row: Partial<CustomerImportRow>) {
  const ann = { customer_id: "C-1001", customer_name: "Ann Field" };
  const check = new FileCheck([{ ...ann, _creationTime: 1 }]);
  check.plan(check.withKeys([aCustomerRow(row)]), {
    ...{ keys: [], inventory: [], colorCount: 0 },
  });
  return check.takeCounts();
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
  const { findings } = check.plan(check.withKeys([row]), {
    ...{ keys: [], inventory: [], colorCount: 0 },
  });
  expect(findings).toMatchObject([{ like: { customer_id: "C-1001" } }]);
});

it("asks about a name alone only where nothing else tells two customers apart", () => {
  expect(countsOf({ customer_name: "ann field" })).toEqual({ lookalikes: 1 });
  expect(
    countsOf({ customer_name: "Ann Field", customer_phone: "2485550101" }),
  ).toEqual({ customers: 1 });
});
