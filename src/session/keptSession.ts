import { useState, useSyncExternalStore } from "react";
import { hasOpenText, onNoOpenText } from "@/lib/pendingWork";
import { isSamePerson } from "./rememberedPerson";
import type { SessionUser } from "./session";

const TOKEN_RETRY_MS = 1000;

/**
 * The person, who stays after their session has ended in another tab or by itself while this page has unsaved text.
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

export function useHasOpenText(): boolean {
  return useSyncExternalStore(onNoOpenText, hasOpenText);
}

/**
 * The last value. Null ends it, unless the page has unsaved text. Undefined means not known yet, as while Clerk
 * changes to another session.
 */
function useKept<T extends object>(
  value: T | null | undefined,
  isSame: (a: T, b: T) => boolean,
): { readonly kept: T | null; readonly isKept: boolean } {
  const hasText = useHasOpenText();
  const [kept, setKept] = useState<T | null>(null);
  const isKept = !value && kept !== null && hasText;
  if (value && (kept === null || !isSame(kept, value))) setKept(value);
  else if (value === null && kept !== null && !isKept) setKept(null);
  return { kept, isKept };
}
