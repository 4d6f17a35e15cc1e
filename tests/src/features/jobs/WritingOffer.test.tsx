import { screen, waitFor } from "@testing-library/react";
import { openDB } from "idb";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import { WritingOffer } from "@/features/jobs/WritingOffer";
import { DeviceStore } from "@/offline/device/deviceStore";
import type { TypedText } from "@/offline/texts/TypedTexts";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(emptyDevice);

function text(subject: string, label: string, at: number): TypedText {
  return {
    ...{ key: `${subject}/job_notes`, subject, label, field: "job_notes" },
    ...{ value: `Notes of ${label}`, base: "", at, tab: "an ended tab" },
  };
}

async function show(texts: readonly TypedText[], owner = OWNER) {
  const store = new DeviceStore(owner);
  await store.write(["typed"], async (tx) => {
    for (const row of texts) await tx.objectStore("typed").put(row);
  });
  store.close();
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob({ _id: "job1" as Id<"jobs"> })],
  });
  renderWithOutbox(backend, <WritingOffer />);
  await screen.findByText("The outbox is open.");
  return aUser();
}

async function keysOnDevice(): Promise<IDBValidKey[]> {
  const db = await openDB(new DeviceStore(OWNER).name);
  const keys = await db.getAllKeys("typed");
  db.close();
  return keys;
}

it("offers the job in which an ended page left text, and opens it, where the text is offered", async () => {
  const user = await show([text("job1", "612 Oak Street", 2)]);
  await waitFor(() => {
    expect(screen.getByText("You were writing in 612 Oak Street")).toBeVisible();
    expect(screen.getByText("Notes of 612 Oak Street")).toBeVisible();
  });
  await user.click(screen.getByRole("button", { name: "Open" }));
  const found = await screen.findByRole("region", { name: "Typed before" });
  expect(found).toHaveTextContent("Notes: Notes of 612 Oak Street");
  expect(screen.queryByText(/You were writing/)).not.toBeInTheDocument();
});

it("offers the newest text first, and removes a discarded one", async () => {
  const user = await show([text("job1", "612 Oak Street", 1), text("job2", "9 Elm Street", 2)]);
  await screen.findByText("You were writing in 9 Elm Street");
  const discard = screen.getByRole("button", { name: "Discard" });
  await user.click(discard);
  await waitFor(() => expect(discard).not.toHaveAttribute("aria-disabled"));
  await user.click(discard);
  await screen.findByText("You were writing in 612 Oak Street");
  await waitFor(async () => expect(await keysOnDevice()).toEqual(["job1/job_notes"]));
});

it("offers no text of another person", async () => {
  await show([text("job1", "612 Oak Street", 1)], {
    ...OWNER,
    userId: "user-2",
  });
  expect(screen.queryByText(/You were writing/)).not.toBeInTheDocument();
});

it("offers half a date as it was typed, and opens its job", async () => {
  const row = text("job1", "612 Oak Street", 1);
  const half = { field: "job_estimate_date", value: "next tue" };
  const user = await show([{ ...row, ...half }]);
  expect(await screen.findByText("next tue")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Open" }));
  const found = await screen.findByRole("region", { name: "Typed before" });
  expect(found).toHaveTextContent("Estimate date: next tue");
});
