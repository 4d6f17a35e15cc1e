import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import * as checking from "@/features/jobs/checkJobForm";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser } from "../../../support/user";

vi.mock("@/features/jobs/checkJobForm", { spy: true });

beforeAll(stubLayout);
afterEach(async () => {
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test("checks the form of a job once something in it has changed, and not as it opens", async () => {
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob()],
  });
  renderOn(backend, <EditJobDialog jobId="job1" onClose={() => undefined} />);
  const address = await screen.findByLabelText("Address");
  expect(checking.checkJobForm).not.toHaveBeenCalled();
  await aUser().type(address, "x");
  expect(checking.checkJobForm).toHaveBeenCalled();
});
