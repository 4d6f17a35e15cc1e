import { openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { DEVICE_VERSION } from "@/offline/device/deviceSchema";
import { DeviceStore } from "@/offline/device/deviceStore";
import { storeName } from "@/offline/device/storeOwner";
import {
  countUnsent,
  finishRemovals,
  listStores,
  rememberStore,
  removeAllStores,
  removeStore,
} from "@/offline/device/devices";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

const BEN = { ...OWNER, userId: "user-2", userName: "Ben Ode" };
const NAME = storeName(OWNER);

beforeEach(emptyDevice);

async function fill(owner = OWNER, drafts = 1) {
  await rememberStore(owner);
  const store = new DeviceStore(owner);
  for (let id = 0; id < drafts; id++) {
    const draft = { id: String(id), values: {}, at: 1 };
    await store.write(["drafts"], (tx) => tx.objectStore("drafts").put(draft));
  }
  store.close();
}

const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name).toSorted();

describe("the stores of a device", () => {
  it("the stores of a device are listed with their owners, each once", async () => {
    await fill();
    await fill(BEN);
    await fill();
    const listed = (await listStores()).map(({ userName }) => userName);
    expect(listed.toSorted()).toEqual(["Ana Silva", "Ben Ode"]);
  });

  it("the stores of a device have a count of unsent work, also a store that was never opened", async () => {
    await fill(OWNER, 3);
    await rememberStore(BEN);
    expect(await countUnsent(NAME)).toBe(3);
    expect(await countUnsent(storeName(BEN))).toBe(0);
    await fill(BEN, 2);
    expect(await countUnsent(storeName(BEN))).toBe(2);
  });
});

describe("removing", () => {
  it("the removal of one store leaves the others", async () => {
    await fill();
    await fill(BEN);
    await removeStore(NAME);
    expect(await databaseNames()).toEqual(["downspout", storeName(BEN)]);
    expect((await listStores()).map(({ name }) => name)).toEqual([storeName(BEN)]);
  });

  it("the removal of all stores includes those that a later release has upgraded", async () => {
    await fill();
    await fill(BEN);
    const later = await openDB(NAME, DEVICE_VERSION + 1);
    later.close();
    await removeAllStores();
    expect(await databaseNames()).toEqual(["downspout"]);
    expect(await listStores()).toEqual([]);
  });

  it("a removal closes the store in a page that has it open", async () => {
    await fill();
    const open = new DeviceStore(OWNER);
    await open.read(["drafts"], (tx) => tx.objectStore("drafts").count());
    await removeStore(NAME);
    expect(await databaseNames()).toEqual(["downspout"]);
    const write = open.write(["drafts"], (tx) => tx.objectStore("drafts").clear());
    await expect(write).rejects.toMatchObject({ reason: "removed" });
  });

  it("a removal empties a store that a frozen page holds open, and deletes it at a later start", async () => {
    await fill();
    const frozen = await openDB(NAME, DEVICE_VERSION);
    await removeStore(NAME);
    expect(await frozen.count("drafts")).toBe(0);
    expect(await listStores()).toEqual([]);

    frozen.close();
    await finishRemovals();
    expect(await databaseNames()).toEqual(["downspout"]);
  });

  it("a removal is forgotten if the person signs in again before a later start", async () => {
    await fill();
    const frozen = await openDB(NAME, DEVICE_VERSION);
    await removeStore(NAME);
    frozen.close();
    await fill();
    await finishRemovals();
    expect(await countUnsent(NAME)).toBe(1);
  });
});
