import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { openDB } from "idb";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { NewJobDialog } from "@/features/jobs/NewJobDialog";
import { storeName } from "@/offline/device/deviceStore";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { aCustomer } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser, fill, see } from "../../../support/user";

const REFUSAL = {
  code: "INVALID",
  field: "job_address",
  message: "We do not work there.",
};

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(async () => {
  act(() => void toast.dismiss());
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

async function rows(table: "outbox" | "drafts"): Promise<OutboxItem[]> {
  const db = await openDB(storeName(OWNER));
  try {
    const has = db.objectStoreNames.contains(table);
    return has ? ((await db.getAll(table)) as OutboxItem[]) : [];
  } finally {
    db.close();
  }
}

const field = (name: string) => screen.getByLabelText(name);
const button = (name: string) => screen.getByRole("button", { name });

async function openOn(
  makeDialog: (onClose: () => void) => React.ReactNode,
  connected: boolean,
) {
  const { backend } = aJobsBackend({ customers: [aCustomer()] });
  backend.setConnection(connected);
  const onClose = vi.fn();
  const view = renderWithOutbox(backend, makeDialog(onClose));
  await screen.findByText("The outbox is open.");
  const created = () => backend.callsOf(api.jobs.create);
  return { user: aUser(), backend, onClose, view, created };
}

const open = ({ connected = true } = {}) =>
  openOn((onClose) => <NewJobDialog onClose={onClose} />, connected);

async function fillJob(user: ReturnType<typeof aUser>) {
  await fill(user, field("Customer name"), "Cy Young");
  await fill(user, field("Address"), "9 Low Rd");
}

it("closes without signal, is edited as one job, and is created once with its changes", async () => {
  const { user, onClose, view } = await open({ connected: false });
  await fillJob(user);
  await user.click(button("Save Job"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce(), {
    timeout: 4000,
  });
  expect(screen.queryByText("Job created")).not.toBeInTheDocument();
  expect(hasUnsavedWork()).toBe(false);
  expect(await rows("drafts")).toEqual([]);
  const [row] = await rows("outbox");
  const key = row?.creates ?? "";
  expect(row).toMatchObject({
    subject: { key, label: "9 Low Rd", customer: "Cy Young" },
  });
  view.unmount();

  const later = await openOn(
    (close) => <EditJobDialog jobId={key} onClose={close} />,
    false,
  );
  await waitFor(() => expect(field("Address")).toHaveValue("9 Low Rd"));
  expect(field("Customer name")).toHaveValue("Cy Young");
  await fill(later.user, field("Price"), "300");
  await fill(later.user, field("Email"), "cy@example.com");
  await later.user.tab();
  await waitFor(async () =>
    expect(await rows("outbox")).toMatchObject([
      { args: { customer: { customer_email: "cy@example.com" } } },
    ]),
  );
  later.backend.setConnection(true);
  await waitFor(async () => expect(await rows("outbox")).toEqual([]));
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

it("a refused new job stays open as a draft, with the server's refusal at its field, and is sent again", async () => {
  const { user, backend, onClose, created } = await open();
  backend.perform(api.jobs.create, () => {
    throw new ConvexError(REFUSAL);
  });
  await fillJob(user);
  await user.click(button("Save Job"));
  expect(await screen.findByRole("alert")).toHaveTextContent(REFUSAL.message);
  await waitFor(async () => expect(await rows("outbox")).toEqual([]));
  expect(await rows("drafts")).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();

  backend.perform(api.jobs.create, () => "job9" as never);
  await fill(user, field("Address"), "1");
  await user.click(button("Save Job"));
  await see("Job created");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = created();
  expect(second?.["clientKey"]).toBe(first?.["clientKey"]);
  expect(await rows("drafts")).toEqual([]);
});

it("refused after it was closed, shows why in the job's dialog, and is sent again when it is changed", async () => {
  const first = await open({ connected: false });
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
  const [row] = await rows("outbox");
  first.view.unmount();

  const key = row?.creates ?? "";
  const { user, created } = await openOn(
    (onClose) => <EditJobDialog jobId={key} onClose={onClose} />,
    true,
  );
  expect(
    await screen.findByText(`This job was not saved: ${REFUSAL.message}`),
  ).toBeVisible();
  expect(field("Address")).toHaveAccessibleDescription(REFUSAL.message);
  expect(created()).toEqual([]);
  await fill(user, field("Address"), "1");
  await user.tab();
  await waitFor(async () => expect(await rows("outbox")).toEqual([]));
  expect(created()).toMatchObject([
    { job_address: "9 Low Rd1", clientKey: key },
  ]);
  expect(created()[0]?.["intentId"]).not.toBe(row?.id);
});

it("a new job is discarded with its changes while it waits", async () => {
  const first = await open({ connected: false });
  await fillJob(first.user);
  await first.user.click(button("Save Job"));
  await waitFor(() => expect(first.onClose).toHaveBeenCalled(), {
    timeout: 4000,
  });
  const [row] = await rows("outbox");
  first.view.unmount();

  const { user, backend, onClose, created } = await openOn(
    (close) => <EditJobDialog jobId={row?.creates ?? ""} onClose={close} />,
    false,
  );
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  // A second click within half a second would be taken for a slip.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await user.click(button("Confirm Delete"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await rows("outbox")).toEqual([]);
  backend.setConnection(true);
  expect(created()).toEqual([]);
});

it("opens empty, offers the job begun before, and goes on with it", async () => {
  const first = await open();
  await fill(first.user, field("Customer name"), "Cy Young");
  await waitFor(async () => expect(await rows("drafts")).toHaveLength(1));
  // As when the tab is killed: nothing is closed or kept by hand.
  first.view.unmount();

  const { user, created } = await open();
  expect(field("Customer name")).toHaveValue("");
  await user.click(
    await screen.findByRole("button", {
      name: /^Continue the job you began at \d+:\d\d [AP]M$/,
    }),
  );
  expect(field("Customer name")).toHaveValue("Cy Young");
  await fill(user, field("Address"), "9 Low Rd");
  await user.click(button("Save Job"));
  await waitFor(() => expect(created()).toHaveLength(1));
  await waitFor(async () => expect(await rows("drafts")).toEqual([]));
});

// Spec 2.67
it("deletes a discarded draft, and keeps one that is to be kept", async () => {
  const first = await open();
  await fill(first.user, field("Address"), "9 Low Rd");
  await first.user.click(button("Discard"));
  await first.user.click(button("Keep as draft"));
  expect(first.onClose).toHaveBeenCalledOnce();
  first.view.unmount();

  const { user, onClose } = await open();
  await user.click(
    await screen.findByRole("button", { name: /^Continue the job/ }),
  );
  await user.click(button("Discard"));
  const question = screen.getByRole("alertdialog");
  await user.click(
    within(question).getByRole("button", { name: "Discard it" }),
  );
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await rows("drafts")).toEqual([]));
});
