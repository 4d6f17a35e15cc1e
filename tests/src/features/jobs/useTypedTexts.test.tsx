import { screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";

beforeAll(stubLayout);
beforeEach(emptyDevice);

it("keeps the typed text of a customer's field until the customer has loaded", async () => {
  const store = new DeviceStore(OWNER);
  await store.write(["typed"], (tx) =>
    tx.objectStore("typed").put({
      ...{ key: "job1/customer_email/form1", subject: "job1", label: "Oak" },
      ...{ field: "customer_email", value: "", base: "ann@example.com" },
      ...{ at: 1, tab: "an ended tab", form: "form1" },
    }),
  );
  store.close();
  const job = aJob();
  const { backend } = aJobsBackend({ customers: [aCustomer()], jobs: [job] });
  backend.answer(api.customers.getByCustomerId, () => undefined);
  renderWithOutbox(
    backend,
    <EditJobDialog jobId="job1" known={job} onClose={() => {}} />,
  );
  const offer = () => screen.findByRole("region", { name: "Typed before" });
  await offer();
  backend.answer(api.customers.getByCustomerId, () => aCustomer());
  expect(await offer()).toHaveTextContent("Email");
});
