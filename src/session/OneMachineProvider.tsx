import { ConvexProviderWithAuth, type ConvexReactClient } from "convex/react";
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { inviteCodeFromUrl } from "./accountsApi";
import { createAccountsClient } from "./accountsClient";
import { SignInContext, type AccountsState, type Session, type SignIn } from "./session";

/**
 * Milliseconds. When the page becomes visible after this long, the session is checked again: it may have ended on
 * another device.
 */
const REFRESH_AFTER_MS = 60_000;

/** What opened the modal: the session in which Sign In was pressed, or an invitation in the URL. */
type OpenedBy = Session | "invitation" | null;

const AccountsStateContext = createContext<AccountsState | null>(null);

interface OneMachineProviderProps {
  readonly client: ConvexReactClient;
  readonly children: ReactNode;
}

/** Sign-in with the accounts of the server that served this page. */
export function OneMachineProvider({ client, children }: OneMachineProviderProps) {
  const [accounts] = useState(createAccountsClient);
  const [openedBy, setOpenedBy] = useState<OpenedBy>(() =>
    inviteCodeFromUrl() === null ? null : "invitation",
  );
  const state = useSyncExternalStore(accounts.subscribe, accounts.state);
  const { status } = state.session;
  // From here on the invitation is shown in the sign-in modal, which closes when the user signs in.
  if (openedBy === "invitation" && status === "signedOut") {
    setOpenedBy(state.session);
  }
  const isOpen = isModalOpen(openedBy, state.session);
  const isInvitationOpen = openedBy === "invitation" && status === "signedIn";

  useEffect(() => refreshWhenVisible(accounts.refresh), [accounts]);

  const signIn = useMemo<SignIn>(
    () => ({
      session: state.session,
      open: () => setOpenedBy(state.session),
      signOut: accounts.signOut,
      UserMenu: null,
      local: {
        accounts,
        isOpen,
        isInvitationOpen,
        close: () => setOpenedBy(null),
      },
    }),
    [accounts, state.session, isOpen, isInvitationOpen],
  );

  return (
    <SignInContext value={signIn}>
      <AccountsStateContext value={state}>
        <ConvexProviderWithAuth client={client} useAuth={useAccountsAuth}>
          {children}
        </ConvexProviderWithAuth>
      </AccountsStateContext>
    </SignInContext>
  );
}

/** Whether the modal is open: until the user signs in, in this tab or another. */
function isModalOpen(openedBy: OpenedBy, session: Session): boolean {
  if (openedBy === null) return false;
  return openedBy === session || session.status === "signedOut";
}

function useAccountsAuth() {
  const state = useContext(AccountsStateContext);
  if (state === null) throw new Error("useAccountsAuth needs OneMachineProvider.");
  return {
    isLoading: state.session.status === "loading",
    isAuthenticated: state.session.status === "signedIn",
    fetchAccessToken: state.fetchToken,
  };
}

function refreshWhenVisible(refresh: () => Promise<void>): () => void {
  let refreshedAt = Date.now();
  const onVisibilityChange = () => {
    const isDue = Date.now() - refreshedAt >= REFRESH_AFTER_MS;
    if (document.visibilityState !== "visible" || !isDue) return;
    refreshedAt = Date.now();
    void refresh();
  };
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => document.removeEventListener("visibilitychange", onVisibilityChange);
}
