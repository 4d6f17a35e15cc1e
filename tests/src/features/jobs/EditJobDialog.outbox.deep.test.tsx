import { act, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { warnBeforeUnload } from "@/lib/beforeUnloadWarning";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { aCustomer, aJob, aWaitingPhoto } from "../../../support/builders";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import {
  button,
  deviceRows,
  endDialogs,
  field,
  openJobOnDevice,
} from "../../../support/jobDialogs";
import { fill, retype, see, type aUser } from "../../../support/user";

const REFUSAL = {
  code: "INVALID",
  field: "jobs_price",
  message: "Too dear.",
};

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(endDialogs);

/** Opens the dialog of a job with a price. */
const openPriced = ({ connected = true } = {}) =>
  openJobOnDevice({ job: aJob({ jobs_price: 200 }), connected });

async function enterPrice(user: ReturnType<typeof aUser>, text: string) {
  await retype(user, field("Price"), text);
  await user.tab();
}

it("keeps typed text while the store is opened again for a person with another name", async () => {
  const { user, view } = await openPriced({ connected: false });
  await retype(user, field("Price"), "300");
  view.rename("Dana Reyes");
  expect(field("Price")).toHaveValue(300);
  await screen.findByText("The outbox is open.");
  expect(field("Price")).toHaveValue(300);
});

it("asks before the page is left until the server has answered", async () => {
  const end = warnBeforeUnload();
  const { user, backend } = await openPriced({ connected: false });
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return !event.defaultPrevented;
  };
  expect(leave()).toBe(true);
  await enterPrice(user, "300");
  await waitFor(async () => expect(await deviceRows<OutboxItem>("outbox")).toHaveLength(1));
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
  const bob = aCustomer({
    customer_id: "C-1002",
    customer_name: "Bob Stone",
    customer_phone: "5550100002",
  });
  const { user, backend } = await openJobOnDevice({
    customers: [aCustomer(), bob],
  });
  await user.click(await screen.findByText("Choose another customer"));
  const picker = screen.getByPlaceholderText("Search customers");
  await fill(user, picker, "Bob");
  const option = await screen.findByRole("option", { name: /Bob Stone/ });
  backend.setConnection(false);
  await user.click(option);
  await waitFor(async () =>
    expect(await deviceRows<OutboxItem>("outbox")).toMatchObject([
      {
        args: { job_customer_id: "C-1002" },
        shows: { customer_name: "Bob Stone", customer_phone: "5550100002" },
      },
    ]),
  );
});

it("shows a refusal at its field until the person changes the field, also after a restart", async () => {
  const first = await openPriced();
  first.backend.perform(api.jobs.update, () => {
    throw new ConvexError(REFUSAL);
  });
  await enterPrice(first.user, "300");
  await see("Save failed");
  expect(field("Price")).toHaveAccessibleDescription("Too dear.");
  first.view.unmount();

  const { user, updates } = await openPriced();
  await waitFor(() => expect(field("Price")).toHaveAccessibleDescription("Too dear."));
  expect(field("Price")).toHaveValue(300);
  expect(updates()).toEqual([]);
  await enterPrice(user, "250");
  await waitFor(async () => expect(await deviceRows<OutboxItem>("outbox")).toEqual([]));
  expect(updates()).toMatchObject([{ jobs_price: 250, base: { jobs_price: 200 } }]);
  await waitFor(() => expect(field("Price")).not.toHaveAccessibleDescription("Too dear."));
});

it("Save Changes sends a refused change once more", async () => {
  const { user, backend, updates, onClose } = await openPriced();
  backend.perform(api.jobs.update, () => {
    throw new ConvexError(REFUSAL);
  });
  await enterPrice(user, "300");
  await see("Save failed");
  backend.perform(api.jobs.update, () => null);
  await user.click(button("Save Changes"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(updates()).toMatchObject([{ jobs_price: 300 }, { jobs_price: 300 }]);
});

it("the dialog has nothing to send after a change was undone", async () => {
  const { user, updates, backend } = await openPriced({ connected: false });
  await enterPrice(user, "300");
  await waitFor(async () => expect(await deviceRows<OutboxItem>("outbox")).toHaveLength(1));
  await enterPrice(user, "200");
  await waitFor(async () => expect(await deviceRows<OutboxItem>("outbox")).toEqual([]));
  backend.setConnection(true);
  expect(field("Price")).toHaveValue(200);
  expect(updates()).toEqual([]);
});

it("says 'Saved' only after the server's answer", async () => {
  const { user, backend, updates } = await openPriced();
  let answer: (value: null) => void = () => {};
  backend.perform(api.jobs.update, () => new Promise<null>((resolve) => (answer = resolve)));
  await enterPrice(user, "300");
  // The device has the row before the request is sent, which sets `answer`.
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(await deviceRows<OutboxItem>("outbox")).toHaveLength(1);
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  answer(null);
  // In a toast, and in the header of the dialog.
  await waitFor(() => expect(screen.getAllByText("Saved")).toHaveLength(2));
  // The header does not say it while photos of the job are on their way.
  act(() => publishPhotos({ photos: [aWaitingPhoto()] }));
  expect(screen.getAllByText("Saved")).toHaveLength(1);
  act(() => publishPhotos({}));
  expect(screen.getAllByText("Saved")).toHaveLength(2);
});
