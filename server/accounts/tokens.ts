/**
 * Verifies identity tokens: signed by a trusted issuer, for this application, within their lifetime, and of a session
 * that has not ended if this server issued them. A token selects
 * one of its issuer's keys by id; it never supplies a key, a key URL or an algorithm outside ALGORITHMS.
 */
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from "jose";
import {
  InvalidToken,
  IssuerUnreachable,
  StartupError,
  type TrustedProvider,
  type VerifyToken,
} from "embedded-convex";
import { identityOf } from "./identity";
import { isUnknownKey, localKeys, remoteKeys, type Fetch } from "./issuerKeys";

export interface TokenVerifierOptions {
  /** This server's own accounts: their keys are read without a network request. */
  readonly own?: {
    readonly issuer: string;
    readonly applicationID: string;
    readonly keys: () => Promise<JSONWebKeySet>;
    /** Whether the session that a token was issued for still exists. */
    readonly isSessionOpen: (sessionId: string) => boolean;
  };
  readonly providers: readonly TrustedProvider[];
  readonly clock?: () => number;
  readonly fetch?: Fetch;
}

const ALGORITHMS = ["RS256", "ES256"];
const MAX_TOKEN_LENGTH = 16 * 1024;

/** How far ahead the issuer's clock may be. */
const CLOCK_TOLERANCE_SECONDS = 60;

interface Issuer {
  readonly applicationID: string;
  readonly keys: JWTVerifyGetKey;
  readonly isSessionOpen?: (sessionId: string) => boolean;
}

/** The verifier throws InvalidToken, or IssuerUnreachable if the issuer's keys cannot be fetched. */
export function createTokenVerifier(o: TokenVerifierOptions): VerifyToken {
  const clock = o.clock ?? Date.now;
  const issuers = trustedIssuers(o);
  return async (token) => {
    const issuer = unverifiedIssuer(token);
    const trusted = issuers.get(withoutSlash(issuer)) ?? [];
    if (trusted.length === 0) {
      throw new InvalidToken("The token's issuer is not trusted here.");
    }
    const audiences = trusted.map((one) => one.applicationID);
    const payload = await verified(token, trusted[0]!.keys, {
      issuer,
      audience: audiences,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "sub", "iss"],
      currentDate: new Date(clock()),
    });
    rejectFutureIssuedAt(payload, clock());
    const expiresAt = payload.exp! * 1000;
    const { isSessionOpen } = trusted[0]!;
    if (!isSessionOpen) {
      return { identity: identityOf(payload, issuer), expiresAt };
    }
    // Not part of the identity: a person's two devices are the same caller.
    const { sid, ...claims } = payload;
    if (typeof sid !== "string" || !isSessionOpen(sid)) {
      throw new InvalidToken("The session of this token has ended.");
    }
    return { identity: identityOf(claims, issuer), expiresAt, signInId: sid };
  };
}

/** An issuer may serve several applications, which share its keys. */
function trustedIssuers(o: TokenVerifierOptions): ReadonlyMap<string, readonly Issuer[]> {
  const issuers = new Map<string, Issuer[]>();
  if (o.own) {
    const own = { ...o.own, keys: localKeys(o.own.keys) };
    issuers.set(withoutSlash(own.issuer), [own]);
  }
  for (const provider of o.providers) {
    if (provider.type === "customJwt")
      throw new StartupError(
        `convex/auth.config.ts trusts ${provider.issuer} as a customJwt, which this server does not verify: use an OpenID Connect provider.`,
      );
    // The domain is the issuer, with or without a leading "https://".
    const { domain, applicationID } = provider;
    const url = withoutSlash(/^https?:\/\//.test(domain) ? domain : `https://${domain}`);
    const same = issuers.get(url);
    const keys = same?.[0]?.keys ?? remoteKeys(url, o.fetch ?? fetch);
    issuers.set(url, [...(same ?? []), { applicationID, keys }]);
  }
  return issuers;
}

/** Checks the shape of the token. Nothing in it is verified yet. */
function unverifiedIssuer(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) {
    throw new InvalidToken("The token is too long.");
  }
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    const { iss } = decodeJwt(token);
    if (alg === undefined || !ALGORITHMS.includes(alg)) {
      throw new InvalidToken("The token must be signed with RS256 or ES256.");
    }
    if (typeof kid !== "string" || typeof iss !== "string") {
      throw new InvalidToken("The token names no key or no issuer.");
    }
    return iss;
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    throw new InvalidToken("The token is not a JSON Web Token.", {
      cause: error,
    });
  }
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, options);
    if (typeof payload.sub !== "string" || payload.sub === "") {
      throw new InvalidToken("The token names no subject.");
    }
    return payload;
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    if (error instanceof IssuerUnreachable) throw error;
    if (isUnknownKey(error)) {
      throw new InvalidToken("The token was signed with an unknown key.", {
        cause: error,
      });
    }
    if (error instanceof errors.JWTExpired) {
      throw new InvalidToken("The token has expired.", { cause: error });
    }
    throw new InvalidToken("The token's signature or claims are not valid for this server.", {
      cause: error,
    });
  }
}

/** `jose` checks `nbf` but accepts an `iat` in the future. */
function rejectFutureIssuedAt({ iat }: JWTPayload, now: number): void {
  if (iat === undefined || iat <= now / 1000 + CLOCK_TOLERANCE_SECONDS) return;
  throw new InvalidToken("The token was issued in the future.");
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, "");
}
