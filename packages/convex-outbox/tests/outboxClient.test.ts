import { expect, it } from "vitest";
import { createMemoryStore } from "../src/memoryStore";
import { OutboxClient } from "../src/outboxClient";
import type { OutboxServer, TabMessage } from "../src/outboxParts";
import { OutboxRules } from "../src/outboxRules";
import { aClock, CHANGE, FailingStore, NO_LOCK, READY_SERVER, turns } from "./parts";

const RULES = new OutboxRules({ expiresAfterMs: 1000 });

function aTab(server: Partial<OutboxServer> = {}) {
  const store = new FailingStore(createMemoryStore());
  let hear: (message: TabMessage) => void = () => undefined;
  const posted: TabMessage[] = [];
  const { clock, endPauses } = aClock();
  const client = new OutboxClient({
    rules: RULES,
    server: { ...READY_SERVER, ...server },
    store,
    lock: NO_LOCK,
    tabs: {
      post: (message) => posted.push(message),
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
    posted,
    hear: (message: TabMessage) => hear(message),
  };
}

it("hides a saved change from the response on, although its row cannot be deleted", async () => {
  let respond = (_value: null) => {};
  const { client, store, endPauses } = aTab({
    send: () => new Promise((resolve) => (respond = resolve)),
  });
  const { outcome } = client.put(CHANGE);
  expect(client.items()).toMatchObject([{ id: "a" }]);
  await turns();
  store.failures = Infinity;
  respond(null);
  expect(await outcome).toEqual({ kind: "saved", value: null });
  await turns();
  expect(await store.read()).toMatchObject([{ id: "a" }]);
  expect(client.items()).toEqual([]);
  await client.read();
  expect(client.items()).toEqual([]);
  store.failures = 0;
  endPauses();
  await turns();
  expect(await store.read()).toEqual([]);
});

it("never shows a change that another tab has saved, although its row is read after that", async () => {
  const { client, store, hear } = aTab({ isReady: () => false });
  await store.transact((rows) => {
    const { put = [] } = RULES.addChange(rows, CHANGE, { release: "r1" });
    return { put, result: null };
  });
  const shown: string[] = [];
  client.subscribe(() => shown.push(...client.items().map(({ id }) => id)));
  const outcome = { kind: "saved", value: null } as const;
  hear({ kind: "outcome", id: CHANGE.id, outcome });
  hear({ kind: "changed" });
  await turns();
  await client.put({ ...CHANGE, id: "b", field: "title" }).isStored;
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
  await client.put(CHANGE).isStored;
  isReady = true;
  epoch = "now";
  client.wake();
  const asked = client.questions().length;
  await turns();
  const isAsked = does === "asks about";
  expect(asked).toBe(isAsked ? 1 : 0);
  expect(await store.read()).toHaveLength(asked);
});

it("begins to send although what waits could not be read at the start", async () => {
  const sent: string[] = [];
  const { client, store } = aTab({
    send: ({ id }) => Promise.resolve(void sent.push(id)),
  });
  await store.transact((rows) => {
    const { put = [] } = RULES.addChange(rows, CHANGE, { release: "r1" });
    return { put, result: null };
  });
  Object.assign(store, { read: () => Promise.reject(new Error("disk")) });
  await client.start();
  await turns();
  expect(sent).toEqual(["a"]);
});

it("knows the subjects of which it has seen a change saved", async () => {
  const { client } = aTab();
  client.put(CHANGE);
  expect(client.hasSaved("note-1")).toBe(false);
  await turns();
  expect(client.hasSaved("note-1")).toBe(true);
  expect(client.hasSaved("a")).toBe(false);
});

it("shows, tells the other tabs and sends what a step of the application adds", async () => {
  const sent: string[] = [];
  const { client, posted } = aTab({
    send: ({ id }) => Promise.resolve(void sent.push(id)),
  });
  const changed = client.change((rows) => {
    const { put = [] } = RULES.addChange(rows, CHANGE, { release: "r1" });
    return { put, result: "added" };
  });
  expect(client.items()).toMatchObject([{ id: "a" }]);
  expect(await changed).toBe("added");
  expect(posted).toContainEqual({ kind: "changed" });
  await turns();
  expect(sent).toEqual(["a"]);
});

it("a tab whose session has ended sends nothing because another one has written", async () => {
  let calls = 0;
  const { client, hear } = aTab({
    send: () => Promise.reject(new Error(`call ${(calls += 1)}`)),
    verdictOn: () => "signIn",
  });
  await client.put(CHANGE).isStored;
  await turns();
  expect([calls, client.isSignedOut()]).toEqual([1, true]);
  hear({ kind: "changed" });
  await turns();
  expect(calls).toBe(1);
  client.wake();
  await turns();
  expect(calls).toBe(2);
});

it("ends the wait for a change whose row another tab has deleted without a word", async () => {
  const { client, store, hear, endPauses } = aTab({ isReady: () => false });
  const { outcome, isStored } = client.put(CHANGE);
  let ended: unknown = null;
  void outcome.then((value) => (ended = value));
  await isStored;
  await store.transact(() => ({ remove: ["a"], result: null }));
  hear({ kind: "changed" });
  await turns();
  expect(ended).toBeNull();
  endPauses();
  await turns();
  expect(ended).toEqual({ kind: "replaced" });
});
