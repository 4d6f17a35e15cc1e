import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import * as checking from "@/features/jobs/checkJobForm";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
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

test("shows the refusal of a new job's customer where customers are chosen", async () => {
  emptyDevice();
  const message = "That customer is no longer there.";
  const field = "job_customer_id";
  const store = new DeviceStore(OWNER);
  await store.write(["outbox"], (tx) =>
    tx.objectStore("outbox").put({
      ...{ id: "change1", order: 1, at: 1, release: "r1", attempts: 1 },
      ...{ call: "jobs:create", creates: "key1", field: null, label: "Job" },
      args: { job_address: "12 Oak St", job_customer_id: "C-1001" },
      subject: { key: "key1", label: "12 Oak St" },
      state: { kind: "refused", code: "NOT_FOUND", field, message },
    }),
  );
  store.close();
  renderWithOutbox(
    aJobsBackend({ customers: [aCustomer()] }).backend,
    <EditJobDialog jobId="key1" onClose={() => undefined} />,
  );
  expect(
    await screen.findByRole("textbox", { description: new RegExp(message) }),
  ).toBeVisible();
});
