import { expect, it } from "vitest";
import { MemoryFirstRows, STORE_LIMIT_MS } from "../src/memoryFirstRows";
import { createMemoryStore } from "../src/memoryStore";
import type { OutboxChange, OutboxItem } from "../src/outboxItem";
import type { OutboxStore } from "../src/outboxParts";
import { OutboxRules } from "../src/outboxRules";
import { complete } from "../src/steps";
import { aClock, CHANGE, FailingStore, turns } from "./parts";

const RULES = new OutboxRules({ expiresAfterMs: 1000 });

/** Its transactions wait, before or after they have called the change, until it is released. */
class HeldStore implements OutboxStore {
  readonly read: OutboxStore["read"];
  readonly #store: OutboxStore;
  #release = () => {};
  held: "nowhere" | "before" | "after" = "nowhere";

  constructor(store: OutboxStore) {
    this.#store = store;
    this.read = store.read;
  }

  release(): void {
    this.held = "nowhere";
    this.#release();
  }

  readonly transact: OutboxStore["transact"] = async (change) => {
    if (this.held === "before") await this.#hold();
    const done = await this.#store.transact(change);
    if (this.held === "after") await this.#hold();
    return done;
  };

  #hold(): Promise<void> {
    return new Promise((resolve) => (this.#release = resolve));
  }
}

function rowsOver(store: OutboxStore) {
  const { clock, pauses, endPauses } = aClock();
  const happened: string[] = [];
  const answered = new Set<string>();
  const rows = new MemoryFirstRows(store, {
    clock,
    onItems: () => happened.push(`shows ${idsOf(rows.items).join(" ")}`),
    onStored: () => happened.push("stored"),
    onBack: () => happened.push("back"),
    isAnswered: (id) => answered.has(id),
  });
  const add = (change: Partial<OutboxChange> = {}) =>
    rows.transact((items) =>
      RULES.addChange(
        items,
        { ...CHANGE, ...change },
        { release: "r1", canReplace: rows.canReplace },
      ),
    );
  const claim = () =>
    rows.transact((items) =>
      RULES.claimNext(items, 1, {
        paused: new Set(),
        epoch: "",
        canRecord: rows.canRecord,
      }),
    );
  return { rows, add, claim, answered, happened, pauses, endPauses };
}

const idsOf = (items: readonly OutboxItem[]) => items.map(({ id }) => id);

it("shows a change in the same turn, and stores it after that", async () => {
  const { rows, add, happened } = rowsOver(createMemoryStore());
  const added = add();
  expect(happened).toEqual(["shows a"]);
  expect([rows.isStored("a"), rows.isWhole]).toEqual([false, false]);
  expect(await added).toMatchObject({ isStored: true });
  expect([rows.isStored("a"), rows.isWhole]).toEqual([true, true]);
  expect(happened).toEqual(["shows a", "shows a", "stored"]);
});

it("knows what earlier pages left once a read or a write has succeeded", async () => {
  const store = createMemoryStore();
  const read = () => Promise.reject(new Error("disk"));
  const { rows, add } = rowsOver({ ...store, read });
  await rows.read();
  expect(rows.isKnown).toBe(false);
  await add();
  expect(rows.isKnown).toBe(true);
});

it("writes in one transaction what was done while another one was running", async () => {
  const store = createMemoryStore();
  let transactions = 0;
  const { rows, add } = rowsOver({
    ...store,
    transact: (change) => {
      transactions += 1;
      return store.transact(change);
    },
  });
  const adding = ["a", "b", "c", "d"].map((id) => add({ id, field: id }));
  expect(idsOf(rows.items)).toEqual(["a", "b", "c", "d"]);
  await Promise.all(adding);
  expect(transactions).toBe(2);
  expect(idsOf(await store.read())).toEqual(["a", "b", "c", "d"]);
});

it("tries a write again within 4 s, however many changes the store has failed to write", async () => {
  const store = new FailingStore(createMemoryStore());
  const { rows, add, pauses, endPauses } = rowsOver(store);
  const ids = [..."abcdefgh"];
  store.failures = ids.length;
  for (const id of ids) {
    void add({ id });
    await turns();
  }
  expect(pauses.at(-1)).toBe(4000);
  endPauses();
  await turns();
  expect(rows.isWhole).toBe(true);
});

it("tries a write again after a second, then after twice as long, and begins with a second once the store has worked", async () => {
  const store = new FailingStore(createMemoryStore());
  const { rows, add, pauses, endPauses, happened } = rowsOver(store);
  store.failures = 3;
  expect(await add()).toMatchObject({ isStored: false });
  for (let failed = 0; failed < 3; failed += 1) {
    await turns();
    expect(rows.isStored("a")).toBe(false);
    endPauses();
  }
  await turns();
  expect(rows.isStored("a")).toBe(true);
  expect(happened.filter((what) => what === "back")).toEqual(["back"]);
  store.failures = 1;
  await add({ id: "b", field: "b" });
  await turns();
  const limit = STORE_LIMIT_MS;
  expect(pauses).toEqual([limit, 1000, 2000, 4000, limit, 1000]);
});

it.each(["before", "after"] as const)(
  "goes on without a store that does not answer: it was held %s it had taken the change, and has no row of it in the end",
  async (held) => {
    const store = new HeldStore(createMemoryStore());
    const { rows, add, claim, answered, endPauses } = rowsOver(store);
    store.held = held;
    const adding = add();
    await turns();
    endPauses();
    expect(await adding).toMatchObject({ isStored: false });
    const { result: claimed } = await claim();
    expect(claimed).toMatchObject({ id: "a", attempts: 1 });
    answered.add("a");
    await rows.transact((items) => complete(items, "a"));
    expect(rows.items).toEqual([]);
    store.release();
    await turns();
    expect(await store.read()).toEqual([]);
    expect([rows.items, rows.isWhole]).toEqual([[], true]);
  },
);

it.each(["before", "after"] as const)(
  "counts the attempt of a change whose store was held %s it had taken it",
  async (held) => {
    const store = new HeldStore(createMemoryStore());
    const { add, claim, endPauses } = rowsOver(store);
    store.held = held;
    void add();
    await turns();
    endPauses();
    await claim();
    store.release();
    await turns();
    expect(await store.read()).toMatchObject([
      { id: "a", attempts: 1, state: { kind: "sending" } },
    ]);
  },
);

it("writes no row again that another page has found in the late store, and has sent", async () => {
  const inner = createMemoryStore();
  const store = new HeldStore(inner);
  const { add, answered, endPauses } = rowsOver(store);
  store.held = "after";
  void add();
  await turns();
  endPauses();
  answered.add("a");
  await inner.transact(() => ({ remove: ["a"], result: null }));
  store.release();
  await turns();
  expect(await store.read()).toEqual([]);
});

it("counts the attempt that the page has made, also where a store that answers late has counted another one", async () => {
  const store = new HeldStore(createMemoryStore());
  const { add, claim, endPauses } = rowsOver(store);
  await add();
  store.held = "after";
  void add({ id: "b", subject: { key: "note-2", label: "note-2" } });
  const claiming = claim();
  await turns();
  endPauses();
  expect((await claiming).result).toMatchObject({ id: "b" });
  store.release();
  await turns();
  const rows = await store.read();
  expect(rows.find(({ id }) => id === "b")).toMatchObject({ attempts: 1 });
});

it("sends and replaces no row of a failing store, and sends a later change of the same subject after it", async () => {
  const store = new FailingStore(createMemoryStore());
  const { rows, add, claim, endPauses } = rowsOver(store);
  await add();
  store.failures = Infinity;
  await add({ id: "b", args: { text: "Bread" } });
  await add({ id: "c", subject: { key: "note-2", label: "note-2" } });
  expect(idsOf(rows.items)).toEqual(["a", "b", "c"]);
  expect((await claim()).result).toMatchObject({ id: "c" });
  await turns();
  store.failures = 0;
  endPauses();
  await turns();
  expect((await claim()).result).toMatchObject({ id: "a" });
});

it("a change that the page alone has replaces another one", async () => {
  const store = new FailingStore(createMemoryStore());
  const { rows, add } = rowsOver(store);
  // Known to fail, so that nothing is tried with what follows.
  store.failures = Infinity;
  await add({ id: "x", field: "x" });
  await add();
  const { result } = await add({ id: "b", args: { text: "Bread" } });
  expect(result).toEqual({ isKept: true, replaced: ["a"] });
  expect(idsOf(rows.items)).toEqual(["x", "b"]);
});

it("shows what it knows if the store does not answer at the start", async () => {
  const { rows, endPauses, happened } = rowsOver({
    ...createMemoryStore(),
    read: () => new Promise(() => undefined),
  });
  const reading = rows.read();
  endPauses();
  await reading;
  expect(happened).toEqual([]);
});
