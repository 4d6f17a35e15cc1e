import { createRootRoute, Outlet } from "@tanstack/react-router";
import { useConvexAuth } from "convex/react";
import { useEffect, useState } from "react";
import { AppShell } from "@/features/shell/AppShell";
import { lazyPart } from "@/components/lazyPart";
import { PageDialogs } from "@/features/palette/PageDialogs";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { runWhenIdle } from "@/lib/pageStart";

export const Route = createRootRoute({
  component: () => (
    <AppShell>
      <StoredWriting />
      <LazyUndoKeys />
      <Outlet />
      <PageDialogs />
    </AppShell>
  ),
});

// Without its code, the job shows the text when it is opened.
const WritingOffer = lazyPart(
  async () => (await import("@/features/jobs/WritingOffer")).WritingOffer,
  { Loading: () => null, Failed: () => null },
);

// Without its code, the history undoes.
const UndoKeys = lazyPart(
  async () => (await import("@/offline/undo/UndoKeys")).UndoKeys,
  { Loading: () => null, Failed: () => null },
);

function LazyUndoKeys() {
  const { isAuthenticated } = useConvexAuth();
  const isIdle = useIsIdle();
  return isIdle && isAuthenticated && <UndoKeys />;
}

/** There is a store only while somebody is signed in. */
function StoredWriting() {
  const { store } = useDeviceStore();
  const isIdle = useIsIdle();
  return isIdle && store !== null && <WritingOffer key={store.name} />;
}

function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => runWhenIdle(() => setIsIdle(true)), []);
  return isIdle;
}
