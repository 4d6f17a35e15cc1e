import { useEffect, useState } from "react";
import type { DeviceStore } from "./device/deviceStore";
import { useDeviceStore } from "./device/DeviceStoreProvider";
import { tryStore } from "./device/deviceStoreErrors";

/** What `read` finds in the device's store; `undefined` while it is read, and where there is nothing. */
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
