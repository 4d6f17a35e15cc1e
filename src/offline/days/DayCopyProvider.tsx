import { useConvex } from "convex/react";
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { TimeRange } from "@domain/dates/days";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { useIsOffline, useLostSince } from "@/lib/connection/connectionState";
import type { DayCopyKeeper } from "./DayCopyKeeper";
import type { CopiedJob, DayCopy } from "./copiedDay";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";

interface DayCopies {
  /** Null if the device has no copy, undefined while it is being read. */
  readonly copy: DayCopy | null | undefined;
  /** When the page stopped being live. Null while it is live, and for the first moment after. */
  readonly lostSince: number | null;
  /** Whether a request failed because the server does not answer. A page that is connecting is not offline. */
  readonly isOffline: boolean;
  /** Replaces one day of the copy by the jobs that the server has now. */
  readonly saveDay: (day: TimeRange, jobs: readonly CopiedJob[]) => void;
  /** The saved thumbnail of a photo; null if there is none. */
  readonly picture: (fileId: string) => Promise<Blob | null>;
}

const NONE: Pick<DayCopies, "saveDay" | "picture"> = {
  saveDay: () => undefined,
  picture: () => Promise.resolve(null),
};

const DayCopiesContext = createContext<DayCopies>({
  ...NONE,
  copy: null,
  lostSince: null,
  isOffline: false,
});

export function useDayCopies(): DayCopies {
  return useContext(DayCopiesContext);
}

/** The copy of days that this device keeps for the person who is signed in. */
export function DayCopyProvider({ children }: { readonly children: ReactNode }) {
  const { store, problem } = useDeviceStore();
  const keeper = useKeeper(store);
  const copy = useSyncExternalStore(
    keeper?.subscribe ?? subscribeToNothing,
    keeper?.copy ?? nothing,
  );
  const lostSince = useLostSince();
  const isOffline = useIsOffline();
  const value = useMemo(
    () => ({
      copy: copy === undefined && problem !== null ? null : copy,
      lostSince,
      isOffline,
      saveDay: keeper?.saveDay ?? NONE.saveDay,
      picture: keeper?.picture ?? NONE.picture,
    }),
    [copy, problem, lostSince, isOffline, keeper],
  );
  return <DayCopiesContext value={value}>{children}</DayCopiesContext>;
}

function useKeeper(store: DeviceStore | null): DayCopyKeeper | null {
  const convex = useConvex();
  const [keeper, setKeeper] = useState<DayCopyKeeper | null>(null);

  useEffect(() => {
    if (store === null) return;
    let opened: DayCopyKeeper | null = null;
    let isCurrent = true;
    const open = async () => {
      const { DayCopyKeeper } = await import("./DayCopyKeeper");
      if (!isCurrent) return;
      opened = new DayCopyKeeper({ store, convex, isFilled: isFieldDevice() });
      setKeeper(opened);
      await opened.start();
    };
    open().catch((error: unknown) => {
      // Without the code of the copy, the screens show live data only.
      if (!isChunkLoadError(error)) reportError(error);
    });
    return () => {
      isCurrent = false;
      setKeeper(null);
      opened?.stop();
    };
  }, [store, convex]);
  return keeper;
}

/** Phones, tablets and installed apps. Desktops keep no copy, which spares the server their requests. */
function isFieldDevice(): boolean {
  return (
    window.matchMedia("(pointer: coarse)").matches ||
    window.matchMedia("(display-mode: standalone)").matches
  );
}

const subscribeToNothing = () => () => {};
const nothing = () => undefined;
