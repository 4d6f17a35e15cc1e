import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DEVICE_VERSION } from "@/offline/device/deviceSchema";
import { DeviceStore } from "@/offline/device/deviceStore";
import { storeName } from "@/offline/device/storeOwner";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

const draft = (id: string) => ({ id, values: {}, at: 1 });

const NAME = storeName(OWNER);

let store: DeviceStore;

beforeEach(() => {
  emptyDevice();
  store = new DeviceStore(OWNER);
});

afterEach(() => {
  store.close();
  vi.restoreAllMocks();
});

const putDraft = (id: string) =>
  store.write(["drafts"], (tx) => tx.objectStore("drafts").put(draft(id)));
const draftIds = () => store.read(["drafts"], (tx) => tx.objectStore("drafts").getAllKeys());

/** Makes the next `times` calls of a method of IndexedDB throw, and counts all calls. */
function failNext(
  target: object,
  method: string,
  { times, error }: { times: number; error: string },
) {
  const calls = { count: 0 };
  const methods = target as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[method];
  vi.spyOn(methods, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
    calls.count += 1;
    if (calls.count <= times) throw new DOMException("planted", error);
    return original?.apply(this, args);
  });
  return calls;
}

describe("a device store", () => {
  it("keeps what was written when the page is opened again", async () => {
    await putDraft("a");
    store.close();
    store = new DeviceStore(OWNER);
    expect(await draftIds()).toEqual(["a"]);
  });

  it("belongs to one person in one workspace of one deployment", async () => {
    await putDraft("a");
    const others = [
      { ...OWNER, userId: "user-2" },
      { ...OWNER, workspaceId: "office-2" },
      { ...OWNER, deployment: "https://other.example" },
    ].map((owner) => new DeviceStore(owner));
    for (const other of others) {
      const count = await other.read(["drafts"], (tx) => tx.objectStore("drafts").count());
      expect(count).toBe(0);
      other.close();
    }
  });

  it("asks for strict durability exactly where the tables hold unsent changes or photos", async () => {
    await draftIds();
    const asked = vi.spyOn(IDBDatabase.prototype, "transaction");
    const write = async (tables: Parameters<typeof store.write>[0]) =>
      store.write(tables, () => Promise.resolve());
    await write(["typed"]);
    await write(["outbox"]);
    await write(["photos", "bytes"]);
    await write(["typed", "outbox"]);
    await write(["jobs", "customers", "pictures", "facts"]);
    expect(asked.mock.calls.map(([, , options]) => options?.durability)).toEqual([
      "default",
      "strict",
      "strict",
      "strict",
      "default",
    ]);
  });

  it("a transaction whose work throws changes nothing", async () => {
    const failing = store.write(["drafts"], async (tx) => {
      await tx.objectStore("drafts").put(draft("a"));
      throw new RangeError("a bug of the caller");
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await draftIds()).toEqual([]);
  });

  it("resolves a write only after the transaction has ended", async () => {
    const order: string[] = [];
    const writing = store.write(["drafts"], async (tx) => {
      await tx.objectStore("drafts").put(draft("a"));
      void tx.done.then(() => order.push("ended"));
      order.push("requested");
    });
    await writing.then(() => order.push("resolved"));
    expect(order).toEqual(["requested", "ended", "resolved"]);
  });
});

describe("database handles that the browser has closed", () => {
  it.each(["InvalidStateError", "UnknownError"])(
    "a closed handle is opened again after %s, and the transaction repeated",
    async (error) => {
      await putDraft("a");
      const calls = failNext(IDBDatabase.prototype, "transaction", {
        times: 1,
        error,
      });
      await putDraft("b");
      expect(calls.count).toBe(2);
      expect(await draftIds()).toEqual(["a", "b"]);
    },
  );

  it("a closed handle is refused with a sentence when opening again does not help", async () => {
    await putDraft("a");
    const calls = failNext(IDBDatabase.prototype, "transaction", {
      times: 2,
      error: "UnknownError",
    });
    await expect(putDraft("b")).rejects.toMatchObject({
      reason: "unavailable",
      message: expect.stringContaining("keeps nothing") as string,
    });
    expect(calls.count).toBe(2);
    // The next write tries again.
    await putDraft("c");
    expect(await draftIds()).toEqual(["a", "c"]);
  });

  it("repeats a transaction that ended without a reason", async () => {
    let runs = 0;
    await store.write(["drafts"], async (tx) => {
      runs += 1;
      await tx.objectStore("drafts").put(draft("a"));
      // As when WebKit closes the database: every transaction is aborted.
      if (runs === 1) tx.abort();
    });
    expect(runs).toBe(2);
    expect(await draftIds()).toEqual(["a"]);
  });

  it("repeats a transaction that ended before its work had made all requests", async () => {
    let runs = 0;
    await store.write(["drafts"], async (tx) => {
      runs += 1;
      const table = tx.objectStore("drafts");
      await table.put(draft("a"));
      if (runs === 1) tx.abort();
      await table.put(draft("b"));
    });
    expect(runs).toBe(2);
    expect(await draftIds()).toEqual(["a", "b"]);
  });
});

describe("a full disk", () => {
  it("a full disk drops the saved pictures first", async () => {
    const picture = {
      fileId: "f1",
      bytes: new ArrayBuffer(8),
      type: "image/jpeg",
      at: 1,
    };
    await store.write(["pictures"], (tx) => tx.objectStore("pictures").put(picture));
    failNext(IDBObjectStore.prototype, "put", {
      times: 1,
      error: "QuotaExceededError",
    });
    await putDraft("a");
    expect(await draftIds()).toEqual(["a"]);
    const pictures = await store.read(["pictures"], (tx) => tx.objectStore("pictures").count());
    expect(pictures).toBe(0);
  });

  it("a full disk is named even if the work has made more requests since", async () => {
    // oxlint-disable-next-line typescript/unbound-method -- It is called with its object.
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      const request = put.apply(this, args);
      const error = new DOMException("planted", "QuotaExceededError");
      request.addEventListener("success", () => {
        Object.assign(this.transaction, { error });
        this.transaction.abort();
      });
      return request;
    });
    const writing = store.write(["drafts"], async (tx) => {
      const table = tx.objectStore("drafts");
      await table.put(draft("a"));
      await table.getAllKeys();
    });
    await expect(writing).rejects.toMatchObject({ reason: "full" });
    expect(await draftIds()).toEqual([]);
  });

  it("a full disk refuses the write with a sentence, and accepts it again once there is space", async () => {
    failNext(IDBObjectStore.prototype, "put", {
      times: 2,
      error: "QuotaExceededError",
    });
    await expect(putDraft("a")).rejects.toMatchObject({
      reason: "full",
      message: expect.stringContaining("This device is full.") as string,
    });
    await putDraft("b");
    expect(await draftIds()).toEqual(["b"]);
  });
});

