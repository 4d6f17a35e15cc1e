import { act, fireEvent, screen } from "@testing-library/react";
import type { FunctionReturnType } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { DialogFrame } from "@/components/ui/Dialog";
import { ContactSet } from "@/job/customer/ContactSet";
import { TrashList } from "@/features/history/TrashList";
import { Lookalikes } from "@/features/imports/Lookalikes";
import { OfferedImport } from "@/features/imports/OfferedImport";
import { UndoImport } from "@/offline/undo/UndoImport";
import { lastUndoable } from "@/offline/outbox/undoable";
import { aCustomer } from "../support/builders";
import { expectCall } from "../support/expectCall";
import { FakeBackend, renderOn } from "../support/fakeBackend";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Until what the page has begun is over. */
const settled = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

async function press(element: HTMLElement) {
  fireEvent.click(element);
  await settled();
}

/** Presses a button, and once more after the pause before a confirming click counts. */
async function confirm(element: HTMLElement) {
  fireEvent.click(element);
  await settled(600);
  await press(element);
}

const aPage = <Row,>(...page: Row[]) => ({
  ...{ page, isDone: true, continueCursor: "" },
});

type Trashed = FunctionReturnType<typeof api.changes.deleted>["page"][number];

describe("the trash", () => {
  function showTrash() {
    const backend = new FakeBackend();
    const trashed = (id: string, label: string) => ({
      ...{ _id: id as Id<"trash">, table: "jobs" as const, label },
      ...{ by: "dana", byName: "Dana", rowId: "job1", trashedAt: 1 },
    });
    backend.answer(api.changes.deleted, () =>
      aPage<Trashed>(trashed("t1", "Elm"), {
        ...{ ...trashed("t2", "Oak"), rowId: "job2" },
        hasTaken: true as const,
      }),
    );
    backend.perform(api.changes.restore, () => null);
    backend.perform(api.changes.deleteForGood, () => null);
    backend.perform(api.lines.putBack, () => null);
    renderOn(backend, <TrashList />);
    return backend;
  }

  it("a deleted row is restored by the id of its place in the trash", async () => {
    const backend = showTrash();
    await press(screen.getByLabelText("Restore Oak"));
    expectCall("changes.restore", backend, { args: { id: "t2" } });
  });

  it("a row is deleted for good by the id of its place in the trash", async () => {
    const backend = showTrash();
    await confirm(screen.getByText("(Oak)").parentElement!);
    expectCall("changes.deleteForGood", backend, { args: { id: "t2" } });
  });

  it("stock taken for a deleted job is put back by the id of the job, and offered for no other row", async () => {
    const backend = showTrash();
    const [put, ...others] = screen.getAllByText("Put back in stock");
    expect(others).toEqual([]);
    await press(put!);
    expectCall("lines.putBack", backend, { args: { id: "job2" } });
  });
});

describe("a staged import", () => {
  const importId = "i1" as Id<"imports">;
  const FILE: NonNullable<FunctionReturnType<typeof api.imports.staged>> = {
    ...{ _id: importId, kind: "customers", fileName: "a.csv", found: {} },
    ...{ rowCount: 3, state: "checked", decided: 0, progress: 0, readAt: 1 },
  };

  function showLookalikes() {
    const backend = new FakeBackend();
    const finding = (id: string) => ({
      ...{ _id: id as Id<"importFindings">, line: 2 },
      customer: { customer_name: "Ann Fields" },
      like: { customer_name: "Ann Field", customer_id: "C-1001" },
    });
    backend.answer(api.imports.findings, () => aPage(finding("f1"), finding("f2")));
    backend.perform(api.imports.decide, () => null);
    backend.perform(api.imports.decideAll, () => null);
    renderOn(backend, <Lookalikes staged={FILE} undecided={2} onSending={vi.fn()} />);
    return backend;
  }

  it("the choice for one look-alike names its row of the file", async () => {
    const backend = showLookalikes();
    await press(screen.getAllByLabelText("The same customer")[1]!);
    expectCall("imports.decide", backend, {
      args: { importId, findingId: "f2", choice: "same" },
    });
  });

  it.each([
    ["All new", "new"],
    ["All the same", "same"],
  ])("%s decides every look-alike of the file", async (name, choice) => {
    const backend = showLookalikes();
    await press(screen.getByText(name));
    expectCall("imports.decideAll", backend, { args: { importId, choice } });
  });

  it("an offered file is discarded by its id", async () => {
    const backend = new FakeBackend();
    backend.answer(api.imports.staged, () => FILE);
    backend.perform(api.imports.discard, () => null);
    renderOn(backend, <OfferedImport onContinue={vi.fn()} />);
    await confirm(screen.getByText("Discard"));
    expectCall("imports.discard", backend, { args: { importId } });
  });

  it("the undo of an import counts and undoes the same run", async () => {
    const backend = new FakeBackend();
    backend.perform(api.imports.undoCounts, () => ({
      ...{ removed: { customers: 2 }, keptCount: 0, kept: [] },
    }));
    backend.perform(api.changes.undoRun, () => ({
      ...{ rowsRestored: 0, changesUndone: 2 },
    }));
    const runId = "run1" as Id<"changes">;
    renderOn(
      backend,
      <DialogFrame>
        <UndoImport runId={runId} name="a.csv" onClose={vi.fn()} />
      </DialogFrame>,
    );
    await settled();
    expectCall("imports.undoCounts", backend, { args: { id: runId } });
    await press(screen.getByText("Undo the import"));
    expectCall("changes.undoRun", backend, { args: { id: runId } });
  });
});

it("a merge keeps the chosen customer, and one undo restores that run", async () => {
  const backend = new FakeBackend();
  const run = "run1" as Id<"changes">;
  backend.perform(api.customers.merge, () => ({ run }));
  const bob = aCustomer({ customer_id: "C-1002", customer_name: "Bob Field" });
  renderOn(backend, <ContactSet customers={[aCustomer(), bob]} />);
  await press(screen.getByText("Bob Field"));
  await confirm(screen.getByLabelText("Merge Ann Field"));
  expectCall("customers.merge", backend, {
    args: { kept: "C-1002", duplicate: "C-1001" },
  });
  expect(lastUndoable()).toMatchObject({ runId: run });
});
