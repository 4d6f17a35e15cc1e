import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { recordUndoable } from "@/offline/outbox/undoable";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { endDialogs } from "../../../support/jobDialogs";
import { openUndoable, pressUndo, undone } from "../../../support/undoPage";

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(endDialogs);

it("undoes one action after another by key, skips undone ones, and never undoes an undo", async () => {
  const { backend, enterPrice } = await openUndoable();
  for (const price of ["300", "400", "500"]) {
    await enterPrice(price);
    await waitFor(() =>
      expect(backend.callsOf(api.jobs.update).at(-1)).toMatchObject({
        jobs_price: Number(price),
      }),
    );
  }
  const sent = backend.callsOf(api.jobs.update).map(({ intentId }) => intentId);
  backend.perform(api.changes.undoIntent, ({ undoneIntent }) => undoneIntent !== sent[1]);
  pressUndo();
  await waitFor(() => expect(undone(backend)).toEqual([sent[2]]));
  pressUndo();
  await waitFor(() => expect(undone(backend)).toEqual(sent.toReversed()));
  pressUndo();
  await waitFor(() => expect(screen.getByText("Nothing to undo")).toBeVisible());
  expect(undone(backend)).toHaveLength(3);
});

it("leaves the keys to a text field that has the focus", async () => {
  const { backend, enterPrice } = await openUndoable();
  await enterPrice("300");
  await screen.findByRole("button", { name: "Undo" });
  const notes = screen.getByLabelText("Notes");
  act(() => notes.focus());
  fireEvent.keyDown(notes, { key: "z", ctrlKey: true });
  pressUndo();
  await waitFor(() => expect(undone(backend)).toHaveLength(1));
});

it("undoes unsent changes on the device, step by step", async () => {
  const { backend, enterPrice } = await openUndoable({ connected: false });
  const price = () => screen.getByLabelText("Price");
  await enterPrice("300");
  await screen.findAllByText("Waiting");
  await enterPrice("400");
  await waitFor(() => expect(price()).toHaveValue(400));
  pressUndo();
  await waitFor(() => expect(price()).toHaveValue(300));
  pressUndo();
  await waitFor(() => expect(price()).toHaveValue(200));
  await waitFor(() => expect(screen.queryByText("Waiting")).not.toBeInTheDocument());
  act(() => backend.setConnection(true));
  await enterPrice("250");
  await waitFor(() =>
    expect(backend.callsOf(api.jobs.update)).toMatchObject([
      { jobs_price: 250, base: { jobs_price: 200 } },
    ]),
  );
});

it("restores a run once the person has confirmed", async () => {
  const { user, backend } = await openUndoable();
  backend.perform(api.changes.undoRun, () => ({
    rowsRestored: 9,
    changesUndone: 0,
  }));
  const runId = "run1" as Id<"changes">;
  recordUndoable({ id: "1", name: "Inventory", runId });
  pressUndo();
  const restore = await screen.findByRole("button", { name: "Restore" });
  expect(backend.callsOf(api.changes.undoRun)).toEqual([]);
  await user.click(restore);
  await screen.findByText("Undone");
  expect(backend.callsOf(api.changes.undoRun)).toEqual([{ id: "run1" }]);
});
