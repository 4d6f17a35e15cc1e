import { act, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { provideToasts } from "@/lib/toasts";
import { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { showStoreProblem, showStoreProblemOnce } from "@/offline/device/storeProblem";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser, fill } from "../../../support/user";

const FULL = "This device is full. Free some space, then save again.";

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(async () => {
  vi.restoreAllMocks();
  act(() => void toast.dismiss());
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

/** A job that is open without signal on a device without space. */
async function onAFullDevice() {
  const jobs = [aJob({ job_notes: "", _id: "job1" as Id<"jobs"> })];
  const { backend } = aJobsBackend({ customers: [aCustomer()], jobs });
  backend.setConnection(false);
  renderWithOutbox(backend, <EditJobDialog jobId="job1" onClose={vi.fn()} />);
  await screen.findByText("The outbox is open.");
  vi.spyOn(DeviceStore.prototype, "write").mockRejectedValue(new DeviceStoreError("full"));
  const type = async (label: string, text: string) =>
    await fill(aUser(), await screen.findByLabelText(label), text);
  const isSaid = async () => await waitFor(() => expect(screen.getByText(FULL)).toBeVisible());
  const dismiss = async () => {
    act(() => void toast.dismiss());
    await waitFor(() => expect(screen.queryByText(FULL)).toBeNull());
  };
  return { type, isSaid, dismiss };
}

it("says without signal, while a text is typed, that a full device does not keep it", async () => {
  const { type, isSaid } = await onAFullDevice();
  await type("Notes", "Gate code 4417.");
  await isSaid();
});

it("says at every change without signal that a full device does not keep it", async () => {
  const { type, isSaid, dismiss } = await onAFullDevice();
  await type("Notes", "Gate");
  await isSaid();
  await dismiss();
  // By Tab, the text would be saved a second later.
  await aUser().click(screen.getByLabelText("City"));
  await isSaid();
  await dismiss();
  await type("City", "Salem");
  await aUser().tab();
  await isSaid();
});

it("shows a problem of the whole device once, and any other each time", () => {
  const shown: unknown[] = [];
  provideToasts({
    show: ({ options }) => shown.push(options.description),
    dismiss: () => undefined,
  });
  for (const sentence of ["Keeps nothing.", "Is blocked.", "Keeps nothing."])
    showStoreProblemOnce(sentence);
  showStoreProblem("Is full.");
  showStoreProblem("Is full.");
  provideToasts(null);
  expect(shown).toEqual(["Keeps nothing.", "Is blocked.", "Is full.", "Is full."]);
});
