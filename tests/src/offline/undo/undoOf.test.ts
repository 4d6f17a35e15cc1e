import type { OutboxChange, OutboxClient, OutboxItem } from "convex-outbox";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { PhotoClient } from "@/offline/photos/PhotoClient";
import { undoOf } from "@/offline/undo/undoOf";
import { FakeBackend } from "../../../support/fakeBackend";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const CHANGE: OutboxChange = {
  ...{ id: "intent1", call: "jobs:deleteJob", args: { id: "job1" }, at: 1 },
  ...{
    subject: { key: "job1", label: "12 Oak St" },
    field: null,
    label: "Job",
  },
};

/** The undo of a change that is being sent, and the server's response to the change. */
function anUndo() {
  const backend = new FakeBackend();
  backend.perform(api.changes.undoIntent, () => true);
  let items: OutboxItem[] = [
    {
      ...CHANGE,
      ...{ order: 1, release: "r1", attempts: 1, state: { kind: "waiting" } },
    },
  ];
  const listeners = new Set<() => void>();
  const outbox = {
    items: () => items,
    discard: () => Promise.resolve(false),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as OutboxClient;
  const convex = backend.asClient();
  const photos = {} as PhotoClient;
  const entry = { id: "intent1", name: "12 Oak St", change: CHANGE };
  const { run } = undoOf(entry, { convex, outbox, photos });
  const respond = () => {
    items = [];
    for (const listener of listeners) listener();
  };
  return {
    run,
    respond,
    undone: () => backend.callsOf(api.changes.undoIntent),
  };
}

it("an undo of a change that is being sent waits 10 s for the response, and undoes on the server", async () => {
  const { run, respond, undone } = anUndo();
  const result = run();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(undone()).toEqual([]);
  respond();
  expect(await result).toBe(true);
  expect(undone()).toMatchObject([{ undoneIntent: "intent1" }]);
});

it("an undo of a change whose response does not come within 10 s is refused", async () => {
  const { run, undone } = anUndo();
  const refused = expect(run()).rejects.toMatchObject({
    code: "CONNECTION_LOST",
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(undone()).toEqual([]);
});

it("a waiting change that no later one replaces is discarded as a whole, and not changed back", async () => {
  const lines = [{ clientKey: "key1", quantity: 5 }];
  const change: OutboxChange = {
    ...{ ...CHANGE, call: "lines:edit", label: "End Cap" },
    args: { id: "job1", lines, base: { quantity: 4 } },
  };
  const discard = vi.fn(() => Promise.resolve(true));
  const put = vi.fn();
  const item = { order: 1, release: "r1", attempts: 0 } as const;
  const items = [{ ...change, ...item, state: { kind: "waiting" } }];
  const undo = undoOf(
    { id: "intent1", name: "12 Oak St", change },
    {
      convex: new FakeBackend().asClient(),
      outbox: { items: () => items, discard, put } as unknown as OutboxClient,
      photos: {} as PhotoClient,
    },
  );
  expect(undo.needsServer).toBe(false);
  expect(await undo.run()).toBe(true);
  expect(discard.mock.calls).toEqual([["intent1"]]);
  expect(put).not.toHaveBeenCalled();
});
