import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import type { Id } from "@convex/_generated/dataModel";
import { aJob } from "../../../support/builders";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import {
  button,
  deviceRows,
  endDialogs,
  field,
  openJobOnDevice,
} from "../../../support/jobDialogs";
import { retype, type aUser } from "../../../support/user";

const jobId = "job1" as Id<"jobs">;

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(async () => {
  vi.useRealTimers();
  await endDialogs();
});

/** Opens the dialog of a job with a price. */
const openPriced = ({ connected = true } = {}) =>
  openJobOnDevice({ job: aJob({ jobs_price: 200 }), connected });

async function enterPrice(user: ReturnType<typeof aUser>, text: string) {
  await retype(user, field("Price"), text);
  await user.tab();
}

it("keeps a change without a server, shows it again after a restart, and sends it once", async () => {
  const { user, view, updates } = await openPriced({ connected: false });
  await enterPrice(user, "300");
  // In its own place, and in the header of the dialog.
  await waitFor(() => expect(screen.getAllByText("Waiting")).toHaveLength(2));
  expect(updates()).toEqual([]);
  const [row] = await deviceRows<OutboxItem>("outbox");
  expect(row).toMatchObject({ label: "Price", attempts: 0 });
  view.unmount();

  const prices = new Set<unknown>();
  const watch = new MutationObserver(() => {
    for (const field of screen.queryAllByLabelText("Price"))
      prices.add((field as HTMLInputElement).value);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  const later = await openPriced({ connected: false });
  watch.disconnect();
  expect([...prices]).toEqual(["300.00"]);
  later.backend.setConnection(true);
  await waitFor(async () => expect(await deviceRows<OutboxItem>("outbox")).toEqual([]));
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
  expect(field("Price")).toHaveValue(300);
  expect(screen.queryByText("Waiting")).not.toBeInTheDocument();
});

it("closes after the device has stored a change, without waiting for the server", async () => {
  const { user, onClose } = await openPriced({ connected: false });
  await retype(user, field("Price"), "300");
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout"],
  });
  await user.click(button("Save Changes"));
  // As long as a form waits for the server.
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await deviceRows<OutboxItem>("outbox")).toHaveLength(1);
});
