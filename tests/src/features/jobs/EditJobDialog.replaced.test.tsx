import { act, screen } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill } from "../../../support/user";

beforeAll(stubLayout);
afterEach(async () => {
  act(() => void toast.dismiss());
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

/** A person has saved notes, and then the person `by` writes others. */
async function replacedBy(by: string) {
  const { backend, setJob } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob()],
  });
  const entry = {
    by,
    byName: "Dana Reyes",
    writes: [
      { table: "jobs", id: "job1", before: {}, after: { job_notes: "Side" } },
    ],
  };
  const ofSubject = vi.fn(
    () => ({ page: [entry], isDone: true, continueCursor: "" }) as never,
  );
  backend.answer(api.changes.ofSubject, ofSubject);
  const jobId = "job1" as Id<"jobs">;
  renderOn(backend, <EditJobDialog jobId={jobId} onClose={() => undefined} />);
  const user = aUser();
  const notes = await screen.findByLabelText("Notes");
  await fill(user, notes, "Gate 4417");
  await user.click(screen.getByLabelText("Price"));
  await vi.waitFor(() =>
    expect(backend.callsOf(api.jobs.update)).toHaveLength(1),
  );
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
  act(() => setJob({ job_notes: "Side" }));
  await vi.waitFor(() => expect(ofSubject).toHaveBeenCalled());
  return { user, backend, notes };
}

it("tells the person at the field who has replaced what they saved, and puts it back with one press", async () => {
  const { user, backend, notes } = await replacedBy("dana");
  expect(
    await screen.findByText(/Dana Reyes replaced your “Gate 4417”\./),
  ).toBeVisible();
  expect(notes).toHaveValue("Side");
  await user.click(screen.getByRole("button", { name: "Use mine" }));
  await vi.waitFor(() =>
    expect(backend.callsOf(api.jobs.update)[1]).toMatchObject({
      job_notes: "Gate 4417",
    }),
  );
  await vi.waitFor(() => expect(notes).toHaveValue("Gate 4417"));
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
  expect(notes).toHaveFocus();
});

it("says no more of it once the person types something else", async () => {
  const { user, notes } = await replacedBy("dana");
  await screen.findByText(/replaced your/);
  await user.click(notes);
  expect(screen.getByText(/replaced your/)).toBeVisible();
  await fill(user, notes, "Side, code 4417");
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
});

it("says nothing of a value that the person wrote on another device, or by an undo", async () => {
  const { notes } = await replacedBy("u1");
  await act(() => Promise.resolve());
  expect(notes).toHaveValue("Side");
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
});
