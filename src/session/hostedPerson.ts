import { useAuth, useClerk, useUser } from "@clerk/react";
import { useConvexAuth } from "convex/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { hasOpenText } from "@/lib/pendingWork";
import {
  isSignOutDue,
  isSignOutElsewhere,
  readRememberedPerson,
  rememberPerson,
  setSignOutDue,
} from "./rememberedPerson";
import type { SessionUser } from "./session";

const RETRY_MS = 2000;
const SIGN_OUT_RETRY_MS = 15_000;

/**
 * The person signed in to Clerk, or null. While Clerk is not loaded, the
 * remembered person, and without one undefined.
 */
export function useHostedPerson(): SessionUser | null | undefined {
  const { isLoaded, user } = useUser();
  const { orgId } = useAuth();
  const { isAuthenticated } = useConvexAuth();
  const [remembered] = useState(readRememberedPerson);

  const person = useMemo(() => {
    if (!isLoaded) return remembered ?? undefined;
    if (!user) return null;
    const email = user.primaryEmailAddress?.emailAddress ?? "";
    const name = user.fullName ?? email;
    // If Clerk's script was loaded without its server, Clerk knows only the id.
    const known =
      name === "" && remembered?.id === user.id ? remembered : { name, email };
    return {
      id: user.id,
      name: known.name,
      email: known.email,
      workspaceId: orgId ?? user.id,
    };
  }, [isLoaded, user, orgId, remembered]);

  useEffect(() => {
    if (!isLoaded || isSignOutDue()) return;
    if (person === null) rememberPerson(null);
    else if (person && isAuthenticated) rememberPerson(person);
  }, [isLoaded, person, isAuthenticated]);
  return person;
}

/** Not in Clerk's types: starts loading Clerk's script again. */
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
      timer = setTimeout(
        () => void (clerk as ClerkLoader).getEntryChunks?.(),
        RETRY_MS,
      );
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
async function endClerkSession(
  clerk: ReturnType<typeof useClerk>,
): Promise<boolean> {
  try {
    await clerk.signOut({ redirectUrl: "/" });
    setSignOutDue(false);
    return true;
  } catch {
    return false;
  }
}
