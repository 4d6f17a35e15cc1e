import fc from "fast-check";
import { it } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewCustomer, aNewJob } from "../../../support/builders";
import { openForTwo } from "../../../support/convexHarness";
import { expectEqualToScan } from "../../../support/scannedSearch";

const NAMES = ["Maria", "Mariana", "Mar", "Lopez", "Lo", "O'Brien", "Ana", "B"];
const anyName = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 7 })
  .map((words) => words.join(" "));
const anyCustomer = fc.record({
  customer_name: anyName,
  customer_email: fc.option(
    fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom("", "85", "ana"))
      .map(([name, end]) => `${name.replace("'", "")}${end}@example.com`),
    { nil: undefined },
  ),
  job_address: fc.constantFrom(...NAMES).map((name) => `5 ${name} Street`),
});
const anyTyped = fc
  .array(
    fc
      .tuple(fc.constantFrom(...NAMES, "Street", "example"), fc.nat(6))
      .map(([word, length]) => word.slice(0, 1 + length)),
    { minLength: 2, maxLength: 3 },
  )
  .map((words) => words.join(" "));

it("the search of names finds what a look at every row finds, for every office and typed words", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCustomer, { minLength: 1, maxLength: 12 }),
      fc.array(anyTyped, { minLength: 6, maxLength: 6 }),
      async (customers, searches) => {
        const { anna } = openForTwo();
        for (const { job_address, ...customer } of customers)
          await anna.mutation(
            api.jobs.create,
            aNewJob({
              job_address,
              job_notes: undefined,
              customer: aNewCustomer(customer),
            }),
          );
        for (const typed of searches) await expectEqualToScan(anna, typed);
      },
    ),
    { numRuns: 25 },
  );
});
