import { useEffect, useMemo, useState } from "react";
import { useSharedValue } from "@/lib/SharedValue";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { decidedTexts, foundTexts, removeTexts, type TypedText } from "./TypedTexts";

interface Found {
  readonly texts: readonly TypedText[];
  readonly discard: (texts: readonly TypedText[]) => void;
}

interface LoadedRows {
  readonly store: DeviceStore | null;
  readonly rows: readonly TypedText[];
}

const NOTHING: LoadedRows = { store: null, rows: [] };

/**
 * The texts that earlier forms left on the device, the newest first, without those that were used or discarded since.
 */
export function useFoundTexts(): Found {
  const { store } = useDeviceStore();
  const decided = useSharedValue(decidedTexts);
  const [loaded, setLoaded] = useState(NOTHING);
  useEffect(() => {
    if (store === null) return;
    let isCurrent = true;
    foundTexts(store).then(
      (rows) => isCurrent && setLoaded({ store, rows }),
      // The next write reports why the store fails.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [store]);

  const texts = useMemo(() => {
    return loaded.store === store ? loaded.rows.filter(({ key }) => !decided.has(key)) : [];
  }, [loaded, store, decided]);
  const discard = (rows: readonly TypedText[]) => {
    if (store === null || rows.length === 0) return;
    // Texts whose rows cannot be removed are offered again.
    removeTexts(store, rows).catch(() => undefined);
  };
  return { texts, discard };
}
