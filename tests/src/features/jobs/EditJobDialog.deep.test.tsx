import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { aCustomer, aJob } from "../../../support/builders";
import { stubLayout } from "../../../support/fakeBackend";
import {
  browse,
  button,
  endDialogs,
  field,
  halfType,
  LEAVE_JOB,
  openJob,
  UNREADABLE_DATE,
} from "../../../support/jobDialogs";
import { fill, retype } from "../../../support/user";

const jobId = "job1" as Id<"jobs">;

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());
afterEach(endDialogs);

// Spec 1.16, 2.69
it("saves each field by its own name", async () => {
  const { user, updates } = openJob();
  for (const [name, text] of [
    ["Phone", "5550100007"],
    ["Email", "a@b.co"],
    ["Customer name", "Anna"],
    ["City", "Troy"],
    ["Price", "1200.5"],
    ["Notes", "Dog in yard"],
  ] as const) {
    await retype(user, field(name), text);
    await user.click(field("Address"));
  }
  await waitFor(() => expect(updates()).toHaveLength(6));
  expect(updates()).toEqual([
    {
      id: jobId,
      customer: { customer_phone: "5550100007" },
      customer_id: "C-1001",
    },
    {
      id: jobId,
      customer: { customer_email: "a@b.co" },
      customer_id: "C-1001",
    },
    { id: jobId, customer: { customer_name: "Anna" }, customer_id: "C-1001" },
    { id: jobId, job_city: "Troy" },
    { id: jobId, jobs_price: 1200.5 },
    { id: jobId, job_notes: "Dog in yard" },
  ]);
});

it("moves the job to another customer", async () => {
  const bob = aCustomer({ customer_id: "C-1002", customer_name: "Bob Stone" });
  const { user, updates } = openJob({ customers: [aCustomer(), bob] });
  await user.click(button("Choose another customer"));
  await fill(user, screen.getByRole("combobox", { name: /Another/ }), "bob");
  await user.click(await screen.findByRole("option", { name: /Bob Stone/ }));
  expect(updates()).toEqual([{ id: jobId, job_customer_id: "C-1002" }]);
  expect(field("Customer name")).toBeVisible();
});

it("keeps a text that is too long with its error, and still saves other fields", async () => {
  const notes = "a".repeat(4_001);
  const { user, updates } = openJob({
    job: aJob({ job_address: "1".repeat(300) }),
  });
  await fill(user, field("Notes"), notes);
  await user.click(field("City"));
  await screen.findByText("Keep the notes under 4001 characters.");
  expect(field("Notes")).toHaveAccessibleDescription("Keep the notes under 4001 characters.");
  expect(field("Notes")).toHaveValue(notes);
  expect(updates()).toEqual([]);
  await retype(user, field("City"), "Dover");
  await user.tab();
  expect(updates()).toEqual([{ id: jobId, job_city: "Dover" }]);
});

it("live data does not update a focused field until blur", async () => {
  const { user, setJob, updates } = openJob();
  await user.click(field("Address"));
  setJob({ job_address: "99 Other Ave" });
  expect(field("Address")).toHaveValue("12 Oak St");
  await user.tab();
  expect(field("Address")).toHaveValue("99 Other Ave");
  expect(updates()).toEqual([]);
});

it("reports that the job was deleted, and keeps the typed text visible", async () => {
  const { user, backend, onClose } = openJob();
  await retype(user, field("Notes"), "Bring the tall ladder");
  backend.answer(api.jobs.get, () => null);
  expect(screen.getByText(/Someone deleted this job/)).toBeVisible();
  expect(field("Notes")).toHaveValue("Bring the tall ladder");
  expect(screen.queryByRole("button", { name: "Save Changes" })).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

// Spec 2.68
it.each(["X", "a click outside", "Save Changes", "Back"] as const)(
  "leaving an existing job by %s saves the changed, still focused field once",
  async (way) => {
    const { user, updates, onClose } = openJob();
    await retype(user, field("Address"), "14 Elm St");
    await LEAVE_JOB[way](user);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(updates()).toEqual([{ id: jobId, job_address: "14 Elm St" }]);
  },
);

it.each(["Esc", "X", "a click outside", "Save Changes", "Back"] as const)(
  "leaving an existing job by %s saves a status browsed with the keys",
  async (way) => {
    const { user, updates, onClose } = openJob();
    browse("Status", ["called", "approved"]);
    await LEAVE_JOB[way](user);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(updates()).toEqual([{ id: jobId, job_status: "approved" }]);
  },
);

// Spec 5.12
it.each(["X", "a click outside", "Save Changes", "Back"] as const)(
  "leaving an existing job by %s with half a date stays open and shows the sentence",
  async (way) => {
    const { user, updates, onClose } = openJob();
    act(() => field("Install date").focus());
    halfType("Install date");
    await LEAVE_JOB[way](user);
    expect(await screen.findByText(UNREADABLE_DATE)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    expect(updates()).toEqual([]);
  },
);
