import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWK,
} from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { IssuerUnreachable, InvalidToken } from "../../../packages/embedded-convex/src/identity";
import { createTokenVerifier, type TokenVerifierOptions } from "../../../server/accounts/tokens";

const OWN = "http://127.0.0.1:3000";
const CLERK = "https://clerk.example";
const NOW = Date.UTC(2026, 2, 14, 12);
const SECONDS = NOW / 1000;

let rsa: { publicKey: CryptoKey; privateKey: CryptoKey };
let other: { publicKey: CryptoKey; privateKey: CryptoKey };
let ec: { publicKey: CryptoKey; privateKey: CryptoKey };
let ownJwk: JWK;
let ecJwk: JWK;

beforeAll(async () => {
  const extractable = { extractable: true };
  rsa = await generateKeyPair("RS256", extractable);
  other = await generateKeyPair("RS256", extractable);
  ec = await generateKeyPair("ES256", extractable);
  ownJwk = { ...(await exportJWK(rsa.publicKey)), kid: "own", alg: "RS256" };
  ecJwk = { ...(await exportJWK(ec.publicKey)), kid: "ec", use: "sig" };
});

const CLAIMS = {
  iss: OWN,
  aud: "convex",
  sub: "user 1",
  sid: "open session",
  iat: SECONDS,
  exp: SECONDS + 900,
  name: "Ana",
};

function verifier(o: Partial<TokenVerifierOptions> = {}) {
  return createTokenVerifier({
    own: {
      issuer: OWN,
      applicationID: "convex",
      keys: () => Promise.resolve({ keys: [ownJwk] }),
      isSessionOpen: (id) => id === "open session",
    },
    providers: [{ domain: CLERK, applicationID: "convex" }],
    clock: () => NOW,
    fetch: () => Promise.resolve(Response.json({ keys: [ecJwk] })),
    ...o,
  });
}

function sign(
  claims: Record<string, unknown>,
  header: { alg?: string; kid?: string; [name: string]: unknown } = {},
  key: CryptoKey | Uint8Array = rsa.privateKey,
) {
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "own", ...header }).sign(key);
}

describe("tokens", () => {
  test("a token of this server yields the identity and the expiry", async () => {
    const token = await sign({ ...CLAIMS, org_id: "w1" });
    expect(await verifier()(token)).toEqual({
      identity: {
        tokenIdentifier: `${OWN}|user 1`,
        issuer: OWN,
        subject: "user 1",
        name: "Ana",
        org_id: "w1",
      },
      expiresAt: NOW + 900_000,
      signInId: "open session",
    });
  });

  test.each([
    ["names no session", { sid: undefined }],
    ["names something else as its session", { sid: ["open session"] }],
    ["is of a session that has ended", { sid: "ended session" }],
  ])("a token of this server that %s is rejected", async (_, claims) => {
    const token = await sign({ ...CLAIMS, ...claims });
    await expect(verifier()(token)).rejects.toThrow(
      new InvalidToken("The session of this token has ended."),
    );
  });

  test("a token may be issued up to a minute ahead of this clock", async () => {
    const token = await sign({ ...CLAIMS, iat: SECONDS + 60 });
    await expect(verifier()(token)).resolves.toBeTruthy();
  });

  test("a token of a trusted provider is verified with its published keys", async () => {
    const fetched: string[] = [];
    const verify = verifier({
      fetch: (url) => {
        fetched.push(url);
        return Promise.resolve(Response.json({ keys: [ecJwk] }));
      },
    });
    const claims = { ...CLAIMS, iss: CLERK, o: { id: "org_1" } };
    const token = await sign(claims, { alg: "ES256", kid: "ec" }, ec.privateKey);
    const { identity } = await verify(token);
    expect(identity).toMatchObject({
      tokenIdentifier: `${CLERK}|user 1`,
      o: { id: "org_1" },
    });
    expect(fetched).toEqual([`${CLERK}/.well-known/jwks.json`]);
  });

  test.each([`${CLERK}/`, "clerk.example", "clerk.example/"])(
    "a token of a provider configured as %s is accepted",
    async (domain) => {
      const verify = verifier({
        providers: [{ domain, applicationID: "convex" }],
      });
      const claims = { ...CLAIMS, iss: CLERK };
      const header = { alg: "ES256", kid: "ec" };
      const token = await sign(claims, header, ec.privateKey);
      expect((await verify(token)).identity.issuer).toBe(CLERK);
    },
  );

  test("a token for any of several applications of an issuer is accepted", async () => {
    const verify = verifier({
      providers: [
        { domain: OWN, applicationID: "second" },
        { domain: OWN, applicationID: "third" },
      ],
      fetch: () => Promise.reject(new Error("its keys are local")),
    });
    for (const aud of ["second", "third", ["x", "convex"]]) {
      await expect(verify(await sign({ ...CLAIMS, aud }))).resolves.toBeTruthy();
    }
    await expect(verify(await sign({ ...CLAIMS, aud: "x" }))).rejects.toThrow(InvalidToken);
  });
});

