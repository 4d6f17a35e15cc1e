import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { CustomerSums } from "@/features/jobs/customer/CustomerSums";
import type { CustomerWork } from "@/features/jobs/customer/useCustomerJobs";

const TOTALS: NonNullable<CustomerWork["totals"]> = {
  ...{ jobs: 1200, paid: 450.5, complete: 0, unpriced: 3 },
  ...{ nextVisit: null, isWhole: true, isSaved: false },
};

function textOf(totals: Partial<typeof TOTALS>) {
  const work = { totals: { ...TOTALS, ...totals } } as CustomerWork;
  return render(<CustomerSums work={work} />).container.textContent;
}

it("adds up the work of a customer, each sum under its name", () => {
  expect(textOf({})).toBe(
    "Next visitNoneInstalled and Paid, total$450.50Install Complete, total$0.00Jobs without a price3",
  );
  const at = new Date(2026, 10, 25, 10).getTime();
  const nextVisit = {
    jobId: "job1" as never,
    field: "job_install_date",
    at,
  } as const;
  expect(textOf({ nextVisit })).toContain("Next visitInstall, Wed, Nov 25, 26, 10:00 AM");
});

it.each([
  [{}, null],
  [{ isWhole: false }, "These count the newest 1,200 jobs."],
  [{ isSaved: true, isWhole: false }, "These count only the jobs saved on this device."],
])("the sums with %j say which jobs they leave out: %j", (totals, note) => {
  expect(/These .*$/.exec(textOf(totals) ?? "")?.[0] ?? null).toBe(note);
});
