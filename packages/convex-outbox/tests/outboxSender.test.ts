import { expect, it } from "vitest";
import type { OutboxItem, Refusal } from "../src/outboxItem";
import type { OutboxStore, Outcome } from "../src/outboxParts";
import { createMemoryStore } from "../src/memoryStore";
import { OutboxRules } from "../src/outboxRules";
import { aClock, aSender, NO_LOCK, READY_SERVER, turns } from "./parts";

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
  { release: "r1" },
).put as readonly [OutboxItem];

function aStore(item: OutboxItem): OutboxStore {
  const store = createMemoryStore();
  void store.transact(() => ({ put: [item], result: null }));
  return store;
}

/** What becomes of a creation that the server refuses because the row exists. */
async function outcomeOf(creation: OutboxItem) {
  const outcome = await new Promise<Outcome>((resolve) => {
    const sender = aSender(
      {
        rules,
        store: aStore(creation),
        server: {
          ...READY_SERVER,
          send: () => Promise.reject(new Error("refused")),
          verdictOn: () => EXISTS,
        },
        lock: NO_LOCK,
        clock: { now: () => 1, after: () => () => undefined },
      },
      (_id, reached) => resolve(reached),
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
    const sender = aSender({
      rules,
      store: aStore(CREATION),
      server: {
        ...READY_SERVER,
        send: () => Promise.reject(new Error("no answer")),
        verdictOn: () => null,
      },
      lock: NO_LOCK,
      clock: {
        now: () => 1,
        after: (ms) => {
          resolve(ms);
          return () => undefined;
        },
      },
    });
    sender.wake();
  });
  expect(pause).toBe(1000);
});

it("sends nothing once it was stopped while it took a row", async () => {
  const store = aStore(CREATION);
  let sends = 0;
  await new Promise<void>((resolve) => {
    const sender = aSender({
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
        ...READY_SERVER,
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
    });
    sender.wake();
  });
  expect(sends).toBe(0);
});

it.each([
  ["taken", null],
  ["refused", { code: "INVALID", message: "Not this." }],
])(
  "begins with a first pause again once the server has %s a change of the subject",
  async (_, verdict) => {
    const { clock, pauses, endPauses } = aClock();
    const store = aStore(CREATION);
    let unanswered = 2;
    let isRefused = false;
    const server = {
      ...READY_SERVER,
      send: async () => {
        isRefused = (unanswered -= 1) < 0;
        if (!isRefused || verdict !== null) throw new Error("failed");
        return await Promise.resolve(null);
      },
      verdictOn: () => (isRefused ? verdict : null),
    };
    const sender = aSender({ rules, store, server, lock: NO_LOCK, clock });
    sender.wake();
    for (let failed = 0; failed < 2; failed += 1) {
      await turns();
      endPauses();
    }
    await turns();
    expect(await store.read()).toHaveLength(verdict === null ? 0 : 1);
    await store.transact(() => ({ put: [CREATION], result: null }));
    unanswered = 1;
    sender.wake();
    await turns();
    expect(pauses).toEqual([1000, 2000, 1000]);
  },
);

it("deletes a row, and calls it saved, only after its response was kept", async () => {
  const store = aStore(CREATION);
  const outcomes: Outcome[] = [];
  let keep = () => {};
  const kept = new Promise<void>((resolve) => (keep = resolve));
  const sender = aSender(
    {
      rules,
      store,
      server: READY_SERVER,
      lock: NO_LOCK,
      clock: aClock().clock,
      onSaved: () => kept,
    },
    (_id, outcome) => outcomes.push(outcome),
  );
  sender.wake();
  await turns();
  expect(outcomes).toEqual([]);
  expect(await store.read()).toMatchObject([{ id: CREATION.id }]);
  keep();
  await turns();
  expect(outcomes).toEqual([{ kind: "saved", value: null }]);
  expect(await store.read()).toEqual([]);
});
