import { DeviceStore, type StoreOwner } from "./deviceStore";
import { DeviceStoreError } from "./deviceStoreErrors";
import { finishRemovals, rememberStore } from "./devices";

export interface DeviceStoreState {
  /** Null while nobody is signed in, and where this browser keeps nothing. */
  readonly store: DeviceStore | null;
  /** Why there is no store although someone is signed in: a sentence for the person. */
  readonly problem: string | null;
}

/** Opens the store, so that a browser which keeps nothing is found out before anything is typed. */
export async function openDeviceStore(
  owner: StoreOwner,
): Promise<DeviceStoreState> {
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
