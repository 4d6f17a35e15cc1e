import { act, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { DayKey } from "@domain/dates/days";
import { setConnectionState } from "@/lib/connection/connectionState";
import { useMarkVisit } from "@/features/schedule/useMarkVisit";
import { useMoves } from "@/features/schedule/moves/useMoves";
import { UndoKeys } from "@/offline/undo/UndoKeys";
import { recordUndoable } from "@/offline/outbox/undoable";
import { aJob } from "../../../support/builders";
import { emptyDevice } from "../../../support/deviceStores";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { openUndoable, pressUndo, undone } from "../../../support/undoPage";
import { aUser } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(() => {
  act(() => void toast.dismiss());
});

function MoveDay() {
  const { moveDay } = useMoves();
  const visit = {
    job: aJob(),
    type: "estimate",
    at: new Date("2026-09-17T14:00").getTime(),
  } as const;
  const move = {
    day: "2026-09-17" as DayKey,
    target: "2026-09-18" as DayKey,
    visits: [visit],
  };
  return <button onClick={() => moveDay(move)}>Move the day</button>;
}

function MarkVisit() {
  const mark = useMarkVisit();
  return <button onClick={() => mark(aJob(), "estimate_sent")}>Mark</button>;
}

describe("undo", () => {
  it("undo is in the toast of a saved field, and undoes that change by its intent", async () => {
    const { user, backend, enterPrice } = await openUndoable();
    await enterPrice("300");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(undone(backend)).toHaveLength(1));
    const [{ intentId }] = backend.callsOf(api.jobs.update) as [{ intentId: string }];
    expect(undone(backend)).toEqual([intentId]);
    await waitFor(() => expect(screen.getByText("Undone")).toBeVisible());
  });

  it("an undo that found no signal is the next one once there is signal", async () => {
    const backend = new FakeBackend();
    backend.perform(api.changes.undoIntent, () => true);
    renderOn(backend, <UndoKeys />);
    recordUndoable({ id: "1", name: "Price" });
    act(() => setConnectionState("offline"));
    pressUndo();
    expect(await screen.findByText("Not undone")).toBeVisible();
    expect(undone(backend)).toEqual([]);
    act(() => setConnectionState("live"));
    pressUndo();
    await waitFor(() => expect(undone(backend)).toEqual(["1"]));
  });

  it("undo is not Ctrl+Shift+Z, nor any other key than Ctrl+Z or Cmd+Z alone", async () => {
    const { backend } = await openUndoable();
    for (const id of ["1", "2"]) recordUndoable({ id, name: "Price" });
    const others: readonly KeyboardEventInit[] = [
      { ctrlKey: true, shiftKey: true, key: "Z" },
      { metaKey: true, shiftKey: true, key: "Z" },
      { ctrlKey: true, altKey: true },
      { ctrlKey: true, metaKey: true },
      { ctrlKey: true, key: "y" },
      {},
    ];
    for (const keys of others) pressUndo(keys);
    pressUndo({ ctrlKey: true });
    await waitFor(() => expect(undone(backend)).toEqual(["2"]));
    pressUndo({ metaKey: true, key: "Z" });
    await waitFor(() => expect(undone(backend)).toEqual(["2", "1"]));
  });

  it("asks for 8 s whether to restore a run", async () => {
    await openUndoable();
    const runId = "run1" as Id<"changes">;
    recordUndoable({ id: "1", name: "Inventory", runId });
    pressUndo();
    await screen.findByRole("button", { name: "Restore" });
    expect(toast.getToasts()).toMatchObject([{ title: "Restore all of it?", duration: 8000 }]);
  });

  it("undo waits for the response to a change that is being sent, and then undoes it", async () => {
    const { backend } = aJobsBackend({});
    backend.perform(api.changes.undoIntent, () => true);
    let answer = () => {};
    backend.perform(
      api.jobs.moveVisits,
      () => new Promise((resolve) => (answer = () => resolve({ moved: 1, left: [] }))),
    );
    renderWithOutbox(
      backend,
      <>
        <UndoKeys />
        <MoveDay />
      </>,
    );
    await screen.findByText("The outbox is open.");
    const user = aUser();
    await user.click(screen.getByRole("button", { name: "Move the day" }));
    await waitFor(() => expect(backend.callsOf(api.jobs.moveVisits)).toHaveLength(1));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(undone(backend)).toEqual([]);
    act(() => answer());
    await waitFor(() => expect(undone(backend)).toHaveLength(1));
    await waitFor(() => expect(screen.getByText("Undone")).toBeVisible());
  });

  it("undo takes a job back from a status that is being sent", async () => {
    const { backend } = aJobsBackend({});
    let answer = () => {};
    backend.perform(
      api.jobs.update,
      () => new Promise((resolve) => (answer = () => resolve(null))),
    );
    renderWithOutbox(
      backend,
      <>
        <UndoKeys />
        <MarkVisit />
      </>,
    );
    await screen.findByText("The outbox is open.");
    const user = aUser();
    await user.click(screen.getByRole("button", { name: "Mark" }));
    await waitFor(() => expect(backend.callsOf(api.jobs.update)).toHaveLength(1));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Undone");
    act(() => answer());
    await waitFor(() => expect(backend.callsOf(api.jobs.update)).toHaveLength(2));
    const undo = backend.callsOf(api.jobs.update).at(-1);
    expect(undo).toMatchObject({
      job_status: "lead",
      base: { job_status: "estimate_sent" },
    });
    // With it, the server would keep the status that comes later.
    expect(undo).not.toHaveProperty("isForward");
  });
});
