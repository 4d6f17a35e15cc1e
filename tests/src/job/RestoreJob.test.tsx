import { act, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { RestoreJob } from "@/job/RestoreJob";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { setConnectionState } from "@/lib/connection/connectionState";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aCustomer, aJob } from "../../support/builders";
import { emptyDevice, OWNER } from "../../support/deviceStores";
import { expectCall } from "../../support/expectCall";
import { stubLayout } from "../../support/fakeBackend";
import { aJobsBackend } from "../../support/jobsBackend";
import { renderWithOutbox } from "../../support/outboxPage";
import { aWaiting } from "../../support/waitingItem";
import { aUser, fill, see } from "../../support/user";

const jobId = "job1" as Id<"jobs">;

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(() => {
  act(() => void toast.dismiss());
});

function aDeletedJob() {
  const job = aJob({ job_notes: "Gate", clientKey: "key-1" });
  const { backend } = aJobsBackend({ customers: [aCustomer()], jobs: [job] });
  let isThere = true;
  backend.answer(api.jobs.get, () => (isThere ? job : null));
  backend.perform(api.jobs.update, () => {
    if (isThere) return null;
    throw new ConvexError({
      code: "NOT_FOUND",
      field: "id",
      message: "That job is no longer there.",
    });
  });
  backend.perform(api.changes.restoreJob, () => {
    isThere = true;
    return null;
  });
  const setThere = (next: boolean) => {
    isThere = next;
    act(() => backend.changed());
  };
  const show = () =>
    renderWithOutbox(backend, <EditJobDialog jobId={jobId} onClose={() => undefined} />);
  return { backend, setThere, show };
}

it("restores a job that was deleted under a change, and sends the change again", async () => {
  const { backend, setThere, show } = aDeletedJob();
  show();
  await screen.findByText("The outbox is open.");
  const user = aUser();
  backend.setConnection(false);
  const notes = screen.getByLabelText("Notes");
  await user.clear(notes);
  await fill(user, notes, "Gate code 4417.");
  await user.click(screen.getByLabelText("Price"));
  await screen.findAllByText("Waiting");
  setThere(false);
  act(() => backend.setConnection(true));
  await screen.findByText("Save failed");
  expect(notes).toHaveValue("Gate code 4417.");

  await user.click(screen.getByRole("button", { name: "Restore" }));
  await see("Restored");
  await waitFor(() => expect(backend.callsOf(api.jobs.update)).toHaveLength(2));
  const [first, second] = backend.callsOf(api.jobs.update);
  expect(second).toMatchObject({ job_notes: "Gate code 4417." });
  expect(second?.["intentId"]).not.toBe(first?.["intentId"]);
  expectCall("changes.restoreJob", backend, { args: { id: jobId } });
});

it("offers to restore a job that was deleted before, and says without signal that it needs one", async () => {
  const { backend, setThere, show } = aDeletedJob();
  setThere(false);
  show();
  await screen.findByText("This job does not exist any more.");
  act(() => setConnectionState("offline"));
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(screen.getByText(/This needs a connection/)).toBeVisible());
  expect(backend.callsOf(api.changes.restoreJob)).toEqual([]);
  act(() => setConnectionState("live"));
  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(await screen.findByLabelText("Notes")).toHaveValue("Gate");
});

it("sends again only the changes that the deletion has refused, under either name of the job", async () => {
  const store = new DeviceStore(OWNER);
  const refused = (job_notes: string, key: string, code = "NOT_FOUND") => ({
    ...aWaiting("jobs:update", { id: key, job_notes }, { kind: "refused", code, message: "No." }),
    subject: { key, label: "12 Elm Street" },
    at: Date.now(),
  });
  await store.write(["outbox"], async (tx) => {
    for (const row of [
      refused("by id", "job1"),
      refused("by client key", "key-1"),
      refused("too long", "job1", "INVALID"),
      refused("of another job", "job2"),
    ])
      await tx.objectStore("outbox").put(row);
  });
  store.close();
  const { backend } = aJobsBackend({});
  backend.perform(api.changes.restoreJob, () => null);
  backend.perform(api.jobs.update, () => null);
  renderWithOutbox(backend, <RestoreJob jobId="job1" clientKey="key-1" name="12 Elm Street" />);
  await screen.findByText("The outbox is open.");
  await aUser().click(screen.getByRole("button", { name: "Restore" }));
  const sent = () => backend.callsOf(api.jobs.update).map((call) => call["job_notes"]);
  await waitFor(() => expect(sent()).toHaveLength(2));
  await see("Restored");
  expect(sent().toSorted()).toEqual(["by client key", "by id"]);
});
