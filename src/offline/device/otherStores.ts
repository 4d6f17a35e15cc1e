import type { ConvexReactClient } from "convex/react";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { DeviceStoreError } from "./deviceStoreErrors";
import { otherStoresOf } from "./devices";
import type { DeviceStore } from "./deviceStore";
import { NoStoreError } from "./storeProblem";

/**
 * Takes over unsent work from the person's other stores of the same office, which few devices have. `opened` rejects
 * with a NoStoreError if this device has no store. Resolves to a function that stops.
 */
export async function watchOthers(
  opened: Promise<DeviceStore>,
  convex: ConvexReactClient,
  onTaken: () => void,
): Promise<() => void> {
  try {
    const store = await opened;
    if ((await otherStoresOf(store.owner)).length === 0) return () => undefined;
    const { watchFormer } = await import("./formerStores");
    return watchFormer(store, convex, onTaken);
  } catch (error) {
    // The next start tries again.
    if (
      error instanceof DeviceStoreError ||
      error instanceof NoStoreError ||
      isChunkLoadError(error)
    )
      return () => undefined;
    throw error;
  }
}
