/**
 * The identity tokens of sessions. All requests of a session within SHARED_MS get the same token: after a restart all
 * open pages of a browser request one at once.
 *
 * The caller has checked that the session is open, for each request: a token is never handed out after a sign-out or
 * a removal. The Convex client assumes that a fresh token has its full lifetime, and replaces it 2 s before the end. So
 * a token is issued as of the end of SHARED_MS: whenever it is received, it is valid for its full lifetime.
 */
import type { SigningKey } from "./signingKey";

export const AUDIENCE = "convex";

/** Well below the clock tolerance with which tokens are verified (tokens.ts). */
const SHARED_MS = 5_000;

export interface SessionClaims {
  /** The id of the session. */
  readonly sid: string;
  /** The id of the person. */
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  /** The workspace, unless it has the person's own id. */
  readonly org_id?: string;
}

export interface SessionTokensOptions {
  readonly key: Pick<SigningKey, "sign">;
  readonly issuer: string;
  readonly lifetimeSeconds: number;
  readonly clock: () => number;
}

interface Shared {
  readonly token: Promise<string>;
  readonly from: number;
}

export class SessionTokens {
  readonly #options: SessionTokensOptions;
  /** The shared tokens by their claims, so that changed claims get another token. The oldest first. */
  readonly #shared = new Map<string, Shared>();

  constructor(options: SessionTokensOptions) {
    this.#options = options;
  }

  tokenOf(claims: SessionClaims): Promise<string> {
    const now = this.#options.clock();
    this.#removeOld(now);
    const key = JSON.stringify(claims);
    const shared = this.#shared.get(key);
    if (shared !== undefined) return shared.token;
    const token = this.#sign(claims, now);
    this.#shared.set(key, { token, from: now });
    token.catch(() => this.#shared.delete(key));
    return token;
  }

  #sign(claims: SessionClaims, now: number): Promise<string> {
    const { key, issuer, lifetimeSeconds } = this.#options;
    const iat = Math.floor((now + SHARED_MS) / 1000);
    const exp = iat + lifetimeSeconds;
    return key.sign({ ...claims, iat, exp, iss: issuer, aud: AUDIENCE });
  }

  #removeOld(now: number): void {
    for (const [key, { from }] of this.#shared) {
      // The clock may have been set back.
      if (Math.abs(now - from) < SHARED_MS) return;
      this.#shared.delete(key);
    }
  }
}
