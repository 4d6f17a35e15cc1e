import { DeviceStore } from "./deviceStore";
import { DeviceStoreError } from "./deviceStoreErrors";
import { finishRemovals, rememberStore } from "./devices";
import type { StoreOwner } from "./storeOwner";

export interface DeviceStoreState {
  /** Null while nobody is signed in, and in a browser that stores nothing. */
  readonly store: DeviceStore | null;
  /** A sentence for the person if there is no store although they are signed in. */
  readonly problem: string | null;
}

/** Opens the store when the page starts, so that a browser that stores nothing is detected before the person types. */
export async function openDeviceStore(owner: StoreOwner): Promise<DeviceStoreState> {
  const store = new DeviceStore(owner);
  try {
    await Promise.all([
      rememberStore(owner),
      store.read(["facts"], (tx) => tx.objectStore("facts").count()),
    ]);
    void finishRemovals().catch((error: unknown) => reportError(error));
    return { store, problem: null };
  } catch (error) {
    store.close();
    if (!(error instanceof DeviceStoreError)) throw error;
    return { store: null, problem: error.message };
  }
}
