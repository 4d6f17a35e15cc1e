import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { FunctionReturnType } from "convex/server";
import { ConvexError } from "convex/values";
import { beforeAll, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { HistoryDialog } from "@/features/history/HistoryDialog";
import type { HistoryEntry } from "@/features/history/HistoryList";
import { expectCall } from "../../../support/expectCall";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";
import { see } from "../../../support/user";

beforeAll(stubLayout);

const AT = new Date(2026, 10, 20, 9, 41).getTime();

function anEntry(fields: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    _id: "change1",
    at: AT,
    kind: "jobs.update",
    subject: "job1",
    subjectLabel: "Ann Field, 12 Elm Street",
    by: "u1",
    byName: "Dana",
    writes: [
      {
        table: "jobs",
        id: "job1",
        before: { job_status: "lead" },
        after: { job_status: "approved" },
      },
    ],
    isRun: false,
    isUndo: false,
    isUndone: false,
    isUndoable: true,
    ...fields,
  };
}

const trashed = {
  _id: "trash1" as Id<"trash">,
  trashedAt: AT,
  table: "jobs" as const,
  rowId: "job1",
  label: "Ann Field, 12 Elm Street",
  by: "u1",
  byName: "Dana",
};

type Trashed = FunctionReturnType<typeof api.changes.deleted>["page"][number];

function pageOf(
  entries: readonly HistoryEntry[],
  { numItems, cursor }: { numItems: number; cursor: string | null },
) {
  const end = Number(cursor) + numItems;
  return {
    page: entries.slice(Number(cursor), end),
    isDone: end >= entries.length,
    continueCursor: String(end),
  };
}

