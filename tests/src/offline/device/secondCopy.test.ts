import fc from "fast-check";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import { storeName } from "@/offline/device/storeOwner";
import { rememberStore, removeAllStores, removeStore } from "@/offline/device/devices";
import { openDeviceDatabase } from "@/offline/device/openDatabase";
import { COPIED_TABLES } from "@/offline/device/copyBucket";
import { dropExpiredCopies, readCopy, writeCopy } from "@/offline/days/copyTables";
import type { DayCopy } from "@/offline/days/copiedDay";
import type { Id } from "@convex/_generated/dataModel";
import { aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

const DAY_MS = 24 * 60 * 60_000;

const NAME = storeName(OWNER);

/** The databases of the bucket; null while there is no bucket. */
let bucket: IDBFactory | null;
let store: DeviceStore;

beforeEach(() => {
  emptyDevice();
  bucket = null;
  const open = () => Promise.resolve({ indexedDB: (bucket ??= new IDBFactory()) });
  const remove = () => Promise.resolve(void (bucket = null));
  const names = new Map<string, Promise<unknown>>();
  const request = async (name: string, work: () => Promise<unknown>) => {
    const running = (names.get(name) ?? Promise.resolve()).then(work);
    names.set(
      name,
      running.catch(() => undefined),
    );
    return await running;
  };
  vi.stubGlobal("navigator", {
    storageBuckets: { open, delete: remove },
    locks: { request },
  });
  store = new DeviceStore(OWNER);
});

afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
});

type Row = readonly [table: string, key: string, value: unknown];

const ROWS = {
  drafts: (key: string, at: number) => [{ id: key, values: {}, at }],
  typed: (key: string, at: number) => [{ key, at }],
  outbox: (key: string, at: number) => [{ id: key, at }],
  photos: (key: string, at: number) => [{ id: key, at }],
  jobs: (key: string, at: number) => [{ _id: key, at }],
  customers: (key: string, at: number) => [{ customer_id: key, at }],
  facts: (key: string, at: number) => [{ name: key, value: at }],
  // The bytes of a key never change.
  bytes: (key: string) => [new TextEncoder().encode(key).buffer, key],
} as const;

type Table = keyof typeof ROWS;

async function put(table: Table, key: string, at: number) {
  await store.write([table], async (tx) => {
    const rows = tx.objectStore(table) as unknown as {
      put: (...row: readonly unknown[]) => Promise<unknown>;
    };
    await rows.put(...ROWS[table](key, at));
  });
}

async function remove(table: Table, key: string) {
  await store.write([table], (tx) => tx.objectStore(table).delete(key));
}

/** All rows of the copied tables, of the page's own storage or of a bucket's. */
async function rowsIn(factory: IDBFactory | null): Promise<Row[]> {
  const databases = (await factory?.databases()) ?? [];
  if (factory === null || databases.every(({ name }) => name !== NAME)) return [];
  const db = await openDeviceDatabase(NAME, { factory });
  const rows: Row[] = [];
  for (const table of COPIED_TABLES)
    for (const key of await db.getAllKeys(table))
      rows.push([table, key, plain(await db.get(table, key))]);
  db.close();
  return rows;
}

/** Bytes as text, so that rows can be compared. */
function plain(value: unknown): unknown {
  return value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;
}

async function untilCopied() {
  await vi.waitFor(async () => expect(await rowsIn(bucket)).toEqual(await rowsIn(indexedDB)), {
    timeout: 30_000,
  });
}

/** The next start of the browser, which may find one of the two logs unreadable. */
async function restart(deleted: "own" | "copy" | null) {
  store.close();
  if (deleted === "own") emptyDevice();
  if (deleted === "copy") bucket = null;
  store = new DeviceStore(OWNER);
  await store.read(["facts"], (tx) => tx.objectStore("facts").count());
}

