import { act, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { openDB } from "idb";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { storeName } from "@/offline/device/deviceStore";
import { warnBeforeUnload } from "@/lib/beforeUnloadWarning";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { aCustomer, aJob, aWaitingPhoto } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser, fill, see } from "../../../support/user";

const jobId = "job1" as Id<"jobs">;
const REFUSAL = {
  code: "INVALID",
  field: "jobs_price",
  message: "Too dear.",
};

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(async () => {
  act(() => void toast.dismiss());
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

/** The rows on the device, or none where nothing was opened yet. */
async function rows(): Promise<OutboxItem[]> {
  const db = await openDB(storeName(OWNER));
  try {
    const has = db.objectStoreNames.contains("outbox");
    return has ? ((await db.getAll("outbox")) as OutboxItem[]) : [];
  } finally {
    db.close();
  }
}

async function open({ connected = true } = {}) {
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob({ jobs_price: 200 })],
  });
  backend.setConnection(connected);
  const onClose = vi.fn();
  const view = renderWithOutbox(
    backend,
    <EditJobDialog jobId={jobId} onClose={onClose} />,
  );
  await screen.findByText("The outbox is open.");
  const updates = () => backend.callsOf(api.jobs.update);
  return { user: aUser(), backend, onClose, view, updates };
}

const price = () => screen.getByLabelText("Price");

async function enterPrice(user: ReturnType<typeof aUser>, text: string) {
  await user.clear(price());
  await fill(user, price(), text);
  await user.tab();
}

it("keeps a change without a server, shows it again after a restart, and sends it once", async () => {
  const { user, view, updates } = await open({ connected: false });
  await enterPrice(user, "300");
  // In its own place, and in the header of the dialog.
  await waitFor(() => expect(screen.getAllByText("Waiting")).toHaveLength(2));
  expect(updates()).toEqual([]);
  const [row] = await rows();
  expect(row).toMatchObject({ label: "Price", attempts: 0 });
  view.unmount();

  const prices = new Set<unknown>();
  const watch = new MutationObserver(() => {
    for (const field of screen.queryAllByLabelText("Price"))
      prices.add((field as HTMLInputElement).value);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  const later = await open({ connected: false });
  watch.disconnect();
  expect([...prices]).toEqual(["300.00"]);
  later.backend.setConnection(true);
  await waitFor(async () => expect(await rows()).toEqual([]));
  expect(later.updates()).toEqual([
    {
      id: jobId,
      jobs_price: 300,
      base: { jobs_price: 200 },
      intentId: row?.id,
      deviceAt: row?.at,
      sentFor: "office-1:user-1",
    },
  ]);
  expect(price()).toHaveValue(300);
  expect(screen.queryByText("Waiting")).not.toBeInTheDocument();
});

it("keeps what is typed while the store is opened again for a person with another name", async () => {
  const { user, view } = await open({ connected: false });
  await user.clear(price());
  await fill(user, price(), "300");
  view.rename("Dana Reyes");
  expect(price()).toHaveValue(300);
  await screen.findByText("The outbox is open.");
  expect(price()).toHaveValue(300);
});

it("asks before the page is left until the server has answered", async () => {
  const end = warnBeforeUnload();
  const { user, backend } = await open({ connected: false });
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return !event.defaultPrevented;
  };
  expect(leave()).toBe(true);
  await enterPrice(user, "300");
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await waitFor(() => expect(leave()).toBe(false));
  backend.perform(api.jobs.update, () => {
    throw new ConvexError(REFUSAL);
  });
  backend.setConnection(true);
  await screen.findByText(REFUSAL.message);
  expect(leave()).toBe(true);
  end();
});

it("keeps the name and the phone of another customer with the choice", async () => {
  const { backend } = aJobsBackend({
    customers: [
      aCustomer(),
      aCustomer({
        customer_id: "C-1002",
        customer_name: "Bob Stone",
        customer_phone: "5550100002",
      }),
    ],
    jobs: [aJob()],
  });
  const dialog = <EditJobDialog jobId={jobId} onClose={() => undefined} />;
  renderWithOutbox(backend, dialog);
  await screen.findByText("The outbox is open.");
  const user = aUser();
  await user.click(await screen.findByText("Choose another customer"));
  const picker = screen.getByPlaceholderText("Search customers");
  await fill(user, picker, "Bob");
  const option = await screen.findByRole("option", { name: /Bob Stone/ });
  backend.setConnection(false);
  await user.click(option);
  await waitFor(async () =>
    expect(await rows()).toMatchObject([
      {
        args: { job_customer_id: "C-1002" },
        shows: { customer_name: "Bob Stone", customer_phone: "5550100002" },
      },
    ]),
  );
});

it("says 'Saved' only after the server's answer", async () => {
  const { user, backend, updates } = await open();
  let answer: (value: null) => void = () => {};
  backend.perform(
    api.jobs.update,
    () => new Promise<null>((resolve) => (answer = resolve)),
  );
  await enterPrice(user, "300");
  // The device has the row before the request is sent, which sets `answer`.
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(await rows()).toHaveLength(1);
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  answer(null);
  // In a toast, and in the header of the dialog.
  await waitFor(() => expect(screen.getAllByText("Saved")).toHaveLength(2));
  // The header does not say it while photos of the job are on their way.
  const source = {};
  act(() => publishPhotos(source, [aWaitingPhoto()]));
  expect(screen.getAllByText("Saved")).toHaveLength(1);
  act(() => publishPhotos(source, []));
  expect(screen.getAllByText("Saved")).toHaveLength(2);
});

it("shows a refusal at its field until the person changes the field, also after a restart", async () => {
  const first = await open();
  first.backend.perform(api.jobs.update, () => {
    throw new ConvexError(REFUSAL);
  });
  await enterPrice(first.user, "300");
  await see("Save failed");
  expect(price()).toHaveAccessibleDescription("Too dear.");
  first.view.unmount();

  const { user, updates } = await open();
  await waitFor(() => expect(price()).toHaveAccessibleDescription("Too dear."));
  expect(price()).toHaveValue(300);
  expect(updates()).toEqual([]);
  await enterPrice(user, "250");
  await waitFor(async () => expect(await rows()).toEqual([]));
  expect(updates()).toMatchObject([
    { jobs_price: 250, base: { jobs_price: 200 } },
  ]);
  await waitFor(() =>
    expect(price()).not.toHaveAccessibleDescription("Too dear."),
  );
});

it("the dialog has nothing to send after a change was undone", async () => {
  const { user, updates, backend } = await open({ connected: false });
  await enterPrice(user, "300");
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await enterPrice(user, "200");
  await waitFor(async () => expect(await rows()).toEqual([]));
  backend.setConnection(true);
  expect(price()).toHaveValue(200);
  expect(updates()).toEqual([]);
});

it("closes over a change that the device keeps, without waiting for the server", async () => {
  const { user, onClose } = await open({ connected: false });
  await user.clear(price());
  await fill(user, price(), "300");
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await rows()).toHaveLength(1);
});