function open(entries: HistoryEntry[], rows: Trashed[] = []) {
  const backend = new FakeBackend();
  backend.answer(api.changes.page, ({ paginationOpts }) => pageOf(entries, paginationOpts));
  backend.answer(api.changes.deleted, () => ({
    page: rows,
    isDone: true,
    continueCursor: "",
  }));
  renderOn(backend, <HistoryDialog onClose={vi.fn()} />);
  return { backend, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

test("says who changed what and when, and undoes it", async () => {
  const { backend, user } = open([anEntry()]);
  backend.perform(api.changes.undo, () => null);
  expect(screen.getByText("Ann Field, 12 Elm Street")).toBeVisible();
  expect(screen.getByText("Status: New Lead → Approved")).toBeVisible();
  expect(screen.getByText("Dana, Nov 20, 26, 9:41 AM")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo Ann Field, 12 Elm Street" }));
  expectCall("changes.undo", backend, { args: { id: "change1" } });
  await see("Undone");
});

test("shows why an undo is refused", async () => {
  const { backend, user } = open([anEntry()]);
  backend.perform(api.changes.undo, () => {
    throw new ConvexError({
      code: "CONFLICT",
      message: "Status was changed since, so this cannot be undone.",
    });
  });
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  expect(await screen.findByText(/Status was changed since/, { exact: false })).toBeVisible();
});

test("offers no undo of an undone change, and names the device's time", () => {
  open([anEntry({ isUndone: true, isUndoable: false, deviceAt: AT - 3_600_000 })]);
  expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
  expect(screen.getByText("Undone")).toBeVisible();
  expect(screen.getByText(/on the device Nov 20, 26, 8:41 AM/)).toBeVisible();
});

test("says what the undo of an import has removed and kept, once the entry is undone", async () => {
  const entry = anEntry({
    ...{ kind: "import", isRun: true, subject: "", writes: [] },
    ...{ subjectLabel: "visits.csv", counts: { jobsCreated: 3 } },
  });
  const { backend, user } = open([entry]);
  backend.perform(api.imports.undoCounts, () => ({
    removed: { jobs: 2 },
    keptCount: 1,
    kept: [{ label: "Ann Field", reason: "edited since" }],
  }));
  backend.perform(api.changes.undoRun, () => {
    const undone = { ...entry, isUndone: true, isUndoable: false };
    backend.answer(api.changes.page, ({ paginationOpts }) => pageOf([undone], paginationOpts));
    return { rowsRestored: 0, changesUndone: 2 };
  });
  await user.click(screen.getByRole("button", { name: "Undo the import of visits.csv" }));
  await user.click(await screen.findByRole("button", { name: "Undo the import" }));
  expect(await screen.findByText("Removed 2 jobs.")).toBeVisible();
  expect(screen.getByText("edited since")).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  expect(screen.queryByRole("button", { name: /^Undo the import/ })).toBeNull();
});

test("restores a whole run in two steps", async () => {
  const run = anEntry({
    kind: "deleteCustomersAndJobs",
    isRun: true,
    subjectLabel: "",
    writes: [],
    counts: { customersDeleted: 2, jobsDeleted: 5 },
  });
  const { backend, user } = open([run]);
  backend.perform(api.changes.undoRun, () => ({
    rowsRestored: 7,
    changesUndone: 0,
  }));
  expect(screen.getByText("Deleted customers and jobs: 2 customers, 5 jobs")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(backend.callsOf(api.changes.undoRun)).toEqual([]);
  const confirm = screen.getByRole("button", { name: "Restore all of it?" });
  // A confirming click counts after a pause.
  await vi.waitFor(() => expect(confirm).not.toHaveAttribute("aria-disabled", "true"));
  await user.click(confirm);
  expectCall("changes.undoRun", backend, { args: { id: "change1" } });
});

test("brings back a deleted row, or deletes it for good in two steps", async () => {
  const { backend, user } = open([], [trashed]);
  backend.perform(api.changes.restore, () => null);
  backend.perform(api.changes.deleteForGood, () => null);
  expect(screen.getByText("No changes yet.")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Deleted" }));
  expect(screen.getByText("Job deleted by Dana, Nov 20, 26, 9:41 AM")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Restore Ann Field, 12 Elm Street" }));
  expectCall("changes.restore", backend, { args: { id: "trash1" } });
  await user.click(screen.getByRole("button", { name: /Delete for good/ }));
  const confirm = screen.getByRole("button", { name: "Confirm Delete" });
  await vi.waitFor(() => expect(confirm).not.toHaveAttribute("aria-disabled", "true"));
  await user.click(confirm);
  expectCall("changes.deleteForGood", backend, { args: { id: "trash1" } });
});

test("offers no Restore of a single photo, which belongs to its job, and says where it is", async () => {
  const { user } = open([], [{ ...trashed, table: "files" }]);
  await user.click(screen.getByRole("tab", { name: "Deleted" }));
  expect(screen.getByText(/undo its removal in the history/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
  expect(screen.getByRole("button", { name: /Delete for good/ })).toBeVisible();
});

test("opens with an entry whose stored times are invalid dates", () => {
  open([
    anEntry({
      deviceAt: Infinity,
      writes: [
        {
          table: "jobs",
          id: "job1",
          before: { job_estimate_date: -Infinity },
          after: { job_estimate_date: AT },
        },
      ],
    }),
  ]);
  expect(screen.getByText("Estimate date: unknown time → Nov 20, 26, 9:41 AM")).toBeVisible();
  expect(screen.getByText("Dana, Nov 20, 26, 9:41 AM, on the device unknown time")).toBeVisible();
});

test("shows 50 changes, and 50 older ones at each request", async () => {
  const entries = Array.from({ length: 120 }, (_, at) => anEntry({ _id: `change${at}` }));
  const { user } = open(entries);
  for (const shown of [50, 100]) {
    await waitFor(() => expect(screen.getAllByText(/^Status: /)).toHaveLength(shown));
    await user.click(screen.getByRole("button", { name: "Show older" }));
  }
  await waitFor(() => expect(screen.getAllByText(/^Status: /)).toHaveLength(120));
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

test("finds changes by words and by their author, and says how far back it has searched", async () => {
  const older = Array.from({ length: 60 }, (_, at) =>
    anEntry({ _id: `older${at}`, by: "u2", byName: "Élan Vale" }),
  );
  const { user } = open([anEntry(), ...older]);
  const search = screen.getByRole("searchbox", { name: "Search changes" });
  await user.type(search, "approved elan");
  expect(screen.getAllByText(/^Status: /)).toHaveLength(49);
  expect(screen.getByText(/^49 changes found back to Nov /)).toBeVisible();
  await user.selectOptions(screen.getByRole("combobox", { name: "Changes by" }), "Dana");
  expect(screen.queryByText(/^Status: /)).toBeNull();
  await user.clear(search);
  expect(screen.getAllByText(/^Status: /)).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Search older" }));
  expect(await screen.findByText("1 change found.")).toBeVisible();
});
