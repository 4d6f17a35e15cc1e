/**
 * The public keys of a token issuer. `jose` caches each key set and imports each key once.
 *
 * Around `jose`'s remote key set we add three guarantees: keys fetched before an outage stay valid during it, a failing
 * issuer is contacted at most once every 30 s, and an outage is reported as IssuerUnreachable instead of an invalid
 * token.
 */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";
import { IssuerUnreachable } from "embedded-convex";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const CACHE_MAX_AGE_MS = 10 * 60_000;
/** Minimum time between two fetches caused by an unknown key id or a failed fetch. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;
const MAX_KEY_SET_LENGTH = 256 * 1024;

/** True if the issuer has no single public key that fits the token's key id and algorithm. */
export function isUnknownKey(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
  );
}

/** Keys of this process. Read again only for an unknown key id. */
export function localKeys(read: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let cached: JWTVerifyGetKey | undefined;
  return async (header, token) => {
    try {
      if (cached) return await cached(header, token);
    } catch (error) {
      if (!isUnknownKey(error)) throw error;
    }
    cached = createLocalJWKSet(await read());
    return cached(header, token);
  };
}

interface Outage {
  readonly startedAt: number;
  readonly cause: unknown;
  /** The last key set fetched before the outage. */
  readonly keys: JWTVerifyGetKey | undefined;
}

/** Keys fetched from the issuer's `/.well-known/jwks.json`. */
export function remoteKeys(issuer: string, fetchKeys: Fetch): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    cacheMaxAge: CACHE_MAX_AGE_MS,
    cooldownDuration: COOLDOWN_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: limitSize(fetchKeys),
  });
  let outage: Outage | undefined;
  const useCached = async ({ keys, cause }: Outage, ...args: Parameters<JWTVerifyGetKey>) => {
    try {
      if (keys) return await keys(...args);
    } catch {
      // The key may be newer than the outage, so the token may still be valid.
    }
    throw new IssuerUnreachable(issuer, cause);
  };

  return async (header, token) => {
    if (outage && Date.now() < outage.startedAt + COOLDOWN_MS) {
      return useCached(outage, header, token);
    }
    try {
      const key = await remote(header, token);
      outage = undefined;
      return key;
    } catch (cause) {
      if (isUnknownKey(cause)) throw cause;
      const known = remote.jwks();
      const keys = known && createLocalJWKSet(known);
      outage = { startedAt: Date.now(), cause, keys };
      return useCached(outage, header, token);
    }
  };
}

/** Follows redirects, which `jose` does not by default. */
function limitSize(fetchKeys: Fetch): FetchImplementation {
  return async (url, options) => {
    const response = await fetchKeys(url, { ...options, redirect: "follow" });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const text = await response.text();
    if (text.length > MAX_KEY_SET_LENGTH) {
      throw new Error(`${url} is larger than ${MAX_KEY_SET_LENGTH} characters`);
    }
    return new Response(text);
  };
}