it("unsent work and the days are restored after the browser has deleted the databases of one of its logs", async () => {
  const key = fc.constantFrom("a", "b", "c");
  const table = fc.constantFrom(...COPIED_TABLES);
  const write = fc.record({ table, key, isRemoved: fc.boolean() });
  const life = fc.record({
    writes: fc.array(write, { maxLength: 8 }),
    deleted: fc.constantFrom("own" as const, "copy" as const, null),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(life, { maxLength: 6 }), async (lives) => {
      emptyDevice();
      bucket = null;
      await restart(null);
      let at = 0;
      for (const { writes, deleted } of lives) {
        for (const { table: of, key: id, isRemoved } of writes)
          await (isRemoved ? remove(of, id) : put(of, id, (at += 1)));
        const before = await rowsIn(indexedDB);
        await untilCopied();
        await restart(deleted);
        expect(await rowsIn(indexedDB)).toEqual(before);
        await untilCopied();
      }
    }),
    { numRuns: 25 },
  );
});

it("two pages that write at the same time leave the later rows in the copy", async () => {
  const other = new DeviceStore(OWNER);
  const writes = Array.from({ length: 20 }, (_, at) => {
    const row = { id: "a", values: {}, at };
    const page = at % 2 === 0 ? store : other;
    return page.write(["drafts"], (tx) => tx.objectStore("drafts").put(row));
  });
  await Promise.all(writes);
  await untilCopied();
  other.close();
});

it("a failed copy never disturbs the page, and the next start makes it again", async () => {
  await put("drafts", "a", 1);
  await untilCopied();
  const failing = vi
    .spyOn(navigator.locks, "request")
    .mockRejectedValue(new DOMException("planted", "UnknownError"));
  await put("drafts", "b", 2);
  await vi.waitFor(async () => expect(await rowsIn(bucket)).toEqual([]), {
    timeout: 30_000,
  });
  failing.mockRestore();
  await put("drafts", "c", 3);
  await restart(null);
  await untilCopied();
  expect(await rowsIn(bucket)).toHaveLength(3);
});

it("a store that the person removes cannot come back from its copy", async () => {
  await rememberStore(OWNER);
  for (const removal of [() => removeStore(NAME), removeAllStores]) {
    await put("outbox", "a", 1);
    await untilCopied();
    await removal();
    expect(await rowsIn(bucket)).toEqual([]);
    await restart(null);
    expect(await rowsIn(indexedDB)).toEqual([]);
    await rememberStore(OWNER);
  }
});

function dayOf(...jobs: string[]): DayCopy {
  return {
    jobs: jobs.map((id) => aJob({ _id: id as Id<"jobs"> })),
    customers: new Map(),
    range: { from: 0, until: DAY_MS },
    savedAt: DAY_MS,
  };
}

it("the last copy of the days is restored, without the jobs that left it", async () => {
  await writeCopy(store, dayOf("a", "b"));
  await untilCopied();
  await writeCopy(store, dayOf("b", "c"));
  await untilCopied();
  await restart("own");
  const found = await readCopy(store, DAY_MS);
  expect(found?.jobs.map(({ _id }) => _id)).toEqual(["b", "c"]);
});

it("the days of a person who does not come back are deleted after 7 days, and no unsent work", async () => {
  await writeCopy(store, dayOf("a"));
  await put("outbox", "change", 1);
  await untilCopied();
  store.close();
  emptyDevice();
  await dropExpiredCopies(8 * DAY_MS);
  expect(await rowsIn(bucket)).toHaveLength(7);
  await dropExpiredCopies(8 * DAY_MS + 1);
  expect(await rowsIn(bucket)).toEqual([["outbox", "change", { id: "change", at: 1 }]]);
});

it("a browser without buckets keeps its own databases", async () => {
  vi.stubGlobal("navigator", {});
  await put("drafts", "a", 1);
  await restart(null);
  expect(await rowsIn(indexedDB)).toHaveLength(1);
});
