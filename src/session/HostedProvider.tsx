import { ClerkProvider, useAuth, useClerk } from "@clerk/react";
import { useConvexAuth, type ConvexReactClient } from "convex/react";
import { ConvexProviderWithClerk } from "convex/react-clerk";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import "@/lib/hosted.css";
import { useSharedValue } from "@/lib/SharedValue";
import {
  ENDED,
  noOffice,
  NOT_TRUSTED,
  removedFrom,
  SLOW,
  UNREACHABLE,
  wrongDeployment,
} from "./accessProblems";
import { createClerkAuthHook } from "./createClerkAuthHook";
import { followOffice, type Deployments } from "./followOffice";
import { HostedPersonProvider, useHostedPerson } from "./HostedPersonProvider";
import { HostedUserMenu } from "./HostedUserMenu";
import {
  useClerkRetry,
  useEndedByItself,
  useHostedSignOut,
  useRememberPerson,
  watchClerkScript,
} from "./hostedPerson";
import { useHasOpenText, useKeptPerson } from "./keptSession";
import { SignInContext, type AccessProblem, type Session, type SignIn } from "./session";
import { useTimedOut } from "./useTimedOut";
import { useWorkspaceSwitch } from "./useWorkspaceSwitch";
import { clearPersonalStorage } from "./personalStorage";

/**
 * Clerk does not report that it failed to load, and Convex does not report a
 * token that never arrives. Both count as failed after this long.
 */
const SIGN_IN_TIMEOUT_MS = 15_000;

/** The page to which Clerk sends a person who has to choose an office. Its sign-in gate says what they can do. */
const TASK_URLS = { "choose-organization": "/dashboard" };

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
  const [script] = useState(watchClerkScript);
  const hasScriptFailed = useSharedValue(script);
  const [tokenProblem, setTokenProblem] = useState<AccessProblem | null>(null);
  const [useClerkAuth] = useState(() =>
    createClerkAuthHook(
      setTokenProblem,
      async (token) =>
        await followOffice(token, deployments, {
          onUnreachable: (sentence) => setTokenProblem(wrongDeployment(sentence)),
        }),
    ),
  );
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      routerPush={(to) => navigate(to, { replace: false })}
      routerReplace={(to) => navigate(to, { replace: true })}
      afterSignOutUrl="/"
      taskUrls={TASK_URLS}
      telemetry={false}
    >
      <HostedPersonProvider>
        <ConvexProviderWithClerk client={client} useAuth={useClerkAuth}>
          <HostedSignIn {...{ tokenProblem, hasScriptFailed }}>{children}</HostedSignIn>
        </ConvexProviderWithClerk>
      </HostedPersonProvider>
    </ClerkProvider>
  );
}

interface ClerkFacts {
  readonly tokenProblem: AccessProblem | null;
  readonly hasScriptFailed: boolean;
}

interface HostedSignInProps extends ClerkFacts {
  readonly children: ReactNode;
}

function HostedSignIn({ children, ...facts }: HostedSignInProps) {
  const clerk = useClerk();
  const { isLoaded } = useAuth();
  const { isDue, isHere, signOut } = useHostedSignOut();
  const session = useHostedSession(facts, { isDue, isHere });
  useClerkRetry();
  useClerkAboveDialogs();
  useClearStorageOnSignOut(session);
  const signIn = useMemo<SignIn>(
    () => ({
      session,
      open: () => clerk.openSignIn(backToThisPage()),
      signOut,
      openTeam: () =>
        clerk.organization ? clerk.openOrganizationProfile() : clerk.openCreateOrganization(),
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
  { tokenProblem, hasScriptFailed }: ClerkFacts,
  signOut: { readonly isDue: boolean; readonly isHere: boolean },
): Session {
  const { person: current } = useHostedPerson();
  useRememberPerson(current);
  const { person, hasEnded } = useKeptPerson(signOut.isDue ? null : current);
  const endedByItself = useEndedByItself(current, signOut.isDue);
  const backend = useConvexAuth();
  const isSwitching = useWorkspaceSwitch(person?.workspaceId ?? null);
  const isRejected = !backend.isLoading && !backend.isAuthenticated;
  const hasClerkTimedOut = useTimedOut(person === undefined, SIGN_IN_TIMEOUT_MS);
  const officeProblem = useOfficeProblem();
  const hasBackendTimedOut = useTimedOut(
    Boolean(person) && isRejected && officeProblem === null,
    SIGN_IN_TIMEOUT_MS,
  );
  const problem = officeProblem ?? tokenProblem ?? (hasBackendTimedOut ? NOT_TRUSTED : null);
  // Without a token, a page with unsaved text stays.
  const hasText = useHasOpenText();
  const isPending = isSwitching || isRejected || (problem !== null && !hasText);

  return useMemo(() => {
    // Does not wait for unsaved text: nobody can sign out in this tab with a form open.
    if (signOut.isHere || person === null)
      return {
        status: "signedOut",
        ...(endedByItself && { ended: ENDED }),
      };
    if (person === undefined)
      return hasClerkTimedOut
        ? {
            status: "unavailable",
            problem: hasScriptFailed ? UNREACHABLE : SLOW,
          }
        : { status: "loading" };
    return {
      status: "signedIn",
      user: person,
      ...(isPending ? { backendPending: { problem } } : {}),
      ...(hasEnded && { hasEnded }),
    };
  }, [
    signOut.isHere,
    endedByItself,
    hasClerkTimedOut,
    hasScriptFailed,
    person,
    hasEnded,
    isPending,
    problem,
  ]);
}

function useOfficeProblem(): AccessProblem | null {
  const { officeState, officeName, offices, openOffice } = useHostedPerson();
  return useMemo(() => {
    if (officeState === "open") return null;
    const others = offices.map((office) => ({
      ...office,
      open: () => openOffice(office),
    }));
    return officeState === "removed" ? removedFrom(officeName, others) : noOffice(others);
  }, [officeState, officeName, offices, openOffice]);
}

/** Clears what this tab remembers of the person once a signed-in session has ended. */
function useClearStorageOnSignOut({ status }: Session): void {
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (status === "signedOut" && wasSignedIn.current) clearPersonalStorage();
    wasSignedIn.current = status === "signedIn";
  }, [status]);
}

/** Clerk's modal, which is outside of Downspout's dialogs. */
const MODAL = ".cl-modalBackdrop";

/**
 * Lets Clerk's modal have the focus while a dialog is open: Radix listens for focus events on the document and
 * returns the focus to the dialog. hosted.css has the other half of this workaround.
 */
function useClerkAboveDialogs(): void {
  useEffect(() => {
    const keepFromDialog = (event: FocusEvent) => {
      if ([event.target, event.relatedTarget].some(isInModal)) event.stopPropagation();
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
