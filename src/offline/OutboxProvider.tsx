import { useConvex, useConvexAuth } from "convex/react";
import {
  createContext,
  useContext,
  useEffect,
  useState,
  type ReactNode,
} from "react";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import type { DeviceStore } from "@/offline/device/deviceStore";
import type { Outbox } from "./createOutbox";

interface Opened {
  readonly store: DeviceStore;
  readonly outbox: Outbox;
}

const OutboxContext = createContext<Outbox | null>(null);

/** Null while the device has no open store. Changes are then sent to the server directly. */
export function useOpenOutbox(): Outbox | null {
  return useContext(OutboxContext);
}

/** Opens the outbox of the device's store, which sends while this tab is visible. */
export function OutboxProvider({ children }: { readonly children: ReactNode }) {
  const convex = useConvex();
  const { store } = useDeviceStore();
  const { isAuthenticated } = useConvexAuth();
  const [opened, setOpened] = useState<Opened | null>(null);
  const outbox = opened?.store === store ? (opened?.outbox ?? null) : null;

  useEffect(() => {
    if (store === null) return;
    let isCurrent = true;
    let stop = () => {};
    void loadOutbox().then(async (create) => {
      if (!isCurrent || create === null) return;
      const created = await create(store, convex);
      stop = created.stop;
      if (isCurrent) setOpened({ store, outbox: created });
      else stop();
    });
    return () => {
      isCurrent = false;
      stop();
      setOpened(null);
    };
  }, [store, convex]);

  useEffect(
    () => outbox?.setSignedIn(isAuthenticated),
    [outbox, isAuthenticated],
  );

  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

async function loadOutbox() {
  try {
    return (await import("./createOutbox")).createOutbox;
  } catch (error) {
    if (isChunkLoadError(error)) return null;
    throw error;
  }
}
