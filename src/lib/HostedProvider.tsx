import { ClerkProvider, useAuth, useClerk, useUser } from "@clerk/react";
import { useConvexAuth, type ConvexReactClient } from "convex/react";
import { ConvexProviderWithClerk } from "convex/react-clerk";
import { useMemo, useState, type ReactNode } from "react";
import { fetchClerkToken } from "./fetchClerkToken";
import { HostedUserMenu } from "./HostedUserMenu";
import { SignInContext, type Session, type SignIn } from "./session";
import { useTimedOut } from "./useTimedOut";
import { useWorkspaceSwitch } from "./useWorkspaceSwitch";
import "./hosted.css";

/** Clerk never says that it could not be loaded, nor Convex that it waits for nothing; after this long we do. */
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

/** Signing in with Clerk. It is loaded only where a key is set. */
export function HostedProvider({
  publishableKey,
  client,
  navigate,
  children,
}: HostedProviderProps) {
  const [hasTemplate, setHasTemplate] = useState(true);
  const [useTokens] = useState(() => tokensOfClerk(setHasTemplate));
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      routerPush={(to) => navigate(to, { replace: false })}
      routerReplace={(to) => navigate(to, { replace: true })}
      afterSignOutUrl="/"
      telemetry={false}
    >
      <ConvexProviderWithClerk client={client} useAuth={useTokens}>
        <HostedSignIn hasTemplate={hasTemplate}>{children}</HostedSignIn>
      </ConvexProviderWithClerk>
    </ClerkProvider>
  );
}

/** The hook that the Convex client asks for tokens. It is made once, since a new one would sign in anew. */
function tokensOfClerk(onTemplate: (isKnown: boolean) => void) {
  return function useTokens() {
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
  const isMoving = useWorkspaceSwitch(orgId ?? user?.id ?? null);
  const isUnknown = !backend.isLoading && !backend.isAuthenticated;
  const isSignedIn = user !== null && user !== undefined;
  const isClerkLate = useTimedOut(!isLoaded, SIGN_IN_TIMEOUT_MS);
  const isBackendLate = useTimedOut(
    isSignedIn && isUnknown,
    SIGN_IN_TIMEOUT_MS,
  );
  const reason = pendingReason(hasTemplate, isBackendLate);
  const isPending = isMoving || isUnknown;

  return useMemo(() => {
    if (!isLoaded) return { status: isClerkLate ? "unavailable" : "loading" };
    if (!user) return { status: "signedOut" };
    const email = user.primaryEmailAddress?.emailAddress ?? "";
    return {
      status: "signedIn",
      user: { id: user.id, name: user.fullName ?? email, email },
      ...(isPending ? { backendPending: { reason } } : {}),
    };
  }, [isLoaded, isClerkLate, user, isPending, reason]);
}

function pendingReason(
  hasTemplate: boolean,
  isBackendLate: boolean,
): string | null {
  if (!hasTemplate) return NO_TEMPLATE;
  return isBackendLate ? NOT_TRUSTED : null;
}
