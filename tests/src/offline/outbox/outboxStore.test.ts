import { beforeEach, expect, it } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import { createOutboxStore } from "@/offline/outbox/outboxStore";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { aWaiting } from "../../../support/waitingItem";

beforeEach(emptyDevice);

it("a new job that is put into the outbox is no longer a draft, and every other draft stays", async () => {
  const device = new DeviceStore(OWNER);
  const draft = (id: string) => ({ id, values: {}, at: 1 });
  await device.write(["drafts"], async (tx) => {
    for (const id of ["key-1", "key-2"]) await tx.objectStore("drafts").put(draft(id));
  });
  const store = createOutboxStore(device);
  const created = { ...aWaiting("jobs:create", {}), creates: "key-1" };
  const { items } = await store.transact(() => ({
    put: [created, aWaiting("jobs:update", { id: "job1" })],
    result: null,
  }));
  expect(items).toHaveLength(2);
  const drafts = await device.read(["drafts"], (tx) => tx.objectStore("drafts").getAllKeys());
  expect(drafts).toEqual(["key-2"]);
  device.close();
});
