import { useConvex, useConvexAuth } from "convex/react";
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { useOpeningStore } from "@/offline/device/DeviceStoreProvider";
import { storeName } from "@/offline/device/storeOwner";
import { hasEnded, useSession } from "@/session/session";
import { createOutbox, type Outbox } from "./createOutbox";

interface OpenOutbox {
  readonly outbox: Outbox;
  readonly isRead: boolean;
  /** True if the session has ended and the page stays. */
  readonly isKept?: boolean;
}

/** Exported for tests, which open an outbox of their own. */
export const OutboxContext = createContext<OpenOutbox | null>(null);

/** Null while nobody is signed in. */
export function useOpenOutbox(): Outbox | null {
  return useContext(OutboxContext)?.outbox ?? null;
}

/** Whether this page has read the changes that wait on this device, or cannot read them. */
export function useIsOutboxRead(): boolean {
  return useContext(OutboxContext)?.isRead !== false;
}

export function useIsPageKept(): boolean {
  return useContext(OutboxContext)?.isKept === true;
}

/**
 * Provides the outbox of the signed-in person before anything can be tapped. It sends while this tab is visible.
 */
export function OutboxProvider({ children }: { readonly children: ReactNode }) {
  const convex = useConvex();
  const opening = useOpeningStore();
  const { isAuthenticated } = useConvexAuth();
  const [open, setOpen] = useState<OpenOutbox | null>(null);
  const name = opening && storeName(opening.owner);
  // An effect event, so that a person whose name changes keeps their outbox.
  const create = useEffectEvent(() => opening && createOutbox(opening, convex));

  useLayoutEffect(() => {
    if (name === null) return;
    const outbox = create();
    if (outbox === null) return;
    // Renders again before the first paint, so that nothing can be tapped before there is an outbox.
    // oxlint-disable-next-line react/set-state-in-effect
    setOpen({ outbox, isRead: false });
    const read = { outbox, isRead: true };
    void outbox.isRead.then(() => setOpen((now) => (now?.outbox === outbox ? read : now)));
    return () => {
      outbox.stop();
      setOpen(null);
    };
  }, [name, convex]);

  const outbox = open?.outbox;
  const isKept = hasEnded(useSession());
  useEffect(() => outbox?.setSignedIn(isAuthenticated), [outbox, isAuthenticated]);

  const value = useMemo(() => open && { ...open, isKept }, [open, isKept]);
  return <OutboxContext value={value}>{children}</OutboxContext>;
}
