import { act, screen, waitFor } from "@testing-library/react";
import type { FunctionReturnType } from "convex/server";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { aCustomer, aJob } from "../../../support/builders";
import { stubLayout, type FakeBackend } from "../../../support/fakeBackend";
import { button, endDialogs, field, openJob } from "../../../support/jobDialogs";
import { fill, type aUser } from "../../../support/user";

beforeAll(stubLayout);
afterEach(endDialogs);

/** A person has saved notes, and then the person `by` writes others. */
async function replacedBy(by: string) {
  const entry = {
    by,
    byName: "Dana Reyes",
    writes: [{ table: "jobs", id: "job1", before: {}, after: { job_notes: "Side" } }],
  };
  const ofSubject = vi.fn(() => ({ page: [entry], isDone: true, continueCursor: "" }) as never);
  const { user, backend, setJob, updates } = openJob({
    prepare: (each) => each.answer(api.changes.ofSubject, ofSubject),
  });
  await saveNotes(user, updates);
  act(() => setJob({ job_notes: "Side" }));
  await waitFor(() => expect(ofSubject).toHaveBeenCalled());
  return { user, backend };
}

async function saveNotes(user: ReturnType<typeof aUser>, updates: () => unknown[]) {
  await fill(user, field("Notes"), "Gate 4417");
  await user.click(field("Price"));
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
}

it("removes the notice about a replaced text once the person types something else", async () => {
  const { user } = await replacedBy("dana");
  await screen.findByText(/replaced your/);
  await user.click(field("Notes"));
  expect(screen.getByText(/replaced your/)).toBeVisible();
  await fill(user, field("Notes"), "Side, code 4417");
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
});

it("shows no notice of a value that the person wrote on another device, or by an undo", async () => {
  await replacedBy("u1");
  await act(() => Promise.resolve());
  expect(field("Notes")).toHaveValue("Side");
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
});

type Entry = Partial<FunctionReturnType<typeof api.changes.ofSubject>["page"][number]>;

/** The history of each row, in pages of 20. */
function answerHistory(backend: FakeBackend, of: Record<string, Entry[]>) {
  backend.answer(api.changes.ofSubject, ({ subject, paginationOpts }) => {
    const entries = of[subject] ?? [];
    const from = Number(paginationOpts.cursor ?? 0);
    const until = from + paginationOpts.numItems;
    return {
      page: entries.slice(from, until),
      isDone: until >= entries.length,
      continueCursor: String(until),
    } as never;
  });
}

const entryOf = (id: string, after: Record<string, string>, by = "Dana Reyes"): Entry => ({
  by,
  byName: by,
  writes: [{ table: "jobs", id, before: {}, after }],
});

const ANN = aCustomer({ customer_id: "C-1001", customer_name: "Ann Field" });
const BEN = aCustomer({
  _id: "c2" as Id<"customers">,
  customer_id: "C-1002",
  customer_name: "Ben Field",
  customer_phone: "5550100002",
});
const CARL = aCustomer({
  _id: "c3" as Id<"customers">,
  customer_id: "C-1003",
  customer_name: "Carl Field",
});

const customerName = () => screen.getByLabelText(/^Customer name/);

/** A person has chosen Ben as the customer of Ann's job. */
async function choseBen(history: Record<string, Entry[]>) {
  const opened = openJob({
    customers: [ANN, BEN, CARL],
    prepare: (backend) => answerHistory(backend, history),
  });
  const { user } = opened;
  await user.click(button("Choose another customer"));
  await fill(user, field("Another customer"), "Ben");
  await user.click(await screen.findByRole("option", { name: /Ben Field/ }));
  await waitFor(() => expect(customerName()).toHaveValue("Ben Field"));
  return opened;
}

it("tells the person by name that their choice of a customer was replaced, and chooses theirs again", async () => {
  const { user, backend, setJob } = await choseBen({
    job1: [entryOf("job1", { job_customer_id: "C-1003" })],
  });
  act(() => setJob({ job_customer_id: "C-1003" }));
  await screen.findByText(/Dana Reyes replaced your “Ben Field”\./);
  expect(customerName()).toHaveValue("Carl Field");
  await user.click(screen.getByRole("button", { name: "Use mine" }));
  await waitFor(() =>
    expect(backend.callsOf(api.jobs.update).at(-1)).toMatchObject({
      job_customer_id: "C-1002",
    }),
  );
  await waitFor(() => expect(customerName()).toHaveValue("Ben Field"));
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Choose another customer" })).toHaveFocus();
});

it("shows no notice of a choice of a customer that a merge has replaced", async () => {
  const { setJob } = await choseBen({
    job1: [{ ...entryOf("job1", { job_customer_id: "C-1003" }), kind: "merge" }],
  });
  act(() => setJob({ job_customer_id: "C-1003" }));
  await waitFor(() => expect(customerName()).toHaveValue("Carl Field"));
  await act(() => Promise.resolve());
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
});

it("names the person who replaced the phone that was saved for the customer chosen in the open dialog", async () => {
  const { user, backend, setCustomer } = await choseBen({
    c2: [entryOf("c2", { customer_phone: "5550100004" })],
  });
  await fill(user, field("Phone"), "5550100003");
  await user.click(field("Price"));
  await waitFor(() =>
    expect(backend.callsOf(api.jobs.update).at(-1)).toMatchObject({
      customer: { customer_phone: "5550100003" },
    }),
  );
  setCustomer("C-1002", { customer_phone: "5550100004" });
  await screen.findByText(/Dana Reyes replaced your “\(555\) 010-0003”\./);
});

it("shows no notice about the phone of the previous customer once another one is chosen", async () => {
  const { user, backend, setJob } = await choseBen({
    c3: [entryOf("c3", { customer_phone: CARL.customer_phone ?? "" })],
  });
  await fill(user, field("Phone"), "5550100003");
  await user.click(field("Price"));
  await waitFor(() => expect(backend.callsOf(api.jobs.update)).toHaveLength(2));
  act(() => setJob({ job_customer_id: "C-1003" }));
  await waitFor(() => expect(customerName()).toHaveValue("Carl Field"));
  await act(() => Promise.resolve());
  expect(screen.queryByText(/replaced your “\(555\)/)).not.toBeInTheDocument();
});

it.each([
  [199, /Dana Reyes replaced your “Gate 4417”\./],
  [200, /Someone replaced your “Gate 4417”\./],
])(
  "names the person who replaced a text, also after %i later changes of the job",
  async (later, text) => {
    const job1 = [
      ...Array<Entry>(later).fill(entryOf("job1", { job_city: "Edina" })),
      entryOf("job1", { job_notes: "Side" }),
    ];
    const { user, setJob, updates } = openJob({
      prepare: (backend) => answerHistory(backend, { job1 }),
    });
    await saveNotes(user, updates);
    act(() => setJob({ job_notes: "Side" }));
    await screen.findByText(text);
  },
);

it("names the person who has changed a field under unsaved text", async () => {
  const { user, backend } = await replacedBy("dana");
  await fill(user, field("Notes"), "Gate 1");
  const after = { job_notes: "Back" };
  backend.answer(
    api.changes.ofSubject,
    () =>
      ({
        page: [{ by: "eve", byName: "Eve Lund", writes: [{ table: "jobs", after }] }],
        isDone: true,
        continueCursor: "",
      }) as never,
  );
  backend.answer(api.jobs.get, () => ({ ...aJob(), ...after }));
  expect(await screen.findByText(/Eve Lund changed this to “Back” meanwhile\./)).toBeVisible();
});
