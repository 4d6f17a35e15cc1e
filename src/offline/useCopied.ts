import { useEffect, useState } from "react";
import type { DeviceStore } from "./device/deviceStore";
import { useDeviceStore } from "./device/DeviceStoreProvider";
import { tryStore } from "./device/deviceStoreErrors";

/** The value that `read` finds in the device's store; `undefined` while reading, and if there is none. */
export function useCopied<Value>(
  read: (store: DeviceStore) => Promise<Value | null>,
): Value | undefined {
  const { store } = useDeviceStore();
  const [found, setFound] = useState<{
    readonly read: typeof read;
    readonly value: Value | null | undefined;
  }>();
  useEffect(() => {
    if (store === null) return;
    let isCurrent = true;
    void tryStore(read(store)).then((value) => {
      if (isCurrent) setFound({ read, value });
    });
    return () => {
      isCurrent = false;
    };
  }, [store, read]);
  return found?.read === read ? (found.value ?? undefined) : undefined;
}
