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
import {
  inviteCodeInAddress,
  createAccountsClient,
  type AccountsState,
} from "./accounts";
import { SignInContext, type Session, type SignIn } from "./session";

/** A session that ended elsewhere is noticed when the page is looked at again. */
const RECHECK_AFTER_MS = 60_000;

const AccountsStateContext = createContext<AccountsState | null>(null);

interface OneMachineProviderProps {
  readonly client: ConvexReactClient;
  readonly children: ReactNode;
}

/** Signing in with the accounts of the server that served this page. */
export function OneMachineProvider({
  client,
  children,
}: OneMachineProviderProps) {
  const [accounts] = useState(createAccountsClient);
  const [asked, setAsked] = useState<Session | "byInvitation" | null>(() =>
    inviteCodeInAddress() === null ? null : "byInvitation",
  );
  const state = useSyncExternalStore(accounts.subscribe, accounts.state);
  const isOpen = isModalOpen(asked, state.session);

  useEffect(() => recheckWhenSeen(accounts.recheck), [accounts]);

  const signIn = useMemo<SignIn>(
    () => ({
      session: state.session,
      open: () => setAsked(state.session),
      signOut: accounts.signOut,
      UserMenu: null,
      local: { accounts, isOpen, close: () => setAsked(null) },
    }),
    [accounts, state.session, isOpen],
  );

  return (
    <SignInContext value={signIn}>
      <AccountsStateContext value={state}>
        <ConvexProviderWithAuth client={client} useAuth={useAuthOfAccounts}>
          {children}
        </ConvexProviderWithAuth>
      </AccountsStateContext>
    </SignInContext>
  );
}

/** Asked for, and nobody has signed in since, here or in another tab. */
function isModalOpen(
  asked: Session | "byInvitation" | null,
  session: Session,
): boolean {
  if (asked === null) return false;
  if (asked === "byInvitation") return session.status === "signedOut";
  return asked === session || session.status === "signedOut";
}

function useAuthOfAccounts() {
  const state = useContext(AccountsStateContext);
  if (state === null) throw new Error("Accounts have no provider.");
  return {
    isLoading: state.session.status === "loading",
    isAuthenticated: state.session.status === "signedIn",
    fetchAccessToken: state.fetchToken,
  };
}

function recheckWhenSeen(recheck: () => Promise<void>): () => void {
  let checkedAt = Date.now();
  const onVisibilityChange = () => {
    const isDue = Date.now() - checkedAt >= RECHECK_AFTER_MS;
    if (document.visibilityState !== "visible" || !isDue) return;
    checkedAt = Date.now();
    void recheck();
  };
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () =>
    document.removeEventListener("visibilitychange", onVisibilityChange);
}
