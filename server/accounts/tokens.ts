/**
 * Whose word is believed about who a caller is: tokens signed by an issuer that is trusted here, for this application, within
 * their time. A token chooses among the keys of its issuer; it never chooses the issuer's keys or what counts as a signature.
 */
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type CryptoKey,
  type JWTPayload,
} from "jose";
import { InvalidToken, type VerifyToken } from "embedded-convex";
import { identityOf } from "./identity";
import { importKey, localKeys, type IssuerKeys } from "./issuerKeys";
import { remoteKeys, type Fetch } from "./remoteKeys";

export interface TrustedProvider {
  /** The issuer, with or without "https://" before it. */
  readonly domain: string;
  readonly applicationID: string;
}

export interface TokenVerifierOptions {
  /** This server's own accounts, whose keys need no network. */
  readonly own?: {
    readonly issuer: string;
    readonly applicationID: string;
    readonly keys: IssuerKeys["all"];
  };
  readonly providers: readonly TrustedProvider[];
  readonly clock?: () => number;
  readonly fetch?: Fetch;
}

const ALGORITHMS = ["RS256", "ES256"];
const MAX_TOKEN_LENGTH = 16 * 1024;

/** What the clocks of two machines may differ. */
const CLOCKS_DIFFER_SECONDS = 60;

interface Issuer {
  readonly applicationID: string;
  readonly keys: IssuerKeys;
}

/** The result throws InvalidToken, or IssuerUnreachable where the issuer could not be asked for its keys. */
export function createTokenVerifier(o: TokenVerifierOptions): VerifyToken {
  const clock = o.clock ?? Date.now;
  const issuers = trustedIssuers(o, clock);
  return async (token) => {
    const { issuer, kid, alg } = claimed(token);
    const trusted = issuers.get(withoutSlash(issuer)) ?? [];
    if (trusted.length === 0) {
      throw new InvalidToken("The token's issuer is not trusted here.");
    }
    const audiences = trusted.map((one) => one.applicationID);
    const key = await findKey(trusted[0]!.keys, kid, alg);
    const payload = await verified(token, key, {
      issuer,
      audience: audiences,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "sub", "iss"],
      currentDate: new Date(clock()),
    });
    refuseFromLater(payload, clock());
    return {
      identity: identityOf(payload, issuer),
      expiresAt: payload.exp! * 1000,
    };
  };
}

/** One issuer may serve several applications; its keys are the same for all. */
function trustedIssuers(
  o: TokenVerifierOptions,
  clock: () => number,
): ReadonlyMap<string, readonly Issuer[]> {
  const issuers = new Map<string, Issuer[]>();
  if (o.own) {
    const { applicationID, keys } = o.own;
    const own = { applicationID, keys: localKeys(keys) };
    issuers.set(withoutSlash(o.own.issuer), [own]);
  }
  for (const { domain, applicationID } of o.providers) {
    const url = withoutSlash(
      /^https?:\/\//.test(domain) ? domain : `https://${domain}`,
    );
    const same = issuers.get(url);
    const keys =
      same?.[0]?.keys ??
      remoteKeys({ issuer: url, clock, fetch: o.fetch ?? fetch });
    issuers.set(url, [...(same ?? []), { applicationID, keys }]);
  }
  return issuers;
}

/** What the token says of itself; nothing of it is believed yet. */
function claimed(token: string): { issuer: string; kid: string; alg: string } {
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
    return { issuer: iss, kid, alg };
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    throw new InvalidToken("The token is not a JSON Web Token.", {
      cause: error,
    });
  }
}

async function findKey(
  keys: IssuerKeys,
  kid: string,
  alg: string,
): Promise<CryptoKey> {
  const jwk = await keys.find(kid);
  const key = jwk && (await importKey(jwk, alg));
  if (!key) throw new InvalidToken("The token was signed with an unknown key.");
  return key;
}

async function verified(
  token: string,
  key: CryptoKey,
  options: Parameters<typeof jwtVerify>[2],
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, options);
    if (typeof payload.sub !== "string" || payload.sub === "") {
      throw new InvalidToken("The token names nobody.");
    }
    return payload;
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    if (error instanceof errors.JWTExpired) {
      throw new InvalidToken("The token has expired.", { cause: error });
    }
    throw new InvalidToken(
      "The token's signature or claims are not right for this server.",
      { cause: error },
    );
  }
}

/** The library looks at "nbf" alone: a token that is yet to be made is no more to be believed than one that is yet to begin. */
function refuseFromLater({ iat }: JWTPayload, now: number): void {
  if (iat === undefined || iat <= now / 1000 + CLOCKS_DIFFER_SECONDS) return;
  throw new InvalidToken("The token is from a time that is yet to come.");
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
