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
  validateSearch: (search: Record<string, unknown>): { customer?: string | undefined } => ({
    customer: typeof search["customer"] === "string" ? search["customer"] : undefined,
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

// If its code cannot be loaded, the job offers the text when it is opened.
const WritingOffer = lazyPart(
  async () => (await import("@/features/jobs/WritingOffer")).WritingOffer,
  UNSEEN,
);

// If its code cannot be loaded, the person can undo in the history.
const UndoKeys = lazyPart(async () => (await import("@/offline/undo/UndoKeys")).UndoKeys, UNSEEN);

// If its code cannot be loaded, the person can choose the file in the import dialog.
const ImportDrop = lazyPart(
  async () => (await import("@/features/imports/ImportDrop")).ImportDrop,
  UNSEEN,
);

/** Parts that are loaded when the page is idle, also without signal: waiting changes can be undone on the device. */
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

/** Offers stored texts. There is a store only while somebody is signed in. */
function StoredWriting() {
  const { store } = useDeviceStore();
  const isIdle = useIsIdle();
  return isIdle && store !== null && <WritingOffer key={store.name} />;
}

const CustomerDialogs = lazyDialog(
  async () => (await import("@/features/jobs/customer/CustomerDialogs")).CustomerDialogs,
);

/** Shows the customer of a link or of a click, once somebody is signed in. */
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
