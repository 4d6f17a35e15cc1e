import { expect, it } from "vitest";
import type { OutboxItem, Refusal } from "../src/outboxItem";
import type { OutboxStore, Outcome } from "../src/outboxParts";
import { createMemoryStore } from "../src/memoryStore";
import { OutboxRules } from "../src/outboxRules";
import { OutboxSender } from "../src/outboxSender";

const EXISTS: Refusal = { code: "CONFLICT", message: "Exists." };

const rules = new OutboxRules({
  expiresAfterMs: 1000,
  isExisting: ({ message }) => message === EXISTS.message,
});

const [CREATION] = rules.addChange(
  [],
  {
    id: "a",
    call: "notes:add",
    args: { text: "Milk" },
    subject: { key: "key-1", label: "Milk" },
    creates: "key-1",
    field: null,
    label: "New note",
    at: 1,
  },
  "r1",
).put as readonly [OutboxItem];

function aStore(item: OutboxItem): OutboxStore {
  const store = createMemoryStore();
  void store.transact(() => ({ put: [item], result: null }));
  return store;
}

/** What becomes of a creation that the server refuses because the row exists. */
async function outcomeOf(creation: OutboxItem) {
  const outcome = await new Promise<Outcome>((resolve) => {
    const sender = new OutboxSender(
      {
        rules,
        store: aStore(creation),
        server: {
          isReady: () => true,
          epoch: () => "",
          whileReady: (work) => work,
          send: () => Promise.reject(new Error("refused")),
          verdictOn: () => EXISTS,
        },
        lock: { hold: async (work) => await work() },
        clock: { now: () => 1, after: () => () => undefined },
      },
      {
        onItems: () => undefined,
        onOutcome: (_id, reached) => resolve(reached),
      },
    );
    sender.wake();
  });
  return outcome;
}

it("takes a creation for done if an earlier attempt has arrived, although the server has forgotten its intent", async () => {
  expect(await outcomeOf({ ...CREATION, attempts: 1 })).toEqual({
    kind: "saved",
    value: null,
  });
});

it("shows a creation as refused if something else has its key", async () => {
  expect(await outcomeOf(CREATION)).toEqual({
    kind: "refused",
    refusal: EXISTS,
  });
});

it("pauses a subject for a second after a call without an answer", async () => {
  const pause = await new Promise<number>((resolve) => {
    const sender = new OutboxSender(
      {
        rules,
        store: aStore(CREATION),
        server: {
          isReady: () => true,
          epoch: () => "",
          whileReady: (work) => work,
          send: () => Promise.reject(new Error("no answer")),
          verdictOn: () => null,
        },
        lock: { hold: async (work) => await work() },
        clock: {
          now: () => 1,
          after: (ms) => {
            resolve(ms);
            return () => undefined;
          },
        },
      },
      { onItems: () => undefined, onOutcome: () => undefined },
    );
    sender.wake();
  });
  expect(pause).toBe(1000);
});

it("sends nothing once it was stopped while it took a row", async () => {
  const store = aStore(CREATION);
  let sends = 0;
  await new Promise<void>((resolve) => {
    const sender = new OutboxSender(
      {
        rules,
        store: {
          ...store,
          transact: async (change) => {
            const result = await store.transact(change);
            sender.stop();
            return result;
          },
        },
        server: {
          isReady: () => true,
          epoch: () => "",
          whileReady: (work) => work,
          send: () => {
            sends += 1;
            return Promise.resolve(null);
          },
          verdictOn: () => null,
        },
        lock: {
          hold: async (work) => {
            const result = await work();
            resolve();
            return result;
          },
        },
        clock: { now: () => 1, after: () => () => undefined },
      },
      { onItems: () => undefined, onOutcome: () => undefined },
    );
    sender.wake();
  });
  expect(sends).toBe(0);
});
