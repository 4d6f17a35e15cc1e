/** Tokens that say they are of a member of the office, and must not be believed. */
import {
  exportSPKI,
  generateKeyPair,
  UnsecuredJWT,
  type JWK,
  type JWTPayload,
} from "jose";
import type { TokenIssuer } from "../tokenIssuer";

/** The server's own accounts, of which a stranger knows what they publish. */
export interface OwnIssuer {
  readonly url: string;
  readonly jwk: JWK;
}

export async function strangeTokens(
  issuer: TokenIssuer,
  own: OwnIssuer,
  member: JWTPayload,
): Promise<Readonly<Record<string, string>>> {
  const now = Math.floor(Date.now() / 1000);
  const claims: JWTPayload = {
    ...member,
    iss: issuer.url,
    aud: "convex",
    iat: now,
    exp: now + 900,
  };
  const ofOwn = { ...claims, iss: own.url };
  const other = await generateKeyPair("RS256");
  const pem = await exportSPKI(issuer.publicKey);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hs256 = { alg: "HS256" };
  const good = await issuer.sign(claims);
  const [header = "", payload = "", signature = ""] = good.split(".");
  const unsecured = (alg: string) =>
    `${encoded({ alg, kid: "one", typ: "JWT" })}.${payload}.`;
  return {
    "that has expired": await issuer.sign({
      ...claims,
      iat: now - 960,
      exp: now - 60,
    }),
    "that begins later": await issuer.sign({ ...claims, nbf: now + 600 }),
    "that was made later": await issuer.sign({ ...claims, iat: now + 600 }),
    "without an end": await issuer.sign(without(claims, "exp")),
    "of another issuer": await issuer.sign({
      ...claims,
      iss: "http://issuer.example",
    }),
    "of the server's own name, by another's key": await issuer.sign(ofOwn),
    "of the server's own name and key's name": await issuer.sign(ofOwn, {
      kid: own.jwk.kid ?? "",
    }),
    "of another audience": await issuer.sign({ ...claims, aud: "another" }),
    "of no audience": await issuer.sign(without(claims, "aud")),
    "with no signature": new UnsecuredJWT(claims).encode(),
    "with the algorithm none": unsecured("none"),
    "with the algorithm None": unsecured("None"),
    "signed with the public key's PEM as a secret": await issuer.sign(
      claims,
      hs256,
      bytes(pem),
    ),
    "signed with the public JWK's text as a secret": await issuer.sign(
      claims,
      hs256,
      bytes(JSON.stringify(issuer.jwk)),
    ),
    "of the accounts, signed with their public JWK": await issuer.sign(
      ofOwn,
      { ...hs256, kid: own.jwk.kid ?? "" },
      bytes(JSON.stringify(own.jwk)),
    ),
    "by another key of the same name": await issuer.sign(
      claims,
      {},
      other.privateKey,
    ),
    "that brings its key along": await issuer.sign(
      claims,
      { jwk: issuer.jwk, kid: "mine" },
      other.privateKey,
    ),
    "of nobody": await issuer.sign(without(claims, "sub")),
    "whose claims were changed": `${header}.${encoded({ ...claims, org_id: "more" })}.${signature}`,
    "that lost its end": good.slice(0, -20),
    "that lost its signature": `${header}.${payload}`,
    "that is no token": "garbage",
  };
}

function without(claims: JWTPayload, name: string): JWTPayload {
  return Object.fromEntries(
    Object.entries(claims).filter(([claim]) => claim !== name),
  );
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
