import { act, screen, waitFor } from "@testing-library/react";
import { openDB } from "idb";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import type { Job } from "@/features/jobs/jobForm";
import { storeName } from "@/lib/device/deviceStore";
import type { TypedText } from "@/lib/device/TypedTexts";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser, fill } from "../../../support/user";

const jobId = "job1" as Id<"jobs">;

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(async () => {
  act(() => void toast.dismiss());
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

async function typedRows(): Promise<TypedText[]> {
  const db = await openDB(storeName(OWNER));
  try {
    const has = db.objectStoreNames.contains("typed");
    return has ? ((await db.getAll("typed")) as TypedText[]) : [];
  } finally {
    db.close();
  }
}

async function open(job: Partial<Job> = {}, { connected = true } = {}) {
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob({ job_notes: "Gate", ...job })],
  });
  backend.setConnection(connected);
  const onClose = vi.fn();
  const view = renderWithOutbox(
    backend,
    <EditJobDialog jobId={job._id ?? jobId} onClose={onClose} />,
  );
  await screen.findByText("The outbox is open.");
  const updates = () => backend.callsOf(api.jobs.update);
  return { user: aUser(), onClose, view, updates };
}

const notes = () => screen.getByLabelText("Notes");

/** As a killed page leaves it: typed, and the field not left. */
async function typeAndEnd(text: string) {
  const { user, view, updates } = await open();
  await user.clear(notes());
  await fill(user, notes(), text);
  await waitFor(async () =>
    expect(await typedRows()).toMatchObject([{ value: text, base: "Gate" }]),
  );
  expect(hasUnsavedWork()).toBe(false);
  view.unmount();
  expect(updates()).toEqual([]);
}

it("shows text of a field that an ended page left, and saves it when the field is left", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await open();
  await waitFor(() => expect(notes()).toHaveValue("Gate code 4417."));
  expect(screen.getByText("Not saved yet")).toBeVisible();
  await user.click(notes());
  await user.tab();
  await waitFor(() =>
    expect(updates()).toMatchObject([
      { job_notes: "Gate code 4417.", base: { job_notes: "Gate" } },
    ]),
  );
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  expect(screen.queryByText("Not saved yet")).not.toBeInTheDocument();
});

it("says what the office wrote meanwhile, and keeps what was seen as the base", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await open({ job_notes: "Dog in the yard" });
  await waitFor(() => expect(notes()).toHaveValue("Gate code 4417."));
  expect(notes()).toHaveAccessibleDescription(
    /Someone changed this to “Dog in the yard” meanwhile./,
  );
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() =>
    expect(updates()).toMatchObject([
      { job_notes: "Gate code 4417.", base: { job_notes: "Gate" } },
    ]),
  );
});

it("removes the text when it is discarded, and saves nothing", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, view, updates, onClose } = await open();
  await waitFor(() => expect(notes()).toHaveValue("Gate code 4417."));
  await user.click(notes());
  await user.keyboard(" More");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalled();
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  view.unmount();
  expect(updates()).toEqual([]);
  await open();
  expect(notes()).toHaveValue("Gate");
});

it("never shows the text in another job", async () => {
  await typeAndEnd("Gate code 4417.");
  await open({ _id: "job2" as Id<"jobs"> });
  expect(notes()).toHaveValue("Gate");
  expect(await typedRows()).toHaveLength(1);
});

it("drops the text where the job has it by now", async () => {
  await typeAndEnd("Gate code 4417.");
  await open({ job_notes: "Gate code 4417." });
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  expect(screen.queryByText("Not saved yet")).not.toBeInTheDocument();
});

it("removes the text that the dialog saves as it closes, also without a server", async () => {
  const { user, view } = await open({}, { connected: false });
  await user.clear(notes());
  await fill(user, notes(), "Gate code 4417.");
  await waitFor(async () => expect(await typedRows()).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Close" }));
  view.unmount();
  await waitFor(async () => expect(await typedRows()).toEqual([]));
});
