import { expect, it } from "vitest";
import { customerTotals } from "@domain/job/customerTotals";
import { jobsWithCustomer } from "@/features/jobs/customer/useDeleteCustomer";
import { aJob } from "../../../../support/builders";

const totals = (count: number, isWhole: boolean, isSaved: boolean) => ({
  ...customerTotals(
    Array.from({ length: count }, () => aJob()),
    0,
  ),
  isWhole,
  isSaved,
});

it.each([
  ["while they are counted", undefined, "all jobs"],
  ["that are all counted", totals(3, true, false), "3 jobs"],
  ["of whom one job is known", totals(1, true, false), "1 job"],
  ["with further jobs", totals(3, false, false), "more than 3 jobs"],
  ["without signal", totals(3, false, true), "all jobs"],
])("Delete of a customer %s names what is deleted with them", (_name, known, text) => {
  expect(jobsWithCustomer(known)).toBe(text);
});
