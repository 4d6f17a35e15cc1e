import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { hasOpenText } from "@/lib/pendingWork";
import { lastUndoable, provideUndo } from "@/offline/outbox/undoable";
import { useOpenOutbox } from "@/offline/OutboxProvider";
import { useOutbox } from "@/offline/useOutbox";
import { FakeBackend } from "../../support/fakeBackend";
import { OutboxPage } from "../../support/outboxPage";
import { aWaiting } from "../../support/waitingItem";
import { renderUnsent } from "../../support/unsentPage";

it("the last change can be undone, and the note that a message was opened cannot", async () => {
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

it("keeps a page whose session has ended until its changes are sent, in the store or not", async () => {
  const backend = new FakeBackend();
  backend.setConnection(false);
  const { result } = renderHook(() => ({ ...useOutbox(), isOpen: useOpenOutbox() !== null }), {
    wrapper: ({ children }) => (
      <OutboxPage hasEnded backend={backend}>
        {children}
      </OutboxPage>
    ),
  });
  const update = aWaiting("jobs:update", { id: "job1", job_notes: "Gate" });
  await waitFor(() => expect(result.current.isOpen).toBe(true));
  let made: ReturnType<typeof result.current.put> | null = null;
  act(() => void (made = result.current.put(update)));
  await act(async () => void (await made?.isStored));
  expect(hasOpenText()).toBe(true);
  await act(() => result.current.discard(update.id));
  expect(hasOpenText()).toBe(false);
});
