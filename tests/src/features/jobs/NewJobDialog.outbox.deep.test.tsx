import { screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import {
  button,
  deviceRows,
  endDialogs,
  field,
  openJobOnDevice,
  openNewOnDevice,
} from "../../../support/jobDialogs";
import { fill, see, type aUser } from "../../../support/user";

const REFUSAL = {
  code: "INVALID",
  field: "job_address",
  message: "We do not work there.",
};

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(endDialogs);

/** Opens what this device calls a job by a client key, for a server that has no job. */
const openCreated = (jobId: string, connected: boolean) =>
  openJobOnDevice({ job: null, jobId, connected });

async function fillJob(user: ReturnType<typeof aUser>) {
  await fill(user, field("Customer name"), "Cy Young");
  await fill(user, field("Address"), "9 Low Rd");
}

it("a new job without signal closes, is edited as one job, and is created once with its changes", async () => {
  const { user, onClose, view } = await openNewOnDevice({ connected: false });
  await fillJob(user);
  await user.click(button("Save Job"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce(), {
    timeout: 4000,
  });
  expect(screen.queryByText("Job created")).not.toBeInTheDocument();
  expect(hasUnsavedWork()).toBe(false);
  expect(await deviceRows<OutboxItem>("drafts")).toEqual([]);
  const [row] = await deviceRows<OutboxItem>("outbox");
  const key = row?.creates ?? "";
  expect(row).toMatchObject({
    subject: { key, label: "9 Low Rd", customer: "Cy Young" },
  });
  view.unmount();

  const later = await openCreated(key, false);
  await waitFor(() => expect(field("Address")).toHaveValue("9 Low Rd"));
  expect(field("Customer name")).toHaveValue("Cy Young");
  await fill(later.user, field("Price"), "300");
  await fill(later.user, field("Email"), "cy@example.com");
  await later.user.tab();
  await waitFor(async () =>
    expect(await deviceRows<OutboxItem>("outbox")).toMatchObject([
      { args: { customer: { customer_email: "cy@example.com" } } },
    ]),
  );
  later.backend.setConnection(true);
  await waitFor(async () => expect(await deviceRows<OutboxItem>("outbox")).toEqual([]));
  expect(later.created()).toEqual([
    {
      job_address: "9 Low Rd",
      job_status: "lead",
      jobs_price: 300,
      customer: { customer_name: "Cy Young", customer_email: "cy@example.com" },
      clientKey: key,
      intentId: row?.id,
      deviceAt: row?.at,
      sentFor: "office-1:user-1",
    },
  ]);
  expect(later.backend.callsOf(api.jobs.update)).toEqual([]);
});

it("a new job that is refused after it was closed shows why in its dialog, and is sent again when it is changed", async () => {
  const first = await openNewOnDevice({ connected: false });
  await fillJob(first.user);
  await first.user.click(button("Save Job"));
  await waitFor(() => expect(first.onClose).toHaveBeenCalled(), {
    timeout: 4000,
  });
  first.backend.perform(api.jobs.create, () => {
    throw new ConvexError(REFUSAL);
  });
  first.backend.setConnection(true);
  await see("Save failed");
  const [row] = await deviceRows<OutboxItem>("outbox");
  first.view.unmount();

  const key = row?.creates ?? "";
  const { user, created } = await openCreated(key, true);
  expect(await screen.findByText(`This job was not saved: ${REFUSAL.message}`)).toBeVisible();
  expect(field("Address")).toHaveAccessibleDescription(REFUSAL.message);
  expect(created()).toEqual([]);
  await fill(user, field("Address"), "1");
  await user.tab();
  await waitFor(async () => expect(await deviceRows<OutboxItem>("outbox")).toEqual([]));
  expect(created()).toMatchObject([{ job_address: "9 Low Rd1", clientKey: key }]);
  expect(created()[0]?.["intentId"]).not.toBe(row?.id);
});

it("a new job is discarded with its changes while it waits", async () => {
  const first = await openNewOnDevice({ connected: false });
  await fillJob(first.user);
  await first.user.click(button("Save Job"));
  await waitFor(() => expect(first.onClose).toHaveBeenCalled(), {
    timeout: 4000,
  });
  const [row] = await deviceRows<OutboxItem>("outbox");
  first.view.unmount();

  const { user, backend, onClose, created } = await openCreated(row?.creates ?? "", false);
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  // A second click within half a second would be taken for a slip.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await user.click(button("Confirm Delete"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await deviceRows<OutboxItem>("outbox")).toEqual([]);
  backend.setConnection(true);
  expect(created()).toEqual([]);
});

// Spec 2.67
it("deletes a discarded draft, and keeps one that the person chose to keep", async () => {
  const first = await openNewOnDevice();
  await fill(first.user, field("Address"), "9 Low Rd");
  await first.user.click(button("Discard"));
  await first.user.click(button("Keep as draft"));
  expect(first.onClose).toHaveBeenCalledOnce();
  first.view.unmount();

  const { user, onClose } = await openNewOnDevice();
  await user.click(await screen.findByRole("button", { name: /^Continue the job/ }));
  await user.click(button("Discard"));
  const question = screen.getByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Discard it" }));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await deviceRows<OutboxItem>("drafts")).toEqual([]));
});

it("a refused new job stays open as a draft, with the server's refusal at its field, and is sent again", async () => {
  const { user, backend, onClose, created } = await openNewOnDevice();
  backend.perform(api.jobs.create, () => {
    throw new ConvexError(REFUSAL);
  });
  await fill(user, field("Customer name"), "Cy Young");
  await fill(user, field("Address"), "9 Low Rd");
  await user.click(button("Save Job"));
  expect(await screen.findByRole("alert")).toHaveTextContent(REFUSAL.message);
  await waitFor(async () => expect(await deviceRows("outbox")).toEqual([]));
  expect(await deviceRows("drafts")).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();

  backend.perform(api.jobs.create, () => "job9" as never);
  await fill(user, field("Address"), "1");
  await user.click(button("Save Job"));
  await see("Job created");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = created();
  expect(second?.["clientKey"]).toBe(first?.["clientKey"]);
  expect(await deviceRows("drafts")).toEqual([]);
});
