import { act, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { setConnectionState } from "@/lib/connection/connectionState";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice } from "../../../support/deviceStores";
import { expectCall } from "../../../support/expectCall";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser, fill, see } from "../../../support/user";

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
    renderWithOutbox(
      backend,
      <EditJobDialog jobId={jobId} onClose={() => undefined} />,
    );
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

it("offers it where the job was deleted before, and says without signal that it needs one", async () => {
  const { backend, setThere, show } = aDeletedJob();
  setThere(false);
  show();
  await screen.findByText("This job does not exist any more.");
  act(() => setConnectionState("offline"));
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() =>
    expect(screen.getByText(/This needs a connection/)).toBeVisible(),
  );
  expect(backend.callsOf(api.changes.restoreJob)).toEqual([]);
  act(() => setConnectionState("live"));
  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(await screen.findByLabelText("Notes")).toHaveValue("Gate");
});
