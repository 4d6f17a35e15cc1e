import { ClerkProvider, useAuth, useClerk } from "@clerk/react";
import { useConvexAuth, type ConvexReactClient } from "convex/react";
import { ConvexProviderWithClerk } from "convex/react-clerk";
import { useMemo, useState, type ReactNode, useEffect, useRef } from "react";
import "@/lib/hosted.css";
import { duringTokenRequest } from "@/lib/connection/tokenRequests";
import { fetchClerkToken } from "./fetchClerkToken";
import { followOffice, type Deployments } from "./followOffice";
import { HostedUserMenu } from "./HostedUserMenu";
import {
  useClerkRetry,
  useHostedPerson,
  useHostedSignOut,
} from "./hostedPerson";
import { tokenWhenKept, useKeptAuth, useKeptPerson } from "./keptSession";
import { readRememberedPerson } from "./rememberedPerson";
import { SignInContext, type Session, type SignIn } from "./session";
import { useTimedOut } from "./useTimedOut";
import { useWorkspaceSwitch } from "./useWorkspaceSwitch";
import { clearPersonalStorage } from "./personalStorage";

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
  readonly deployments: Deployments;
  readonly navigate: (to: string, options: { replace: boolean }) => void;
  readonly children: ReactNode;
}

/** Sign-in with Clerk. Loaded only in hosted mode. */
export function HostedProvider({
  publishableKey,
  client,
  deployments,
  navigate,
  children,
}: HostedProviderProps) {
  const [hasTemplate, setHasTemplate] = useState(true);
  const [unreachable, setUnreachable] = useState<string | null>(null);
  const [useClerkAuth] = useState(() =>
    createClerkAuthHook(setHasTemplate, async (token) => {
      await followOffice(token, deployments, { onUnreachable: setUnreachable });
      setUnreachable(null);
    }),
  );
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      routerPush={(to) => navigate(to, { replace: false })}
      routerReplace={(to) => navigate(to, { replace: true })}
      afterSignOutUrl="/"
      telemetry={false}
    >
      <ConvexProviderWithClerk client={client} useAuth={useClerkAuth}>
        <HostedSignIn {...{ hasTemplate, unreachable }}>
          {children}
        </HostedSignIn>
      </ConvexProviderWithClerk>
    </ClerkProvider>
  );
}

/**
 * The auth hook for ConvexProviderWithClerk. Created once, because a new hook
 * function makes the Convex client authenticate again.
 *
 * The remembered person is signed in until Clerk is loaded. Clerk's getToken
 * waits for that.
 */
function createClerkAuthHook(
  onTemplate: (exists: boolean) => void,
  follow: (token: string) => Promise<void>,
) {
  const isRemembered = readRememberedPerson() !== null;
  return function useClerkAuth() {
    const auth = useKeptAuth();
    const { orgId, orgRole, userId, sessionClaims } = auth;
    return {
      orgId,
      orgRole,
      // Another session of the same person needs no new authentication, which would close the open form.
      sessionId: userId,
      sessionClaims,
      isLoaded: auth.isLoaded || isRemembered,
      isSignedIn: auth.isLoaded ? auth.isSignedIn : isRemembered,
      getToken: async (options: {
        template?: "convex";
        skipCache?: boolean;
      }) => {
        const token = await duringTokenRequest(() =>
          tokenWhenKept(() =>
            fetchClerkToken(() => auth.getToken(options), { onTemplate }),
          ),
        );
        if (token !== null) await follow(token);
        return token;
      },
    };
  };
}

interface Setup {
  readonly hasTemplate: boolean;
  /** Why this page cannot open the deployment of the office. */
  readonly unreachable: string | null;
}

interface HostedSignInProps extends Setup {
  readonly children: ReactNode;
}

function HostedSignIn({ children, ...setup }: HostedSignInProps) {
  const clerk = useClerk();
  const { isLoaded } = useAuth();
  const { isDue, isHere, signOut } = useHostedSignOut();
  const session = useHostedSession(setup, { isDue, isHere });
  useClerkRetry();
  useClerkAboveDialogs();
  useClearStorageOnSignOut(session);
  const signIn = useMemo<SignIn>(
    () => ({
      session,
      open: () => clerk.openSignIn(backToThisPage()),
      signOut,
      openTeam: () =>
        clerk.organization
          ? clerk.openOrganizationProfile()
          : clerk.openCreateOrganization(),
      UserMenu: isLoaded ? HostedUserMenu : null,
      local: null,
    }),
    [clerk, isLoaded, session, signOut],
  );
  return <SignInContext value={signIn}>{children}</SignInContext>;
}

/** Without this URL, Clerk would open the start page after the sign-in. */
function backToThisPage() {
  const { href } = window.location;
  return { fallbackRedirectUrl: href, signUpFallbackRedirectUrl: href };
}

function useHostedSession(
  { hasTemplate, unreachable }: Setup,
  signOut: { readonly isDue: boolean; readonly isHere: boolean },
): Session {
  const current = useHostedPerson();
  const { person, hasEnded } = useKeptPerson(signOut.isDue ? null : current);
  const backend = useConvexAuth();
  const isSwitching = useWorkspaceSwitch(person?.workspaceId ?? null);
  const isRejected = !backend.isLoading && !backend.isAuthenticated;
  const hasClerkTimedOut = useTimedOut(
    person === undefined,
    SIGN_IN_TIMEOUT_MS,
  );
  const hasBackendTimedOut = useTimedOut(
    Boolean(person) && isRejected,
    SIGN_IN_TIMEOUT_MS,
  );
  const reason = unreachable ?? pendingReason(hasTemplate, hasBackendTimedOut);
  const isPending = isSwitching || isRejected || unreachable !== null;

  return useMemo(() => {
    // Does not wait for unsaved text: nobody can sign out in this tab with a form open.
    if (signOut.isHere || person === null) return { status: "signedOut" };
    if (person === undefined)
      return { status: hasClerkTimedOut ? "unavailable" : "loading" };
    return {
      status: "signedIn",
      user: person,
      ...(isPending ? { backendPending: { reason } } : {}),
      ...(hasEnded && { hasEnded }),
    };
  }, [signOut.isHere, hasClerkTimedOut, person, hasEnded, isPending, reason]);
}

function pendingReason(
  hasTemplate: boolean,
  hasBackendTimedOut: boolean,
): string | null {
  if (!hasTemplate) return NO_TEMPLATE;
  return hasBackendTimedOut ? NOT_TRUSTED : null;
}

/** Clears what this tab remembers of the person once a signed-in session has ended. */
function useClearStorageOnSignOut({ status }: Session): void {
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (status === "signedOut" && wasSignedIn.current) clearPersonalStorage();
    wasSignedIn.current = status === "signedIn";
  }, [status]);
}

/** Clerk's modal, which is not a part of our dialogs. */
const MODAL = ".cl-modalBackdrop";

/**
 * Lets Clerk's modal have the focus while a dialog is open: Radix listens for focus events on the document and
 * returns the focus to the dialog. hosted.css has the other half of this workaround.
 */
function useClerkAboveDialogs(): void {
  useEffect(() => {
    const keepFromDialog = (event: FocusEvent) => {
      if ([event.target, event.relatedTarget].some(isInModal))
        event.stopPropagation();
    };
    const { body } = document;
    body.addEventListener("focusin", keepFromDialog);
    body.addEventListener("focusout", keepFromDialog);
    return () => {
      body.removeEventListener("focusin", keepFromDialog);
      body.removeEventListener("focusout", keepFromDialog);
    };
  }, []);
}

function isInModal(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(MODAL) !== null;
}
