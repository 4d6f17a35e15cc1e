import "./hosted.css";
import { ClerkProvider, useAuth, useClerk, useUser } from "@clerk/react";
import { useConvexAuth, type ConvexReactClient } from "convex/react";
import { ConvexProviderWithClerk } from "convex/react-clerk";
import { useMemo, useState, type ReactNode } from "react";
import { fetchClerkToken } from "./fetchClerkToken";
import { HostedUserMenu } from "./HostedUserMenu";
import { SignInContext, type Session, type SignIn } from "./session";
import { useTimedOut } from "./useTimedOut";
import { useWorkspaceSwitch } from "./useWorkspaceSwitch";

/**
 * Clerk does not report that it failed to load, and Convex does not report a
 * token that never arrives. Both count as failed after this long.
 */
const SIGN_IN_TIMEOUT_MS = 15_000;

const NO_TEMPLATE =
  'Clerk has no JWT template named "convex", so the data cannot be opened. An administrator creates it in Clerk\'s dashboard, under JWT templates, from the preset "Convex".';
const NOT_TRUSTED =
  "The backend did not accept this sign-in. An administrator sets CLERK_JWT_ISSUER_DOMAIN of the Convex deployment to Clerk's issuer and deploys again.";

interface HostedProviderProps {
  readonly publishableKey: string;
  readonly client: ConvexReactClient;
  readonly navigate: (to: string, options: { replace: boolean }) => void;
  readonly children: ReactNode;
}

/** Sign-in with Clerk. Loaded only in hosted mode. */
export function HostedProvider({
  publishableKey,
  client,
  navigate,
  children,
}: HostedProviderProps) {
  const [hasTemplate, setHasTemplate] = useState(true);
  const [useClerkAuth] = useState(() => createClerkAuthHook(setHasTemplate));
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      routerPush={(to) => navigate(to, { replace: false })}
      routerReplace={(to) => navigate(to, { replace: true })}
      afterSignOutUrl="/"
      telemetry={false}
    >
      <ConvexProviderWithClerk client={client} useAuth={useClerkAuth}>
        <HostedSignIn hasTemplate={hasTemplate}>{children}</HostedSignIn>
      </ConvexProviderWithClerk>
    </ClerkProvider>
  );
}

/**
 * The auth hook for ConvexProviderWithClerk. Created once, because a new hook
 * function makes the Convex client authenticate again.
 */
function createClerkAuthHook(onTemplate: (exists: boolean) => void) {
  return function useClerkAuth() {
    const auth = useAuth();
    return {
      ...auth,
      getToken: (options: { template?: "convex"; skipCache?: boolean }) =>
        fetchClerkToken(() => auth.getToken(options), { onTemplate }),
    };
  };
}

interface HostedSignInProps {
  readonly hasTemplate: boolean;
  readonly children: ReactNode;
}

function HostedSignIn({ hasTemplate, children }: HostedSignInProps) {
  const clerk = useClerk();
  const session = useHostedSession(hasTemplate);
  const signIn = useMemo<SignIn>(
    () => ({
      session,
      open: () => clerk.openSignIn(),
      signOut: () => clerk.signOut({ redirectUrl: "/" }),
      UserMenu: HostedUserMenu,
      local: null,
    }),
    [clerk, session],
  );
  return <SignInContext value={signIn}>{children}</SignInContext>;
}

function useHostedSession(hasTemplate: boolean): Session {
  const { isLoaded, user } = useUser();
  const { orgId } = useAuth();
  const backend = useConvexAuth();
  const isSwitching = useWorkspaceSwitch(orgId ?? user?.id ?? null);
  const isRejected = !backend.isLoading && !backend.isAuthenticated;
  const isSignedIn = user !== null && user !== undefined;
  const hasClerkTimedOut = useTimedOut(!isLoaded, SIGN_IN_TIMEOUT_MS);
  const hasBackendTimedOut = useTimedOut(
    isSignedIn && isRejected,
    SIGN_IN_TIMEOUT_MS,
  );
  const reason = pendingReason(hasTemplate, hasBackendTimedOut);
  const isPending = isSwitching || isRejected;

  return useMemo(() => {
    if (!isLoaded)
      return { status: hasClerkTimedOut ? "unavailable" : "loading" };
    if (!user) return { status: "signedOut" };
    const email = user.primaryEmailAddress?.emailAddress ?? "";
    return {
      status: "signedIn",
      user: { id: user.id, name: user.fullName ?? email, email },
      ...(isPending ? { backendPending: { reason } } : {}),
    };
  }, [isLoaded, hasClerkTimedOut, user, isPending, reason]);
}

function pendingReason(
  hasTemplate: boolean,
  hasBackendTimedOut: boolean,
): string | null {
  if (!hasTemplate) return NO_TEMPLATE;
  return hasBackendTimedOut ? NOT_TRUSTED : null;
}
