import { act, screen, waitFor, within } from "@testing-library/react";
import type { FunctionReturnType } from "convex/server";
import { ConvexError } from "convex/values";
import { expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { CHUNK_ROWS } from "@domain/imports/chunks";
import { IMPORT_GONE, KEPT_REASONS } from "@domain/imports/findings";
import type { RowFault } from "@domain/imports/rows";
import { DialogFrame } from "@/components/ui/Dialog";
import { ImportDialog } from "@/features/imports/ImportDialog";
import { ImportReview } from "@/features/imports/ImportReview";
import { ImportRun } from "@/features/imports/ImportRun";
import { expectCall } from "../../../support/expectCall";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";
import { aCustomerRow } from "../../../support/importRows";
import { aUser } from "../../../support/user";

type Staged = NonNullable<FunctionReturnType<typeof api.imports.staged>>;

const IMPORT_ID = "i1" as Id<"imports">;
const RUN_ID = "r1" as Id<"changes">;

const aFile = (fields: Partial<Staged>): Staged => ({
  ...{ _id: IMPORT_ID, kind: "customers", fileName: "clients.csv" },
  ...{ rowCount: 3, state: "checked", found: {}, decided: 0, progress: 0 },
  readAt: Date.now(),
  ...fields,
});

/** A backend with one file of the caller, which `change` changes. */
function backendWith(fields: Partial<Staged>) {
  const backend = new FakeBackend();
  let file: Staged | null = aFile(fields);
  backend.answer(api.imports.staged, () => file);
  backend.answer(api.imports.findings, () => ({
    page: [],
    isDone: true,
    continueCursor: "",
  }));
  backend.answer(api.seed.progress, () => null);
  backend.perform(api.imports.discard, () => {
    file = null;
    return null;
  });
  const change = (changed: Partial<Staged>) => {
    file = aFile({ ...file, ...changed });
  };
  /** Changes the file as another device or the server does. */
  const show = (changed: Partial<Staged>) => {
    change(changed);
    backend.answer(api.imports.staged, () => file);
  };
  return { backend, change, show };
}

const FAULTS = [{ line: 9, sentence: "Enter a date." }];

function review(backend: FakeBackend, onClose = vi.fn(), faults: readonly RowFault[] = FAULTS) {
  renderOn(
    backend,
    <DialogFrame size="large">
      <ImportReview faults={faults} onClose={onClose} onBack={vi.fn()} />
    </DialogFrame>,
  );
  return { user: aUser(), onClose };
}

const refusal = (message: string) => new ConvexError({ code: "CONFLICT", message });
const progress = () => screen.getByRole("progressbar");

test.each([
  [[], "Every row of this file is here already."],
  [FAULTS, "The other rows of this file are here already."],
])("says why nothing of a file is new: %o", async (faults, text) => {
  const { backend } = backendWith({ found: { same: 3 } });
  review(backend, vi.fn(), faults);
  expect(await screen.findByRole("status")).toHaveTextContent(text);
});

test("sends a file in parts, and shows the progress", async () => {
  const { backend } = backendWith({ state: "running" });
  let release = () => {};
  backend.perform(api.imports.begin, () => IMPORT_ID);
  backend.perform(
    api.imports.stage,
    ({ index }) =>
      new Promise<null>((resolve) => {
        if (index === 0) resolve(null);
        else release = () => resolve(null);
      }),
  );
  renderOn(backend, <Run count={2 * CHUNK_ROWS} />);
  await waitFor(() => expect(progress()).toHaveAttribute("aria-valuenow", "50"));
  release();
  expect(await screen.findByText(/^Importing clients.csv/)).toBeVisible();
  const rows = rowsOf(2 * CHUNK_ROWS);
  const fileName = "clients.csv";
  expectCall("imports.begin", backend, {
    args: { kind: "customers", fileName, rowCount: rows.length, chunkCount: 2 },
  });
  const part = (index: number) => ({
    importId: IMPORT_ID,
    index,
    rows: JSON.stringify(rows.slice(index * CHUNK_ROWS).slice(0, CHUNK_ROWS)),
  });
  expectCall("imports.stage", backend, { args: part(0) }, { args: part(1) });
});

test("says why a part was refused, and sends the file again", async () => {
  const { backend } = backendWith({ state: "running" });
  backend.perform(api.imports.begin, () => IMPORT_ID);
  let isRefused = true;
  backend.perform(api.imports.stage, () => {
    if (isRefused) throw refusal(IMPORT_GONE);
    return null;
  });
  renderOn(backend, <Run count={1} />);
  expect(await screen.findByRole("alert")).toHaveTextContent(IMPORT_GONE);
  isRefused = false;
  await aUser().click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^Importing clients.csv/)).toBeVisible();
  expect(backend.callsOf(api.imports.begin)).toHaveLength(2);
});

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => aCustomerRow({ line: at + 2 }));

function Run({ count }: { readonly count: number }) {
  return (
    <DialogFrame size="large">
      <ImportRun
        fileName="clients.csv"
        kind="customers"
        rows={rowsOf(count)}
        faults={[]}
        onClose={vi.fn()}
        onBack={vi.fn()}
      />
    </DialogFrame>
  );
}

