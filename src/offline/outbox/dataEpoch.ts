import type { DataEpoch } from "convex-outbox";
import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { tryStore } from "@/offline/device/deviceStoreErrors";

/**
 * The server's data epoch: an id of its data, which changes when a backup is restored. The device stores it, so that
 * changes made without signal have an epoch too.
 */
export async function createDataEpoch(
  store: DeviceStore,
  convex: ConvexReactClient,
): Promise<DataEpoch> {
  let known = await readEpoch(store);
  let isKnown = false;
  return {
    lastKnown: () => known,
    isKnown: () => isKnown,
    watch: (listener) => {
      const query = convex.watchQuery(api.workspace.epoch, {});
      const read = () => {
        const epoch = resultOf(() => query.localQueryResult());
        if (epoch === undefined) return;
        if (epoch !== known) writeEpoch(store, epoch);
        known = epoch;
        isKnown = true;
        listener();
      };
      const stop = query.onUpdate(read);
      read();
      return stop;
    },
  };
}

/** Undefined while there is no result, and while the server wants a sign-in first. */
function resultOf(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch {
    // The screens show the same failure.
    return undefined;
  }
}

async function readEpoch(store: DeviceStore): Promise<string> {
  const fact = await tryStore(
    store.read(["facts"], (tx) => tx.objectStore("facts").get("epoch")),
  );
  return fact?.name === "epoch" ? fact.value : "";
}

function writeEpoch(store: DeviceStore, value: string): void {
  // The next write reports why the store fails.
  tryStore(
    store.write(["facts"], (tx) =>
      tx.objectStore("facts").put({ name: "epoch", value }),
    ),
  ).catch((error: unknown) => reportError(error));
}