describe("another page", () => {
  it("a page of a later release upgrades the database under an open store, which can then only read", async () => {
    await putDraft("a");
    const later = await openDB(NAME, DEVICE_VERSION + 1);
    later.close();
    await expect(putDraft("b")).rejects.toMatchObject({ reason: "newer" });
    expect(await draftIds()).toEqual(["a"]);
    // Nothing was deleted: the later release still finds it.
    const again = await openDB(NAME, DEVICE_VERSION + 1);
    expect(await again.getAllKeys("drafts")).toEqual(["a"]);
    again.close();
  });

  it("a page that removes the database ends the store, which does not create it again", async () => {
    await putDraft("a");
    const deleted = await new Promise<string>((resolve) => {
      const request = indexedDB.deleteDatabase(NAME);
      request.onsuccess = () => resolve("deleted");
      request.onblocked = () => resolve("blocked");
    });
    expect(deleted).toBe("deleted");
    await expect(putDraft("b")).rejects.toMatchObject({ reason: "removed" });
    expect(await indexedDB.databases()).toEqual([]);
  });
});

describe("browsers without storage", () => {
  it("a browser without IndexedDB is reported with a sentence", async () => {
    vi.stubGlobal("indexedDB", undefined);
    await expect(putDraft("a")).rejects.toMatchObject({
      reason: "unavailable",
    });
    vi.unstubAllGlobals();
  });

  it("a browser that refuses storage is reported with a sentence", async () => {
    failNext(indexedDB, "open", { times: 9, error: "SecurityError" });
    await expect(putDraft("a")).rejects.toMatchObject({
      reason: "unavailable",
    });
  });
});
