import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import { lastUndoable, provideUndo } from "@/offline/outbox/undoable";
import { useOutbox } from "@/offline/useOutbox";
import { aWaiting } from "../../support/waitingItem";
import { renderUnsent } from "../../support/unsentPage";

it("remembers a change as the last one to undo, and not that a message was opened", async () => {
  provideUndo(null);
  const { current } = await renderUnsent(useOutbox);
  const put = async (change: ReturnType<typeof aWaiting>) =>
    await act(async () => void (await current().put(change).isStored));
  const update = aWaiting("jobs:update", { id: "job1", job_notes: "Gate" });
  await put({
    ...{ ...update, field: "job_notes", label: "Notes" },
    subject: { key: "job1", label: "12 Elm Street", customer: "Al Li" },
  });
  await put(aWaiting("messages:noteOpened", { customerId: "C1" }));
  expect(lastUndoable()).toMatchObject({ id: update.id, name: "Al Li: Notes" });
});