describe("rejects a token", () => {
  async function expectRejection(token: string, message?: string) {
    const rejected = verifier()(token);
    await expect(rejected).rejects.toThrow(InvalidToken);
    if (message !== undefined) await expect(rejected).rejects.toThrow(message);
  }

  test.each([
    ["with another audience", { aud: "other" }],
    ["without an audience", { aud: undefined }],
    ["with nbf in the future", { nbf: SECONDS + 60 }],
    ["with iat in the future", { iat: SECONDS + 61 }],
    ["with a malformed iat", { iat: "tomorrow" }],
    ["without exp", { exp: undefined }],
    ["with a malformed exp", { exp: "tomorrow" }],
    ["without a subject", { sub: undefined }],
    ["whose subject is empty", { sub: "" }],
    ["whose subject is not a string", { sub: 7 }],
  ])("rejects a token %s", async (_, claims) => {
    await expectRejection(await sign({ ...CLAIMS, ...claims }));
  });

  test("rejects a token that has expired, to the second, and says so", async () => {
    await expectRejection(await sign({ ...CLAIMS, exp: SECONDS }), "The token has expired.");
    const last = await sign({ ...CLAIMS, exp: SECONDS + 1 });
    await expect(verifier()(last)).resolves.toBeTruthy();
  });

  test.each([
    "http://127.0.0.1:3001",
    "https://127.0.0.1:3000",
    "http://evil.example",
    `${CLERK}.evil.example`,
    "",
    "constructor",
    "__proto__",
  ])("rejects a token of the issuer %j", async (iss) => {
    await expectRejection(await sign({ ...CLAIMS, iss }), "issuer is not trusted here");
  });

  test("rejects a token without an issuer or with several", async () => {
    await expectRejection(await sign({ ...CLAIMS, iss: undefined }));
    await expectRejection(await sign({ ...CLAIMS, iss: [OWN] }));
  });

  test("rejects a token with this server as issuer, signed by a trusted provider", async () => {
    const token = await sign(CLAIMS, { alg: "ES256", kid: "ec" }, ec.privateKey);
    await expectRejection(token, "unknown key");
  });

  test("rejects a token without a signature", async () => {
    const unsecured = new UnsecuredJWT(CLAIMS).encode();
    await expectRejection(unsecured, "RS256 or ES256");
    const [, payload] = (await sign(CLAIMS)).split(".");
    const headers = ["none", "None", "NONE"].map((alg) =>
      Buffer.from(JSON.stringify({ alg, kid: "own" })).toString("base64url"),
    );
    for (const header of headers) await expectRejection(`${header}.${payload}.`);
  });

  test("rejects a token signed with the public key as an HMAC secret", async () => {
    const pem = new TextEncoder().encode(await exportSPKI(rsa.publicKey));
    const json = new TextEncoder().encode(JSON.stringify(ownJwk));
    for (const secret of [pem, json]) {
      const header = { alg: "HS256" };
      await expectRejection(await sign(CLAIMS, header, secret), "RS256 or ES256");
    }
  });

  test("rejects a token signed with another key under a known key id", async () => {
    await expectRejection(await sign(CLAIMS, {}, other.privateKey), "signature");
  });

  test("rejects a token with an unknown key id or none", async () => {
    await expectRejection(await sign(CLAIMS, { kid: "x" }), "unknown key");
    await expectRejection(await sign(CLAIMS, { kid: undefined }), "names no key");
  });

  test("rejects a token that embeds its own key or a key URL", async () => {
    const jwk = await exportJWK(other.publicKey);
    const header = { jwk, jku: "https://evil.example/keys", x5u: "https://x" };
    await expectRejection(await sign(CLAIMS, header, other.privateKey));
  });

  test("rejects a token whose algorithm does not fit its key", async () => {
    const header = { alg: "ES256", kid: "own" };
    await expectRejection(await sign(CLAIMS, header, ec.privateKey), "unknown key");
  });

  test("rejects a token with tampered claims", async () => {
    const [header, , signature] = (await sign(CLAIMS)).split(".");
    const claims = { ...CLAIMS, org_id: "someone else's" };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    await expectRejection(`${header}.${payload}.${signature}`, "signature");
  });

  test.each(["", ".", "..", "a.b.c", "null", "e30.e30.e30", "\u0000", "%"])(
    "rejects a token that is %j",
    async (token) => {
      await expectRejection(token);
    },
  );

  test("rejects a token over the length limit", async () => {
    await expectRejection("x".repeat(17_000), "too long");
  });

  test("names no claims in the error of a rejected token", async () => {
    const token = await sign({ ...CLAIMS, aud: "hush", name: "hush" });
    const error = await verifier()(token).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toContain("hush");
  });
});

test("reports an unreachable provider as unreachable", async () => {
  const verify = verifier({ fetch: () => Promise.reject(new Error("down")) });
  const claims = { ...CLAIMS, iss: CLERK };
  const header = { alg: "ES256", kid: "ec" };
  const token = await sign(claims, header, ec.privateKey);
  await expect(verify(token)).rejects.toThrow(IssuerUnreachable);
  await expect(verify(token)).rejects.toThrow(`The sign-in service at ${CLERK} cannot be reached.`);
  await expect(verify(await sign(CLAIMS))).resolves.toBeTruthy();
});

test("a token is never verified with a published symmetric or encryption key", async () => {
  const secret = new TextEncoder().encode("s".repeat(32));
  const shared = { kty: "oct", k: "czNzcw", kid: "ec" };
  const encryption = { ...ecJwk, use: "enc" };
  const claims = { ...CLAIMS, iss: CLERK };
  for (const jwk of [shared, encryption]) {
    const verify = verifier({
      fetch: () => Promise.resolve(Response.json({ keys: [jwk] })),
    });
    const signed = await sign(claims, { alg: "ES256", kid: "ec" }, ec.privateKey);
    await expect(verify(signed)).rejects.toThrow("unknown key");
    const forged = await sign(claims, { alg: "HS256", kid: "ec" }, secret);
    await expect(verify(forged)).rejects.toThrow(InvalidToken);
  }
});

test("a customJwt provider is refused at the start, not ignored", () => {
  const provider = {
    type: "customJwt",
    issuer: "https://custom.example",
    jwks: "https://custom.example/keys",
    algorithm: "ES256",
  } as const;
  expect(() => verifier({ providers: [provider] })).toThrow(
    "convex/auth.config.ts trusts https://custom.example as a customJwt, which this server does not verify",
  );
});
