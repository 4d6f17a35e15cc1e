/** Tokens that claim to be a member's and must be rejected. */
import { exportSPKI, generateKeyPair, UnsecuredJWT, type JWK, type JWTPayload } from "jose";
import type { TokenIssuer } from "../tokenIssuer";
import type { OwnKey } from "./ownKey";

/** The issuer of the server's own accounts: what it publishes, and its key. */
export interface OwnIssuer {
  readonly url: string;
  readonly jwk: JWK;
  readonly key: OwnKey;
}

type Tokens = Readonly<Record<string, string>>;

export async function invalidTokens(
  issuer: TokenIssuer,
  own: OwnIssuer,
  member: JWTPayload,
): Promise<Tokens> {
  const now = Math.floor(Date.now() / 1000);
  const claims: JWTPayload = {
    ...member,
    iss: issuer.url,
    aud: "convex",
    iat: now,
    exp: now + 900,
  };
  return {
    ...(await withWrongClaims(issuer.sign, claims, now)),
    ...namedFor(
      "by the server's own key, ",
      await withWrongClaims((wrong) => own.key.sign(wrong), { ...claims, iss: own.url }, now),
    ),
    ...(await withWrongKeys(issuer, claims, own)),
    ...(await altered(issuer, claims)),
  };
}

function namedFor(prefix: string, tokens: Tokens): Tokens {
  return Object.fromEntries(
    Object.entries(tokens)
      // The key signs for its own issuer, audience and expiry where the claims name none.
      .filter(([name]) => !/^(without|of another issuer|of no audience)/.test(name))
      .map(([name, token]) => [prefix + name, token]),
  );
}

async function withWrongClaims(
  sign: (claims: JWTPayload) => Promise<string>,
  claims: JWTPayload,
  now: number,
): Promise<Tokens> {
  return {
    "that has expired": await sign({
      ...claims,
      iat: now - 960,
      exp: now - 60,
    }),
    "that is not valid yet": await sign({ ...claims, nbf: now + 600 }),
    "issued in the future": await sign({ ...claims, iat: now + 600 }),
    "without an expiry": await sign(without(claims, "exp")),
    "of another issuer": await sign({
      ...claims,
      iss: "http://issuer.example",
    }),
    "of another audience": await sign({ ...claims, aud: "another" }),
    "of no audience": await sign(without(claims, "aud")),
    "of no subject": await sign(without(claims, "sub")),
  };
}

async function withWrongKeys(
  { sign, publicKey, jwk }: TokenIssuer,
  claims: JWTPayload,
  own: OwnIssuer,
): Promise<Tokens> {
  const ownClaims = { ...claims, iss: own.url };
  const kid = own.jwk.kid ?? "";
  const { privateKey } = await generateKeyPair("RS256");
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hs256 = { alg: "HS256" };
  return {
    "of the server's issuer, by another's key": await sign(ownClaims),
    "of the server's issuer and key id, by another's key": await sign(ownClaims, { kid }),
    "signed with the public key's PEM as a secret": await sign(
      claims,
      hs256,
      bytes(await exportSPKI(publicKey)),
    ),
    "signed with the public JWK's text as a secret": await sign(
      claims,
      hs256,
      bytes(JSON.stringify(jwk)),
    ),
    "of the accounts, signed with their public JWK": await sign(
      ownClaims,
      { ...hs256, kid },
      bytes(JSON.stringify(own.jwk)),
    ),
    "by another key with the same id": await sign(claims, {}, privateKey),
    "with its key in the header": await sign(claims, { jwk, kid: "mine" }, privateKey),
  };
}

async function altered({ sign }: TokenIssuer, claims: JWTPayload): Promise<Tokens> {
  const valid = await sign(claims);
  const [header = "", payload = "", signature = ""] = valid.split(".");
  const unsecured = (alg: string) => `${encoded({ alg, kid: "one", typ: "JWT" })}.${payload}.`;
  return {
    "with no signature": new UnsecuredJWT(claims).encode(),
    "with the algorithm none": unsecured("none"),
    "with the algorithm None": unsecured("None"),
    "whose claims were changed": `${header}.${encoded({ ...claims, org_id: "more" })}.${signature}`,
    "that is truncated": valid.slice(0, -20),
    "without its signature": `${header}.${payload}`,
    "that is not a JWT": "garbage",
  };
}

function without(claims: JWTPayload, name: string): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
