import fc from "fast-check";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import { storeName } from "@/offline/device/storeOwner";
import {
  rememberStore,
  removeAllStores,
  removeStore,
} from "@/offline/device/devices";
import { openDeviceDatabase } from "@/offline/device/openDatabase";
import { COPIED_TABLES } from "@/offline/device/secondCopy";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

const NAME = storeName(OWNER);

/** The databases of the bucket; null while there is no bucket. */
let bucket: IDBFactory | null;
let store: DeviceStore;

beforeEach(() => {
  emptyDevice();
  bucket = null;
  const open = () =>
    Promise.resolve({ indexedDB: (bucket ??= new IDBFactory()) });
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
  if (factory === null || databases.every(({ name }) => name !== NAME))
    return [];
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
  await vi.waitFor(
    async () => expect(await rowsIn(bucket)).toEqual(await rowsIn(indexedDB)),
    { timeout: 30_000 },
  );
}

/** The next start of the browser, which may find one of the two logs unreadable. */
async function restart(deleted: "own" | "copy" | null) {
  store.close();
  if (deleted === "own") emptyDevice();
  if (deleted === "copy") bucket = null;
  store = new DeviceStore(OWNER);
  await store.read(["facts"], (tx) => tx.objectStore("facts").count());
}

it("unsent work is restored after the browser has deleted the databases of one of its logs", async () => {
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

it("a browser without buckets keeps its own databases", async () => {
  vi.stubGlobal("navigator", {});
  await put("drafts", "a", 1);
  await restart(null);
  expect(await rowsIn(indexedDB)).toHaveLength(1);
});
