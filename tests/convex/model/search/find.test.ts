import { it } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewCustomer, aNewJob } from "../../../support/builders";
import { openForTwo } from "../../../support/convexHarness";
import { expectEqualToScan } from "../../../support/scannedSearch";

it("a renamed customer is found by two words of the new name, and no longer by those of the old one", async () => {
  const { anna } = openForTwo();
  const customer = aNewCustomer({ customer_name: "Maria Elena Lopez" });
  await anna.mutation(api.jobs.create, aNewJob({ customer }));
  const [{ customer_id } = { customer_id: "" }] = await anna.query(api.customers.listMin, {});
  const change = { customer_id, customer_name: "Maria Garcia" };
  await anna.mutation(api.customers.update, change);
  for (const typed of ["maria lopez", "elena lopez", "garc mar"])
    await expectEqualToScan(anna, typed);
});

it("two common words of names find the customers and jobs with both", async () => {
  const { anna } = openForTwo();
  const named = async (customer_name: string) =>
    await anna.mutation(api.jobs.create, aNewJob({ customer: aNewCustomer({ customer_name }) }));
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  for (const letter of [...letters, ...letters]) {
    await named(`Maria ${letter}wood`);
    await named(`${letter}lbert Lopez`);
  }
  await named("Maria Lopez");
  for (const typed of ["maria lopez", "lop mari"]) await expectEqualToScan(anna, typed);
});