test("checks a file again whose check was killed, and says why it cannot", async () => {
  const { backend, change } = backendWith({ state: "staging" });
  backend.perform(api.imports.check, () => {
    change({ state: "checked", found: { customers: 3 } });
    return { customers: 3 };
  });
  review(backend);
  expect(await screen.findByRole("button", { name: "Import 3 rows" })).toBeEnabled();
  expectCall("imports.check", backend, { args: { importId: IMPORT_ID } });
});

test("a check that is refused says why", async () => {
  const { backend } = backendWith({ state: "staging" });
  backend.perform(api.imports.check, () => {
    throw refusal(IMPORT_GONE);
  });
  review(backend);
  expect(await screen.findByRole("alert")).toHaveTextContent(IMPORT_GONE);
});

test("lists the rows that the page could not read", async () => {
  const { backend } = backendWith({ found: { customers: 2 } });
  review(backend);
  const section = await screen.findByRole("region", {
    name: "Rows that cannot be imported",
  });
  expect(section).toHaveTextContent("Row 9: Enter a date.");
});

test("an import says what happens to look-alikes that nobody decides", async () => {
  const { backend, change } = backendWith({ found: { lookalikes: 2 } });
  let answer = () => {};
  backend.perform(api.imports.decideAll, async ({ choice }) => {
    await new Promise<void>((resolve) => (answer = resolve));
    change({ restChoice: choice });
    return null;
  });
  const { user } = review(backend);
  const start = screen.getByRole("button", { name: "Import 3 rows" });
  expect(start).toBeEnabled();
  expect(screen.getByText(/^2 left to decide/)).toHaveTextContent(
    "Without an answer, each is a new customer.",
  );
  await user.click(screen.getByRole("button", { name: "All new" }));
  expect(start).toBeDisabled();
  act(answer);
  await waitFor(() => expect(start).toBeEnabled());
  expect(screen.queryByText(/left to decide/)).toBeNull();
  expectCall("imports.decideAll", backend, {
    args: { importId: IMPORT_ID, choice: "new" },
  });
});

test("shows a refused import, a running one, and its counts", async () => {
  const { backend, show } = backendWith({ found: { customers: 3 } });
  backend.perform(api.imports.start, () => {
    throw refusal("Another operation is running.");
  });
  const { user } = review(backend);
  const start = screen.getByRole("button", { name: "Import 3 rows" });
  await user.click(start);
  expect(await screen.findByRole("alert")).toHaveTextContent("Another operation is running.");
  expectCall("imports.start", backend, { args: { importId: IMPORT_ID } });
  show({ state: "running", progress: 0.405 });
  backend.answer(api.seed.progress, () => ({
    task: "import" as const,
    isRunning: false,
    counts: { customersCreated: 3 },
  }));
  expect(progress()).toHaveAttribute("aria-valuenow", "40");
  show({ state: "done", runId: RUN_ID });
  expect(await screen.findByRole("status")).toHaveTextContent(/3 customers/);
});

test("an import that lost its connection shows no error, because the server goes on", async () => {
  const { backend } = backendWith({ found: { customers: 3 } });
  let lose: (error: Error) => void = () => {};
  backend.perform(api.imports.start, () => new Promise((_, reject) => (lose = reject)));
  const { user } = review(backend);
  const start = screen.getByRole("button", { name: "Import 3 rows" });
  await user.click(start);
  expect(start).toHaveAttribute("aria-busy", "true");
  lose(new Error("Connection lost while action was in flight"));
  await waitFor(() => expect(start).not.toHaveAttribute("aria-busy", "true"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the undo says what it removes and keeps before it does it", async () => {
  const { backend } = backendWith({ state: "done", runId: RUN_ID });
  backend.answer(api.seed.progress, () => ({
    task: "import" as const,
    isRunning: false,
    counts: { customersCreated: 3 },
  }));
  backend.perform(api.imports.undoCounts, () => ({
    removed: { customers: 2, jobs: 1 },
    keptCount: 3,
    kept: [{ label: "Ann Field", reason: KEPT_REASONS.jobs }],
  }));
  backend.perform(api.changes.undoRun, () => ({
    rowsRestored: 0,
    changesUndone: 3,
  }));
  const { user, onClose } = review(backend);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("status")).toHaveTextContent(
    "This removes 2 customers and 1 job.",
  );
  const kept = screen.getByRole("region", { name: /^Kept, .* 3$/ });
  expect(within(kept).getByRole("listitem")).toHaveTextContent("Ann Field: has a later job");
  expect(within(kept).getByText("And 2 more.")).toBeVisible();
  expect(backend.callsOf(api.changes.undoRun)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Undo the import" }));
  expect(await screen.findByText(/^Removed /)).toBeVisible();
  expectCall("imports.undoCounts", backend, { args: { id: RUN_ID } });
  expectCall("changes.undoRun", backend, { args: { id: RUN_ID } });
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  expect(onClose).toHaveBeenCalledOnce();
  expectCall("imports.discard", backend, { args: { importId: IMPORT_ID } });
});

test("a file whose browser was killed is offered and continued", async () => {
  const { backend } = backendWith({ found: { customers: 3 } });
  renderOn(backend, <ImportDialog onClose={vi.fn()} />);
  expect(screen.getByRole("region", { name: "File of before" })).toHaveTextContent(
    /^clients.csv with 3 rows was read at/,
  );
  await aUser().click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByRole("button", { name: "Import 3 rows" })).toBeEnabled();
});
