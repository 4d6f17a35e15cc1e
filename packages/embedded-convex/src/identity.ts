/**
 * The interface for authentication: the host program verifies tokens, and the runtime passes the verified
 * identity to functions (`ctx.auth`).
 */
import type { UserIdentity } from "convex/server";

export interface VerifiedToken {
  readonly identity: UserIdentity;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Names the sign-in, if the host can end it before the token expires: see `Backend.endSignIns`. */
  readonly signInId?: string;
}

/**
 * Rejects with `InvalidToken` for a token that can never become valid, and with `IssuerUnreachable` if the
 * issuer's keys could not be fetched. Any other rejection is a bug and closes the connection.
 */
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

/** Invalid token; retrying will not help. The message is sent to the client and must not contain token data. */
export class InvalidToken extends Error {
  override readonly name = "InvalidToken";
}

/** The issuer's keys could not be fetched; retrying the same token may succeed. */
export class IssuerUnreachable extends Error {
  override readonly name = "IssuerUnreachable";
  readonly issuer: string;

  constructor(issuer: string, cause: unknown) {
    super(`The sign-in service at ${issuer} cannot be reached.`, { cause });
    this.issuer = issuer;
  }
}
