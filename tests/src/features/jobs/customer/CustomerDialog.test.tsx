import { act, screen, waitFor, within } from "@testing-library/react";
import type { OutboxChange } from "convex-outbox";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { CustomerDialog } from "@/features/jobs/customer/CustomerDialog";
import { NewJobDialog } from "@/features/jobs/NewJobDialog";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { newJobStart } from "@/job/newJobStart";
import { aCustomer, aJob } from "../../../../support/builders";
import { A_UUID, expectCall } from "../../../../support/expectCall";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { aUser, fill, see } from "../../../../support/user";

beforeAll(stubLayout);
afterEach(async () => {
  act(() => void toast.dismiss());
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

const ANN = aCustomer({ customer_id: "C-1001", customer_name: "Ann Field" });
const BOB = aCustomer({ customer_id: "C-1002", customer_name: "Bob Stone" });
const JOBS = [
  aJob({
    _id: "job2" as Id<"jobs">,
    job_address: "8 Oak Street",
    job_status: "completed",
    jobs_price: 1200.5,
  }),
  aJob({ job_address: "72 Birch Street" }),
];

function open(customerId = "C-1001") {
  const { backend } = aJobsBackend({ customers: [ANN, BOB], jobs: JOBS });
  backend.answer(api.jobs.ofCustomer, () => ({
    page: JOBS,
    isDone: true,
    continueCursor: "",
  }));
  backend.answer(api.jobs.totalsOfCustomer, () => ({
    jobs: 2,
    paid: 0,
    complete: 1200.5,
    unpriced: 1,
    nextVisit: null,
    isWhole: true,
  }));
  backend.perform(api.customers.update, () => null);
  const onClose = vi.fn();
  renderOn(backend, <CustomerDialog customerId={customerId} onClose={onClose} />);
  const updates = () => backend.callsOf(api.customers.update);
  return { user: aUser(), backend, onClose, updates };
}

const field = (name: string) => screen.getByLabelText(name);

it("a customer's dialog lists their jobs, and names each sum", () => {
  open();
  const jobs = screen.getByRole("list", { name: "Jobs of the customer" });
  const [first] = within(jobs).getAllByRole("button");
  expect(first).toHaveTextContent("8 Oak Street");
  expect(first).toHaveTextContent("Install Complete");
  const sums = screen.getByRole("region", { name: "Sums" });
  expect(sums).toHaveTextContent("Install Complete, total$1,200.50");
  expect(sums).toHaveTextContent("Jobs without a price1");
  expect(sums).toHaveTextContent("Next visitNone");
});

it("a field of a customer is saved on blur, with its toast, and an unchanged one is not", async () => {
  const { user, updates } = open();
  await user.click(field("Customer name"));
  await user.click(field("Email"));
  expect(updates()).toEqual([]);
  await user.clear(field("Email"));
  await fill(user, field("Email"), "ann@field.test");
  await user.tab();
  await waitFor(() =>
    expect(updates()).toEqual([{ customer_id: "C-1001", customer_email: "ann@field.test" }]),
  );
  await see("Saved");
});

it("a refused field of a customer keeps its text and shows the sentence", async () => {
  const { user, backend } = open();
  backend.perform(api.customers.update, () => {
    throw new ConvexError({
      code: "INVALID",
      field: "customer_name",
      message: "Choose another name.",
    });
  });
  await user.clear(field("Customer name"));
  await fill(user, field("Customer name"), "Ann Meadow");
  await user.tab();
  await see("Choose another name.");
  expect(field("Customer name")).toHaveValue("Ann Meadow");
});

it("an invalid field keeps the customer's dialog open", async () => {
  const { user, onClose, updates } = open();
  await user.clear(field("Customer name"));
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).not.toHaveBeenCalled();
  expect(field("Customer name")).toHaveFocus();
  expect(updates()).toEqual([]);
});

it("another customer is merged into this one by keyboard, and the focus stays in the dialog", async () => {
  const { user, backend } = open();
  const run = "run1" as Id<"changes">;
  backend.perform(api.customers.merge, () => ({ run }));
  await user.click(screen.getByRole("button", { name: "Merge with ..." }));
  await fill(user, screen.getByLabelText("Merge with"), "Bob");
  await screen.findByRole("option", { name: /Bob Stone/ });
  await user.keyboard("{ArrowDown}{Enter}");
  const kept = await screen.findByRole("radio", { name: /^Ann Field/ });
  expect(kept).toHaveFocus();
  const merge = screen.getByRole("button", { name: "Merge Bob Stone" });
  act(() => merge.focus());
  await user.keyboard("{Enter}");
  // A second press counts after a short pause only.
  await waitFor(() => expect(merge).not.toHaveAttribute("aria-disabled"));
  await user.keyboard("{Enter}");
  await see("Customers merged");
  await see("Bob Stone into Ann Field");
  expect(kept).toHaveFocus();
  expect(backend.callsOf(api.customers.merge)).toEqual([{ kept: "C-1001", duplicate: "C-1002" }]);
  expect(hasUnsavedWork()).toBe(false);
});

it("the dialog of an unknown customer says so", () => {
  open("C-9999");
  expect(screen.getByText(/No customer has the number C-9999\./)).toBeVisible();
});

it("booking again takes over customer, place and categories, and nothing else", async () => {
  const { backend } = aJobsBackend({ customers: [ANN], jobs: JOBS });
  const last = aJob({
    job_address: "72 Birch Street",
    job_city: "Troy",
    job_categories: ["Gutter cleaning"],
    job_status: "installed_paid",
    jobs_price: 450,
    job_notes: "Gate code 4",
    job_install_date: 1_000,
  });
  const onClose = vi.fn();
  renderOn(backend, <NewJobDialog start={newJobStart(ANN, last)} onClose={onClose} />);
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "Save Job" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(backend.callsOf(api.jobs.create)).toEqual([
    {
      clientKey: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      job_customer_id: "C-1001",
      job_address: "72 Birch Street",
      job_city: "Troy",
      job_categories: ["Gutter cleaning"],
      job_status: "lead",
    },
  ]);
});

it.each([
  ["12 rows of materials come along", 12],
  ["1 row of materials comes along", 1],
])(
  "says that %s, and sends them after the job unless the person leaves them out",
  async (sentence, rows) => {
    const writes = Array.from({ length: rows }, (_, at) => `key ${at}`);
    const brings: OutboxChange = {
      ...{ id: "booked", at: 1, call: "lines:add", field: null },
      ...{ args: { id: "new", lines: [] }, label: `${rows} rows`, writes },
      subject: { key: "new", label: "72 Birch Street" },
    };
    const start = { ...newJobStart(ANN, aJob()), id: "new", brings };
    const saved = async (leavesOut: boolean) => {
      const { backend } = aJobsBackend({ customers: [ANN], jobs: JOBS });
      backend.perform(api.lines.add, () => null);
      const onClose = vi.fn();
      const dialog = <NewJobDialog start={start} onClose={onClose} />;
      const { unmount } = renderOn(backend, dialog);
      expect(screen.getByText(sentence)).toBeVisible();
      const user = aUser();
      if (leavesOut) {
        await user.click(screen.getByRole("button", { name: "Leave out" }));
        expect(screen.queryByText(sentence)).toBeNull();
      }
      await user.click(screen.getByRole("button", { name: "Save Job" }));
      await waitFor(() => expect(onClose).toHaveBeenCalled());
      unmount();
      return backend;
    };
    const backend = await saved(false);
    expect(backend.calls.map(({ name }) => name)).toEqual(["jobs:create", "lines:add"]);
    // Under an id of its own: a refused job may be saved again.
    expectCall("lines.add", backend, {
      args: { id: "new", lines: [], intentId: A_UUID },
    });
    expectCall("lines.add", await saved(true));
  },
);

it("a job that was only begun for a customer closes without a question", async () => {
  const { backend } = aJobsBackend({ customers: [ANN], jobs: JOBS });
  const onClose = vi.fn();
  renderOn(backend, <NewJobDialog start={newJobStart(ANN, null)} onClose={onClose} />);
  await aUser().click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalled();
});
