import { useAuth } from "@clerk/react";
import { useState, useSyncExternalStore } from "react";
import { hasOpenText, onNoOpenText } from "@/lib/pendingWork";
import { isSamePerson } from "./rememberedPerson";
import type { SessionUser } from "./session";

type ClerkAuth = Pick<
  ReturnType<typeof useAuth>,
  "isLoaded" | "orgId" | "orgRole" | "userId" | "sessionClaims" | "getToken"
> & { readonly isSignedIn: boolean | undefined };

/** The values whose change makes the Convex client authenticate again. */
const AUTH_KEYS = ["orgId", "orgRole", "userId"] as const;

const TOKEN_RETRY_MS = 1000;

/**
 * Clerk's session. While this page has unsaved text, the session that ended: the Convex client then keeps its data.
 */
export function useKeptAuth(): ClerkAuth {
  const auth = useAuth();
  const { kept, isKept } = useKept(knownAuth(auth), (a, b) =>
    AUTH_KEYS.every((key) => a[key] === b[key]),
  );
  return isKept && kept !== null
    ? { ...kept, isLoaded: true, isSignedIn: true }
    : auth;
}

function knownAuth(auth: ClerkAuth): ClerkAuth | null | undefined {
  if (!auth.isLoaded) return undefined;
  return auth.isSignedIn ? auth : null;
}

/**
 * The person. While this page has unsaved text, the person whose session ended in another tab or by itself.
 */
export function useKeptPerson(person: SessionUser | null | undefined): {
  readonly person: SessionUser | null | undefined;
  readonly hasEnded: boolean;
} {
  const { kept, isKept } = useKept(person, isSamePerson);
  return { person: isKept ? kept : person, hasEnded: isKept };
}

/** Waits without a token while this page keeps unsaved text: without one, Convex would close the form. */
export async function tokenWhenKept(
  fetchToken: () => Promise<string | null>,
): Promise<string | null> {
  for (;;) {
    try {
      const token = await fetchToken();
      if (token !== null || !hasOpenText()) return token;
    } catch (error) {
      if (!hasOpenText()) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, TOKEN_RETRY_MS));
  }
}

/**
 * The last value. Null ends it, unless the page has unsaved text. Undefined means not known yet, as while Clerk
 * changes to another session.
 */
function useKept<T extends object>(
  value: T | null | undefined,
  isSame: (a: T, b: T) => boolean,
): { readonly kept: T | null; readonly isKept: boolean } {
  const hasText = useSyncExternalStore(onNoOpenText, hasOpenText);
  const [kept, setKept] = useState<T | null>(null);
  const isKept = !value && kept !== null && hasText;
  if (value && (kept === null || !isSame(kept, value))) setKept(value);
  else if (value === null && kept !== null && !isKept) setKept(null);
  return { kept, isKept };
}
