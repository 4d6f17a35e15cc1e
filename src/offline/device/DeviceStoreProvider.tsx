import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { useSession } from "@/session/session";
import type { StoreOwner } from "./storeOwner";
import type { DeviceStoreState } from "./openDeviceStore";

const NO_STORE: DeviceStoreState = { store: null, problem: null };

const DeviceStoreContext = createContext<DeviceStoreState>(NO_STORE);

export function useDeviceStore(): DeviceStoreState {
  return useContext(DeviceStoreContext);
}

/** The store of an owner while it is being opened. */
export interface OpeningStore {
  readonly owner: StoreOwner;
  readonly state: Promise<DeviceStoreState>;
}

const OpeningStoreContext = createContext<OpeningStore | null>(null);

/** Null while nobody is signed in. */
export function useOpeningStore(): OpeningStore | null {
  return useContext(OpeningStoreContext);
}

interface DeviceStoreProviderProps {
  /** The URL of the Convex deployment. */
  readonly deployment: string;
  readonly children: ReactNode;
}

/** Opens the store of the person who is signed in, and closes it when another one signs in. */
export function DeviceStoreProvider({ deployment, children }: DeviceStoreProviderProps) {
  const owner = useOwner(deployment);
  const [state, setState] = useState(NO_STORE);
  // A promise from the first render on, so that the owner's outbox exists before its store.
  const promised = useMemo(() => (owner === null ? null : promiseOf(owner)), [owner]);

  useEffect(() => {
    if (owner === null || promised === null) return;
    let isCurrent = true;
    const opening = openLater(owner);
    promised.resolve(opening);
    void opening.then((opened) => {
      if (isCurrent) setState(opened);
    });
    return () => {
      isCurrent = false;
      setState(NO_STORE);
      void opening.then(({ store }) => store?.close());
    };
  }, [owner, promised]);

  // Until the effect has run, the state is still that of the previous person.
  const isOwn = state.store === null || state.store.owner === owner;
  return (
    <OpeningStoreContext value={promised?.opening ?? null}>
      <DeviceStoreContext value={isOwn ? state : NO_STORE}>{children}</DeviceStoreContext>
    </OpeningStoreContext>
  );
}

function useOwner(deployment: string): StoreOwner | null {
  const session = useSession();
  const user = session.status === "signedIn" ? session.user : null;
  const [workspaceId, userId, userName, email] = [
    user?.workspaceId ?? null,
    user?.id ?? null,
    user?.name ?? "",
    user?.email ?? "",
  ];
  return useMemo(
    () =>
      workspaceId === null || userId === null
        ? null
        : { deployment, workspaceId, userId, userName, email },
    [deployment, workspaceId, userId, userName, email],
  );
}

function promiseOf(owner: StoreOwner) {
  let resolve = (_state: Promise<DeviceStoreState>) => {};
  const state = new Promise<DeviceStoreState>((settle) => (resolve = settle));
  const opening: OpeningStore = { owner, state };
  return { opening, resolve };
}

declare global {
  interface Window {
    /**
     * A promise of public/connect.js, used where no service worker has cached the code: settles when the server has
     * answered a query.
     */
    firstAnswer?: Promise<void>;
  }
}

/** Loads the store's code after the first paint, for which no page needs it. */
async function openLater(owner: StoreOwner): Promise<DeviceStoreState> {
  try {
    await window.firstAnswer;
    const { openDeviceStore } = await import("./openDeviceStore");
    return await openDeviceStore(owner);
  } catch (error) {
    if (isChunkLoadError(error)) return { store: null, problem: error.message };
    throw error;
  }
}
