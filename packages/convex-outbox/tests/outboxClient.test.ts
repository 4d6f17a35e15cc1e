import { expect, it } from "vitest";
import { createMemoryStore } from "../src/memoryStore";
import { OutboxClient } from "../src/outboxClient";
import type { OutboxChange } from "../src/outboxItem";
import type { OutboxServer, TabMessage } from "../src/outboxParts";
import { OutboxRules } from "../src/outboxRules";
import { aClock, FailingStore, NO_LOCK, READY_SERVER, turns } from "./parts";

const RULES = new OutboxRules({ expiresAfterMs: 1000 });

function aTab(server: Partial<OutboxServer> = {}) {
  const store = new FailingStore(createMemoryStore());
  let hear: (message: TabMessage) => void = () => undefined;
  const { clock, endPauses } = aClock();
  const client = new OutboxClient({
    rules: RULES,
    server: { ...READY_SERVER, ...server },
    store,
    lock: NO_LOCK,
    tabs: {
      post: () => undefined,
      listen: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
    clock,
    newId: () => "again",
    release: "r1",
  });
  return {
    client,
    store,
    endPauses,
    hear: (message: TabMessage) => hear(message),
  };
}

const CHANGE: OutboxChange = {
  id: "a",
  call: "notes:edit",
  args: { text: "Milk" },
  subject: { key: "note-1", label: "note-1" },
  field: "text",
  label: "Text",
  at: 1,
};

it("hides a saved change from the response on, although its row cannot be deleted", async () => {
  let respond = (_value: null) => {};
  const { client, store, endPauses } = aTab({
    send: () => new Promise((resolve) => (respond = resolve)),
  });
  const { outcome } = await client.put(CHANGE);
  await turns();
  expect(client.items()).toMatchObject([{ id: "a" }]);
  store.failures = 1;
  respond(null);
  expect(await outcome).toEqual({ kind: "saved", value: null });
  await turns();
  expect(await store.read()).toMatchObject([{ id: "a" }]);
  expect(client.items()).toEqual([]);
  await client.read();
  expect(client.items()).toEqual([]);
  endPauses();
  await turns();
  expect(await store.read()).toEqual([]);
});

it("never shows a change that another tab has saved, although its row is read after that", async () => {
  const { client, store, hear } = aTab({ isReady: () => false });
  await store.transact((rows) => {
    const { put = [] } = RULES.addChange(rows, CHANGE, "r1");
    return { put, result: null };
  });
  const shown: string[] = [];
  client.subscribe(() => shown.push(...client.items().map(({ id }) => id)));
  const outcome = { kind: "saved", value: null } as const;
  hear({ kind: "outcome", id: CHANGE.id, outcome });
  hear({ kind: "changed" });
  await turns();
  await client.put({ ...CHANGE, id: "b", field: "title" });
  expect(new Set(shown)).toEqual(new Set(["b"]));
});

it.each([
  ["sends", "the device knew no data epoch", ""],
  ["sends", "the server's data epoch was the same", "now"],
  ["asks about", "the server's data was restored", "before"],
])("%s a change that was made when %s", async (does, _, madeIn) => {
  let isReady = false;
  let epoch = madeIn;
  const { client, store } = aTab({
    isReady: () => isReady,
    epoch: () => epoch,
  });
  await client.put(CHANGE);
  isReady = true;
  epoch = "now";
  client.wake();
  const asked = client.questions().length;
  await turns();
  const isAsked = does === "asks about";
  expect(asked).toBe(isAsked ? 1 : 0);
  expect(await store.read()).toHaveLength(asked);
});
