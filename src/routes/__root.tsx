import { createRootRoute, Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { AppShell } from "@/features/shell/AppShell";
import { lazyDialog, lazyPart } from "@/components/lazyPart";
import { PageDialogs } from "@/features/palette/PageDialogs";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { openCustomer, useRequestedCustomer } from "@/lib/openCustomer";
import { runWhenIdle } from "@/lib/pageStart";
import { useSession } from "@/session/session";

export const Route = createRootRoute({
  validateSearch: (
    search: Record<string, unknown>,
  ): { customer?: string | undefined } => ({
    customer:
      typeof search["customer"] === "string" ? search["customer"] : undefined,
  }),
  component: () => (
    <AppShell>
      <StoredWriting />
      <LaterParts />
      <Outlet />
      <PageDialogs />
      <LinkedCustomer />
    </AppShell>
  ),
});

const UNSEEN = { Loading: () => null, Failed: () => null };

// Without its code, the job shows the text when it is opened.
const WritingOffer = lazyPart(
  async () => (await import("@/features/jobs/WritingOffer")).WritingOffer,
  UNSEEN,
);

// Without its code, the history undoes.
const UndoKeys = lazyPart(
  async () => (await import("@/offline/undo/UndoKeys")).UndoKeys,
  UNSEEN,
);

// Without its code, the import asks for the file.
const ImportDrop = lazyPart(
  async () => (await import("@/features/imports/ImportDrop")).ImportDrop,
  UNSEEN,
);

/** Also without signal: what waits on the device can be undone there. */
function LaterParts() {
  const isSignedIn = useSession().status === "signedIn";
  const isIdle = useIsIdle();
  return (
    isIdle &&
    isSignedIn && (
      <>
        <UndoKeys />
        <ImportDrop />
      </>
    )
  );
}

/** There is a store only while somebody is signed in. */
function StoredWriting() {
  const { store } = useDeviceStore();
  const isIdle = useIsIdle();
  return isIdle && store !== null && <WritingOffer key={store.name} />;
}

const CustomerDialogs = lazyDialog(
  async () =>
    (await import("@/features/jobs/customer/CustomerDialogs")).CustomerDialogs,
);

/** The customer of a link waits for the sign-in. */
function LinkedCustomer() {
  const session = useSession();
  const { customer: linked } = Route.useSearch();
  const isRequested = useRequestedCustomer() !== null;
  const navigate = useNavigate();
  const [isUsed, setIsUsed] = useState(false);
  if (!isUsed && (linked !== undefined || isRequested)) setIsUsed(true);
  if (session.status !== "signedIn" || session.backendPending) return null;
  if (!isUsed) return null;
  return (
    <CustomerDialogs
      key={session.user.id}
      linked={linked}
      onLinkTaken={() =>
        void navigate({
          to: ".",
          search: (newest) => ({ ...newest, customer: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
      onClose={() => openCustomer(null)}
    />
  );
}

function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => runWhenIdle(() => setIsIdle(true)), []);
  return isIdle;
}
