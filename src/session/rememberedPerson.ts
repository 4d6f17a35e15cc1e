import { readLocal, writeLocal } from "@/lib/safeStorage";
import type { SessionUser } from "./session";

const PERSON_KEY = "downspout-person";
/** Set when a person signed out without signal: the server's session is ended later. */
const SIGN_OUT_KEY = "downspout-sign-out";

/**
 * The person whose sign-in the server accepted last on this browser, so that
 * the page can start without signal. Null after a sign-out.
 */
export function readRememberedPerson(): SessionUser | null {
  if (isSignOutDue()) return null;
  const stored = readLocal(PERSON_KEY);
  if (stored === null) return null;
  try {
    return toPerson(JSON.parse(stored));
  } catch {
    // Not JSON: nobody is remembered.
    return null;
  }
}

export function rememberPerson(user: SessionUser | null) {
  writeLocal(PERSON_KEY, user === null ? null : JSON.stringify(user));
}

export function isSignOutDue(): boolean {
  return readLocal(SIGN_OUT_KEY) !== null;
}

/** Another tab signed out. It may have ended the session by now. */
export function isSignOutElsewhere({ key, newValue }: StorageEvent): boolean {
  return key === SIGN_OUT_KEY && newValue !== null;
}

export function setSignOutDue(isDue: boolean) {
  writeLocal(SIGN_OUT_KEY, isDue ? "yes" : null);
}

export function isSamePerson(a: SessionUser | null, b: SessionUser | null): boolean {
  return a?.id === b?.id && a?.workspaceId === b?.workspaceId;
}

function toPerson(stored: unknown): SessionUser | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { id, name, email, workspaceId } = stored as Record<string, unknown>;
  const isPerson = [id, name, email, workspaceId].every((field) => typeof field === "string");
  return isPerson ? (stored as SessionUser) : null;
}
