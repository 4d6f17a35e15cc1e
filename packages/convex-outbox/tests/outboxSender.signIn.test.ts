import { expect, it } from "vitest";
import { createMemoryStore } from "../src/memoryStore";
import { OutboxRules } from "../src/outboxRules";
import { aSender } from "./parts";

const rules = new OutboxRules({
  expiresAfterMs: 1000,
  isExisting: () => false,
});

const creationOf = (id: string) =>
  rules.addChange(
    [],
    {
      ...{ id, call: "notes:add", args: {}, creates: `key-${id}`, at: 1 },
      ...{ subject: { key: `key-${id}`, label: id }, field: null, label: id },
    },
    { release: "r1" },
  ).put ?? [];

it("sends everything that waited for a sign-in, and asks for none any more", async () => {
  const store = createMemoryStore();
  await store.transact(() => ({
    put: [...creationOf("a"), ...creationOf("b")],
    result: null,
  }));
  let isSignedIn = false;
  const saved: string[] = [];
  /** Resolves when the sender has nothing more to do. */
  let rest = () => {};
  const untilIdle = (start: () => void) =>
    new Promise<void>((resolve) => {
      rest = resolve;
      start();
    });
  const sender = aSender(
    {
      rules,
      store,
      server: {
        isReady: () => true,
        epoch: () => "",
        whileReady: (work) => work,
        send: () => (isSignedIn ? Promise.resolve(1) : Promise.reject(new Error())),
        verdictOn: () => "signIn",
      },
      lock: {
        hold: async (work) => {
          const hasMore = await work();
          if (hasMore === false) rest();
          return hasMore;
        },
      },
      clock: { now: () => 1, after: () => () => undefined },
    },
    (id) => saved.push(id),
  );
  await untilIdle(() => sender.wake());
  expect(sender.isSignedOut).toBe(true);
  isSignedIn = true;
  await untilIdle(() => sender.retryNow());
  expect(saved.toSorted()).toEqual(["a", "b"]);
  expect(sender.isSignedOut).toBe(false);
});
