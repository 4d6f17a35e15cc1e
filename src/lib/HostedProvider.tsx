import {
  ClerkProvider,
  useAuth,
  useClerk,
  UserButton,
  useUser,
} from "@clerk/react";
import type { ConvexReactClient } from "convex/react";
import { ConvexProviderWithClerk } from "convex/react-clerk";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { SignInContext, type Session, type SignIn } from "./session";

/** Clerk never says that it could not be loaded; after this long we do. */
const LOAD_TIMEOUT_MS = 15_000;

const APPEARANCE = {
  variables: {
    colorPrimary: "var(--accent)",
    colorPrimaryForeground: "var(--on-accent)",
    colorBackground: "var(--raised)",
    colorForeground: "var(--ink)",
    colorMutedForeground: "var(--ink-muted)",
    colorInput: "var(--sunken)",
    colorInputForeground: "var(--ink)",
    colorNeutral: "var(--ink)",
    colorDanger: "var(--danger-ink)",
    fontFamily: "inherit",
    borderRadius: "0.5rem",
  },
};

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
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      routerPush={(to) => navigate(to, { replace: false })}
      routerReplace={(to) => navigate(to, { replace: true })}
      afterSignOutUrl="/"
      appearance={APPEARANCE}
      telemetry={false}
    >
      <ConvexProviderWithClerk client={client} useAuth={useAuth}>
        <HostedSignIn>{children}</HostedSignIn>
      </ConvexProviderWithClerk>
    </ClerkProvider>
  );
}

function HostedSignIn({ children }: { readonly children: ReactNode }) {
  const clerk = useClerk();
  const session = useHostedSession();
  const signIn = useMemo<SignIn>(
    () => ({
      session,
      open: () => clerk.openSignIn(),
      signOut: () => clerk.signOut({ redirectUrl: "/" }),
      UserMenu: UserButton,
      own: null,
    }),
    [clerk, session],
  );
  return <SignInContext value={signIn}>{children}</SignInContext>;
}

function useHostedSession(): Session {
  const { isLoaded, user } = useUser();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isLoaded) return;
    const timer = setTimeout(() => setIsLate(true), LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isLoaded]);

  return useMemo(() => {
    if (!isLoaded) return { status: isLate ? "unavailable" : "loading" };
    if (!user) return { status: "signedOut" };
    const email = user.primaryEmailAddress?.emailAddress ?? "";
    return {
      status: "signedIn",
      user: { id: user.id, name: user.fullName ?? email, email },
    };
  }, [isLoaded, isLate, user]);
}
