import { expect, it, vi } from "vitest";
import * as checking from "@/job/checkJobForm";
import { editedJob } from "@/features/jobs/form/editedRows";
import { offeredTexts, refusedFields } from "@/features/jobs/form/editView";
import { aCustomer, aJob } from "../../../../support/builders";
import { FormOffice } from "../../../../support/formOffice";
import { aWaiting } from "../../../../support/waitingItem";

vi.mock("@/job/checkJobForm", { spy: true });

it("checks the form of a job once something in it has changed, not when it opens", async () => {
  const office = new FormOffice();
  const { session, view } = office.open();
  session.focus("job_address");
  view();
  expect(checking.checkJobForm).not.toHaveBeenCalled();
  session.type("job_address", "x");
  view();
  expect(checking.checkJobForm).toHaveBeenCalled();
  await office.end();
});

it("keeps the typed text of a customer's field until the customer has loaded", () => {
  const row = {
    ...{ key: "job1/customer_email/form1", subject: "job1", label: "Oak" },
    ...{ field: "customer_email", value: "", base: "ann@example.com" },
    ...{ at: 1, tab: "an ended tab", form: "form1" },
  };
  const offeredTo = (customer: ReturnType<typeof aCustomer> | null) =>
    offeredTexts([row], editedJob(aJob(), customer));
  expect(offeredTo(null)).toEqual({ texts: [row], settled: [] });
  const { customer_email: _email, ...without } = aCustomer();
  expect(offeredTo(without)).toEqual({ texts: [], settled: [row] });
  expect(offeredTo(aCustomer())).toEqual({ texts: [row], settled: [] });
});

it("shows the refusal of a new job's customer at the field in which customers are chosen", () => {
  const refused = {
    kind: "refused",
    code: "NOT_FOUND",
    field: "job_customer_id",
    message: "That customer is no longer there.",
  } as const;
  const creation = aWaiting("jobs:create", {}, refused);
  expect(refusedFields([creation])).toEqual({ customer_name: creation });
});
