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
  readonly outbox: Outbox | null;
}

/** Undefined while it opens; null where it cannot. */
const OutboxContext = createContext<Outbox | null | undefined>(null);

/** Null while the device has no open store. Changes are then sent to the server directly. */
export function useOpenOutbox(): Outbox | null {
  return useContext(OutboxContext) ?? null;
}

/**
 * Whether this page has read which changes wait on this device, or never will. From then on true: when the store is
 * opened again, as after a change of the person's name, what is shown stays.
 */
export function useIsOutboxRead(): boolean {
  const isRead = useContext(OutboxContext) !== undefined;
  const [wasRead, setWasRead] = useState(isRead);
  if (isRead && !wasRead) setWasRead(true);
  return isRead || wasRead;
}

/** Opens the outbox of the device's store, which sends while this tab is visible. */
export function OutboxProvider({ children }: { readonly children: ReactNode }) {
  const convex = useConvex();
  const { store, problem } = useDeviceStore();
  const { isAuthenticated } = useConvexAuth();
  const [opened, setOpened] = useState<Opened | null>(null);
  const outbox = opened?.store === store ? opened?.outbox : undefined;

  useEffect(() => {
    if (store === null) return;
    let isCurrent = true;
    let stop = () => {};
    const open = async () => {
      const create = await loadOutbox();
      if (!isCurrent) return;
      const created = create && (await create(store, convex));
      if (!isCurrent) return created?.stop();
      stop = created?.stop ?? stop;
      setOpened({ store, outbox: created });
    };
    open().catch((error: unknown) => {
      // The screens do not wait for it any longer.
      if (isCurrent) setOpened({ store, outbox: null });
      reportError(error);
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

  return (
    <OutboxContext value={problem === null ? outbox : null}>
      {children}
    </OutboxContext>
  );
}

async function loadOutbox() {
  try {
    return (await import("./createOutbox")).createOutbox;
  } catch (error) {
    if (isChunkLoadError(error)) return null;
    throw error;
  }
}
