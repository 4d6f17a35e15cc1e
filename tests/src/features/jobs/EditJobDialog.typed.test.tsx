import { act, screen, waitFor, within } from "@testing-library/react";
import { openDB } from "idb";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import type { Job } from "@/features/jobs/jobForm";
import { storeName } from "@/offline/device/deviceStore";
import type { TypedText } from "@/offline/texts/TypedTexts";
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

/** As a page leaves it that goes to another address: typed, and the field not left. */
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

const offer = () => screen.findByRole("region", { name: "Typed before" });
const noOffer = () =>
  waitFor(() =>
    expect(screen.queryByRole("region", { name: "Typed before" })).toBeNull(),
  );

it("offers text that an ended form left, and saves it once it is used and its field is left", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await open();
  expect(await offer()).toHaveTextContent("Notes: Gate code 4417.");
  expect(notes()).toHaveValue("Gate");
  await user.click(screen.getByRole("button", { name: "Use" }));
  expect(notes()).toHaveValue("Gate code 4417.");
  expect(notes()).toHaveFocus();
  expect(await typedRows()).toHaveLength(1);
  await user.tab();
  await waitFor(() =>
    expect(updates()).toMatchObject([
      { job_notes: "Gate code 4417.", base: { job_notes: "Gate" } },
    ]),
  );
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  await noOffer();
});

it("says what the office wrote under a used text, and keeps what was seen as the base", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await open({ job_notes: "Dog in the yard" });
  await offer();
  await user.click(screen.getByRole("button", { name: "Use" }));
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

it.each(["Close", "Save Changes", "Discard"])(
  "sends nothing of an offered text and keeps it, if the job is closed by %s without a choice",
  async (button) => {
    await typeAndEnd("Gate code 4417.");
    const { user, view, updates, onClose } = await open({
      job_notes: "Dog in the yard",
    });
    await offer();
    // The offer's own button has the same name as the form's.
    await user.click(screen.getAllByRole("button", { name: button }).at(-1)!);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    view.unmount();
    expect(updates()).toEqual([]);
    expect(await typedRows()).toMatchObject([{ value: "Gate code 4417." }]);
  },
);

it("keeps an offered text while something else is typed and saved in its field", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await open();
  await offer();
  await fill(user, notes(), " open");
  await user.tab();
  await waitFor(() => expect(updates()).toHaveLength(1));
  await screen.findByText("Saved");
  expect(await typedRows()).toMatchObject([{ value: "Gate code 4417." }]);
  expect(await offer()).toHaveTextContent("Gate code 4417.");
});

it("removes an offered text when it is discarded, and saves nothing", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await open();
  const [discard] = within(await offer()).getAllByRole("button");
  await user.click(discard!);
  await waitFor(() => expect(discard).not.toHaveAttribute("aria-disabled"));
  await user.click(discard!);
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  await noOffer();
  expect(notes()).toHaveValue("Gate");
  expect(updates()).toEqual([]);
});

it("removes a used text when the form is discarded", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await open();
  await offer();
  await user.click(screen.getByRole("button", { name: "Use" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  expect(updates()).toEqual([]);
});

// The releases before could leave a text that was saved long ago, under a key without a form.
it("offers a date of the release before as the form shows it, and sends it only if it is used", async () => {
  const { view } = await open();
  view.unmount();
  const db = await openDB(storeName(OWNER));
  await db.put("typed", {
    ...{ key: "job1/job_estimate_date", subject: "job1", label: "612 Oak" },
    ...{ field: "job_estimate_date", value: "2026-11-25T10:15", base: "" },
    ...{ at: 1, tab: "an ended tab" },
  });
  db.close();
  const { user, updates, onClose } = await open();
  expect(await offer()).toHaveTextContent(
    "Estimate date: Wed, Nov 25, 26, 10:15 AM",
  );
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalled();
  expect(updates()).toEqual([]);
});

it("a typed text is never offered in another job", async () => {
  await typeAndEnd("Gate code 4417.");
  await open({ _id: "job2" as Id<"jobs"> });
  expect(notes()).toHaveValue("Gate");
  await noOffer();
  expect(await typedRows()).toHaveLength(1);
});

it("drops the text where the job has it by now", async () => {
  await typeAndEnd("Gate code 4417.");
  await open({ job_notes: "Gate code 4417." });
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  await noOffer();
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
