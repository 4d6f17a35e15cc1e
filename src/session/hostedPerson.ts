import { useAuth, useClerk, useUser } from "@clerk/react";
import { useConvexAuth } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { hasOpenText } from "@/lib/pendingWork";
import { SharedValue } from "@/lib/SharedValue";
import {
  isSignOutDue,
  isSignOutElsewhere,
  rememberPerson,
  setSignOutDue,
} from "./rememberedPerson";
import type { SessionUser } from "./session";

/** The data attribute by which Clerk marks its script elements. */
const CLERK_SCRIPT = "clerkPublishableKey";

const RETRY_MS = 2000;
const SIGN_OUT_RETRY_MS = 15_000;

/** Remembers the person on this device once the backend has accepted the sign-in. */
export function useRememberPerson(person: SessionUser | null | undefined) {
  const { isLoaded } = useUser();
  const { isAuthenticated } = useConvexAuth();
  useEffect(() => {
    if (!isLoaded || isSignOutDue()) return;
    if (person === null) rememberPerson(null);
    else if (person && isAuthenticated) rememberPerson(person);
  }, [isLoaded, person, isAuthenticated]);
}

/**
 * Whether the person's session ended while nobody signed out, on this page or before it was opened: Clerk's sessions
 * have a maximum lifetime, and an administrator can revoke them.
 */
export function useEndedByItself(
  person: SessionUser | null | undefined,
  isSignOut: boolean,
): boolean {
  const [last, setLast] = useState<"in" | "signingOut" | "out">("out");
  const [hasEnded, setHasEnded] = useState(false);
  const signedIn = isSignOut ? "signingOut" : "in";
  const now = person === null ? "out" : signedIn;
  if (person !== undefined && now !== last) {
    setLast(now);
    setHasEnded(last === "in" && now === "out" && !isSignOut);
  }
  return hasEnded;
}

/**
 * Whether a request for Clerk's script has failed. Until one has, Clerk is only slow. Watches from the call on, so call
 * it before Clerk's provider is rendered.
 */
export function watchClerkScript(): SharedValue<boolean> {
  const hasFailed = new SharedValue(false);
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && CLERK_SCRIPT in target.dataset) hasFailed.set(true);
  };
  // The event of an element does not bubble.
  window.addEventListener("error", onError, true);
  return hasFailed;
}

/** `getEntryChunks`, which is not in Clerk's types, starts loading Clerk's script again. */
type ClerkLoader = { readonly getEntryChunks?: () => Promise<void> };

/** Clerk gives up loading after 15 s. This starts it again until it is loaded. */
export function useClerkRetry(): void {
  const clerk = useClerk();
  const { isLoaded } = useAuth();
  useEffect(() => {
    if (isLoaded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onStatus = (status: string) => {
      if (status !== "error") return;
      clearTimeout(timer);
      timer = setTimeout(() => void (clerk as ClerkLoader).getEntryChunks?.(), RETRY_MS);
    };
    clerk.on("status", onStatus, { notify: true });
    return () => {
      clerk.off("status", onStatus);
      clearTimeout(timer);
    };
  }, [clerk, isLoaded]);
}

/**
 * Sign-out that also works without signal: the device forgets the person at
 * once, and Clerk's session ends at the next contact.
 */
export function useHostedSignOut() {
  const clerk = useClerk();
  const { isLoaded } = useUser();
  const [isDue, setIsDue] = useState(isSignOutDue);
  /** Whether the person signed out in this tab. */
  const [isHere, setIsHere] = useState(isDue);

  useSignOutElsewhere(setIsDue);

  useEffect(() => {
    if (!isDue || !isLoaded) return;
    const end = async () => {
      if (!isHere && hasOpenText()) {
        // The other tab ends the session. This page stays if it has unsaved text.
        setIsDue(false);
        await clerk.setActive({ session: null });
        return;
      }
      if (!(await endClerkSession(clerk))) return;
      setIsDue(false);
      setIsHere(false);
    };
    void end();
    const timer = setInterval(() => void end(), SIGN_OUT_RETRY_MS);
    return () => clearInterval(timer);
  }, [clerk, isDue, isHere, isLoaded]);

  const signOut = useCallback(() => {
    rememberPerson(null);
    setSignOutDue(true);
    setIsDue(true);
    setIsHere(true);
    return Promise.resolve();
  }, []);
  return { isDue, isHere, signOut };
}

function useSignOutElsewhere(onChange: (isDue: true) => void): void {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (isSignOutElsewhere(event)) onChange(true);
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [onChange]);
}

/** Resolves to false if Clerk was not reached: the timer tries again. */
async function endClerkSession(clerk: ReturnType<typeof useClerk>): Promise<boolean> {
  try {
    await clerk.signOut({ redirectUrl: "/" });
    setSignOutDue(false);
    return true;
  } catch {
    return false;
  }
}
