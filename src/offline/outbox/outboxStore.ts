import { apply, type OutboxStore } from "convex-outbox";
import type { DeviceStore } from "@/offline/device/deviceStore";

/**
 * The outbox in the device's store. A draft or typed text that becomes a change leaves its table in the same
 * transaction, so it is always in exactly one of them. `opened` rejects if this device has no store.
 */
export function createOutboxStore(opened: DeviceStore | Promise<DeviceStore>): OutboxStore {
  return {
    read: async () => {
      const store = await opened;
      return await store.read(["outbox"], (tx) => tx.objectStore("outbox").getAll());
    },
    transact: async (change) => {
      const store = await opened;
      return await store.write(["outbox", "drafts", "typed"], async (tx) => {
        const rows = tx.objectStore("outbox");
        const before = await rows.getAll();
        const { put = [], remove = [], saves = [], result } = change(before);
        await Promise.all([
          ...remove.map((id) => rows.delete(id)),
          ...saves.map((key) => tx.objectStore("typed").delete(key)),
          ...put.map((item) => rows.put(item)),
          ...put.flatMap(({ creates }) =>
            creates === undefined ? [] : [tx.objectStore("drafts").delete(creates)],
          ),
        ]);
        return { result, items: apply(before, { put, remove }) };
      });
    },
  };
}
