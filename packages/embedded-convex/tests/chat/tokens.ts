/**
 * Sign-in tokens of the chat: JWTs that one secret signs and verifies. A real host verifies against the issuer's public
 * keys.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { InvalidToken, type TrustedProvider, type VerifyToken } from "embedded-convex";

const SECRET = "only for tests";
const LIFETIME_S = 3600;

export function tokenFor(name: string, audience = "chat"): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = {
    iss: "https://login.example",
    aud: audience,
    sub: name.toLowerCase(),
    name,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_S,
  };
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${content}.${signatureOf(content).toString("base64url")}`;
}

/** Takes the tokens of the issuers that `auth.config` trusts. */
export function tokenVerifier(providers: readonly TrustedProvider[]): VerifyToken {
  // oxlint-disable-next-line typescript/require-await -- A rejection is the refusal.
  return async (token) => {
    const [header = "", payload = "", signature = ""] = token.split(".");
    const expected = signatureOf(`${header}.${payload}`);
    const given = Buffer.from(signature, "base64url");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new InvalidToken("The signature of the token is wrong.");
    }
    const { iss, aud, sub, name, exp } = JSON.parse(
      Buffer.from(payload, "base64url").toString(),
    ) as Record<"iss" | "aud" | "sub" | "name", string> & { exp: number };
    const isTrusted = providers.some(
      (provider) =>
        (provider.type === "customJwt" ? provider.issuer : provider.domain) === iss &&
        [undefined, aud].includes(provider.applicationID),
    );
    if (!isTrusted) throw new InvalidToken("The token is for another service.");
    const identity = { tokenIdentifier: `${iss}|${sub}`, issuer: iss };
    return {
      identity: { ...identity, subject: sub, name },
      expiresAt: exp * 1000,
    };
  };
}

function signatureOf(content: string): Buffer {
  return createHmac("sha256", SECRET).update(content).digest();
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
