import { workspaceOf } from "@domain/calls/workspaces";
import type { SessionUser } from "./session";

/** The claims of a token (a JWT), or null if it is malformed. Does not verify the signature; the backend does. */
export function claimsOf(token: string): Record<string, unknown> | null {
  const payload = token.split(".")[1];
  if (payload === undefined) return null;
  const bytes = Uint8Array.from(
    atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
    (character) => character.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}

/** The user and expiry in a session token, or null if it is malformed. */
export function decodeToken(token: string): (SessionUser & { readonly expiresAt: number }) | null {
  const claims = claimsOf(token);
  if (claims === null) return null;
  const { sub, name, email, exp } = claims;
  if (typeof sub !== "string" || typeof exp !== "number") return null;
  return {
    id: sub,
    name: typeof name === "string" ? name : "",
    email: typeof email === "string" ? email : "",
    workspaceId: workspaceOf(sub, claims),
    expiresAt: exp * 1000,
  };
}
