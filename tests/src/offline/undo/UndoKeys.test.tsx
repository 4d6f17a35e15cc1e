import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { DayKey } from "@domain/days";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { useMarkVisit } from "@/features/schedule/useMarkVisit";
import { useMoveDay } from "@/features/schedule/useMoveDay";
import { UndoKeys } from "@/offline/undo/UndoKeys";
import { recordUndoable } from "@/offline/outbox/undoable";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser, fill } from "../../../support/user";

const jobId = "job1" as Id<"jobs">;

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(() => {
  act(() => void toast.dismiss());
});

async function open({ connected = true } = {}) {
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob({ jobs_price: 200 })],
  });
  backend.perform(api.changes.undoIntent, () => true);
  backend.setConnection(connected);
  renderWithOutbox(
    backend,
    <>
      <UndoKeys />
      <EditJobDialog jobId={jobId} onClose={() => {}} />
    </>,
  );
  await screen.findByText("The outbox is open.");
  const user = aUser();
  const enterPrice = async (text: string) => {
    const price = screen.getByLabelText("Price");
    await user.clear(price);
    await fill(user, price, text);
    await user.tab();
  };
  return { user, backend, enterPrice };
}

function MoveDay() {
  const moveDay = useMoveDay();
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
  return <button onClick={() => void moveDay(move)}>Move the day</button>;
}

function MarkVisit() {
  const mark = useMarkVisit();
  return (
    <button onClick={() => void mark(aJob(), "estimate_sent")}>Mark</button>
  );
}

/** As with the focus on nothing. */
function pressUndo(keys: KeyboardEventInit = { ctrlKey: true }) {
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  fireEvent.keyDown(document.body, { key: "z", ...keys });
}

const undone = (backend: Awaited<ReturnType<typeof open>>["backend"]) =>
  backend
    .callsOf(api.changes.undoIntent)
    .map(({ undoneIntent }) => undoneIntent);

describe("undo", () => {
  it("stands in the toast of a saved field, and undoes that change by its intent", async () => {
    const { user, backend, enterPrice } = await open();
    await enterPrice("300");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(undone(backend)).toHaveLength(1));
    const [{ intentId }] = backend.callsOf(api.jobs.update) as [
      { intentId: string },
    ];
    expect(undone(backend)).toEqual([intentId]);
    await waitFor(() => expect(screen.getByText("Undone")).toBeVisible());
  });

  it("walks back by the keys, skips what is undone, and never undoes an undo", async () => {
    const { backend, enterPrice } = await open();
    for (const price of ["300", "400", "500"]) {
      await enterPrice(price);
      await waitFor(() =>
        expect(backend.callsOf(api.jobs.update).at(-1)).toMatchObject({
          jobs_price: Number(price),
        }),
      );
    }
    const sent = backend
      .callsOf(api.jobs.update)
      .map(({ intentId }) => intentId);
    backend.perform(
      api.changes.undoIntent,
      ({ undoneIntent }) => undoneIntent !== sent[1],
    );
    pressUndo();
    await waitFor(() => expect(undone(backend)).toEqual([sent[2]]));
    pressUndo();
    await waitFor(() => expect(undone(backend)).toEqual(sent.toReversed()));
    pressUndo();
    await waitFor(() =>
      expect(screen.getByText("Nothing to undo")).toBeVisible(),
    );
    expect(undone(backend)).toHaveLength(3);
  });

  it("undo is not Ctrl+Shift+Z, nor any other key than Ctrl+Z or Cmd+Z alone", async () => {
    const { backend } = await open();
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
    await open();
    recordUndoable({ id: "1", name: "Inventory", run: "deleteInventory" });
    pressUndo();
    await screen.findByRole("button", { name: "Restore" });
    expect(toast.getToasts()).toMatchObject([
      { title: "Restore all of it?", duration: 8000 },
    ]);
  });

  it("leaves the keys to a text field that has the focus", async () => {
    const { backend, enterPrice } = await open();
    await enterPrice("300");
    await screen.findByRole("button", { name: "Undo" });
    const notes = screen.getByLabelText("Notes");
    act(() => notes.focus());
    fireEvent.keyDown(notes, { key: "z", ctrlKey: true });
    pressUndo();
    await waitFor(() => expect(undone(backend)).toHaveLength(1));
  });

  it("takes back on the device what was never sent, step by step", async () => {
    const { backend, enterPrice } = await open({ connected: false });
    const price = () => screen.getByLabelText("Price");
    await enterPrice("300");
    await screen.findAllByText("Waiting");
    await enterPrice("400");
    await waitFor(() => expect(price()).toHaveValue(400));
    pressUndo();
    await waitFor(() => expect(price()).toHaveValue(300));
    pressUndo();
    await waitFor(() => expect(price()).toHaveValue(200));
    await waitFor(() =>
      expect(screen.queryByText("Waiting")).not.toBeInTheDocument(),
    );
    act(() => backend.setConnection(true));
    await enterPrice("250");
    await waitFor(() =>
      expect(backend.callsOf(api.jobs.update)).toMatchObject([
        { jobs_price: 250, base: { jobs_price: 200 } },
      ]),
    );
  });

  it("restores the run of Settings that it names, and no other that came after it", async () => {
    const { user, backend } = await open();
    backend.perform(api.changes.undoRun, () => ({
      rowsRestored: 9,
      changesUndone: 0,
    }));
    const lastRun = (kind: "dedupe" | "deleteInventory") =>
      backend.answer(api.changes.lastRun, () => ({
        id: kind as unknown as Id<"changes">,
        kind,
      }));
    for (const last of ["dedupe", "deleteInventory"] as const) {
      lastRun(last);
      recordUndoable({ id: "1", name: "Inventory", run: "deleteInventory" });
      pressUndo();
      await user.click(await screen.findByRole("button", { name: "Restore" }));
      await screen.findByText(last === "dedupe" ? "Not undone" : "Undone");
      await waitFor(() =>
        expect(screen.queryByText("Restore all of it?")).toBeNull(),
      );
    }
    expect(backend.callsOf(api.changes.undoRun)).toEqual([
      { id: "deleteInventory" },
    ]);
  });

  it("waits for the answer to a change that is being sent, and undoes it then", async () => {
    const { backend } = aJobsBackend({});
    backend.perform(api.changes.undoIntent, () => true);
    let answer = () => {};
    backend.perform(
      api.jobs.moveVisits,
      () =>
        new Promise(
          (resolve) => (answer = () => resolve({ moved: 1, left: [] })),
        ),
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
    await waitFor(() =>
      expect(backend.callsOf(api.jobs.moveVisits)).toHaveLength(1),
    );
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(undone(backend)).toEqual([]);
    act(() => answer());
    await waitFor(() => expect(undone(backend)).toHaveLength(1));
    await waitFor(() => expect(screen.getByText("Undone")).toBeVisible());
  });

  it("takes a job back from a status that is being sent", async () => {
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
    await waitFor(() =>
      expect(backend.callsOf(api.jobs.update)).toHaveLength(1),
    );
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Undone");
    act(() => answer());
    await waitFor(() =>
      expect(backend.callsOf(api.jobs.update)).toHaveLength(2),
    );
    const undo = backend.callsOf(api.jobs.update).at(-1);
    expect(undo).toMatchObject({
      job_status: "lead",
      base: { job_status: "estimate_sent" },
    });
    // With it, the server would keep the status that comes later.
    expect(undo).not.toHaveProperty("isForward");
  });
});
