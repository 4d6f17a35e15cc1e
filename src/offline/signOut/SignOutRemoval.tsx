import { useMemo, type ReactNode } from "react";
import type { Outbox } from "@/offline/createOutbox";
import { useOpenOutbox } from "@/offline/OutboxProvider";
import { AccountsError } from "@/session/accountsApi";
import { unsavedPhotoCount } from "@/offline/photos/photosWaiting";
import { SignInContext, useSignIn, type SignIn } from "@/session/session";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { tryStore } from "@/offline/device/deviceStoreErrors";
import { storeName, type StoreOwner } from "@/offline/device/storeOwner";
import { askBeforeSignOut } from "./signOutQuestion";

const STAYED = "You are still signed in.";

interface SignOutRemovalProps {
  /** The URL of the Convex deployment. */
  readonly deployment: string;
  readonly children: ReactNode;
}

/**
 * Removes the person's store from this device, in all tabs, when they sign out, also on all devices or by leaving the
 * team. Asks first if some of it was not sent. A session that ends by itself removes nothing.
 */
export function SignOutRemoval({ deployment, children }: SignOutRemovalProps) {
  const signIn = useSignIn();
  const outbox = useOpenOutbox();
  const removing = useMemo(
    () => withRemoval(signIn, deployment, () => unstoredOf(outbox)),
    [signIn, deployment, outbox],
  );
  return <SignInContext value={removing}>{children}</SignInContext>;
}

/** The number of changes that only this page has. */
function unstoredOf(outbox: Outbox | null): number {
  const items = outbox?.client.items() ?? [];
  return items.filter(({ state }) => state.kind === "storing").length;
}

function withRemoval(signIn: SignIn, deployment: string, unstored: () => number): SignIn {
  const { session, local } = signIn;
  if (session.status !== "signedIn") return signIn;
  const { id: userId, workspaceId } = session.user;
  const owner = { deployment, workspaceId, userId };
  /** Resolves to false if the person decides to stay. */
  const removed = async (end: () => Promise<void>) => {
    const store = await loadRemoval(owner);
    const unsent = (await store.unsent()) + unsavedPhotoCount() + unstored();
    if (unsent > 0 && !(await askBeforeSignOut(unsent))) return false;
    await end();
    await store.remove();
    return true;
  };
  const removing = (end: () => Promise<void>) => async () => {
    if (!(await removed(end))) throw new AccountsError("STAYED", STAYED);
  };
  return {
    ...signIn,
    signOut: async () => void (await removed(signIn.signOut)),
    local: local && {
      ...local,
      accounts: {
        ...local.accounts,
        signOut: removing(local.accounts.signOut),
        signOutEverywhere: removing(local.accounts.signOutEverywhere),
        leaveTeam: removing(local.accounts.leaveTeam),
      },
    },
  };
}

/**
 * Loads the code before the session ends, while the page's files are there. A store that cannot be removed stays
 * listed, and the sign-in gate offers to remove it.
 */
async function loadRemoval(owner: Omit<StoreOwner, "userName">): Promise<Removal> {
  try {
    const devices = await import("@/offline/device/devices");
    const name = storeName(owner);
    return {
      unsent: async () => (await tryStore(devices.countUnsent(name))) ?? 0,
      remove: async () => await tryStore(devices.removeStore(name)),
    };
  } catch (error) {
    if (!isChunkLoadError(error)) throw error;
    return {
      unsent: () => Promise.resolve(0),
      remove: () => Promise.resolve(),
    };
  }
}

interface Removal {
  /** Counts the changes, photos and drafts that the server does not have. */
  readonly unsent: () => Promise<number>;
  readonly remove: () => Promise<void>;
}
