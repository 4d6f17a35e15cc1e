/** The identity of a client according to its last Authenticate message. */
import type { UserIdentity } from "convex/server";
import type { Caller } from "../functionCall";
import type { VerifiedToken } from "../identity";

export type Authentication = Omit<VerifiedToken, "identity"> & {
  readonly identity: UserIdentity | null;
};

export const SIGNED_OUT: Authentication = {
  identity: null,
  expiresAt: Infinity,
};

export interface CallerIdentity {
  readonly caller: Caller;
  /** Equal for callers whose queries give the same results. */
  readonly callerKey: string;
  /** Epoch milliseconds; Infinity for a client that is not signed in. */
  readonly expiresAt: number;
  readonly signInId: string | undefined;
}

export function callerIdentity(
  { identity, expiresAt, signInId }: Authentication,
  origin: string,
): CallerIdentity {
  const caller = { identity, origin };
  return { caller, callerKey: JSON.stringify(caller), expiresAt, signInId };
}

/** The token of the client's identity has expired, or its sign-in has ended. */
export class TokenExpired extends Error {
  override readonly name = "TokenExpired";
}
