import fc from "fast-check";
import type { JWTPayload } from "jose";
import { expect, it, vi } from "vitest";
import { SessionTokens, type SessionClaims } from "../../../server/accounts/sessionTokens";

const ADA: SessionClaims = {
  sid: "session",
  sub: "ada",
  name: "Ada",
  email: "ada@example.com",
};
const START = Date.UTC(2026, 2, 14, 12);

function someTokens() {
  const now = { at: START };
  const sign = vi.fn((claims: JWTPayload) =>
    Promise.resolve(`${now.at} ${JSON.stringify(claims)}`),
  );
  const tokens = new SessionTokens({
    key: { sign },
    issuer: "http://own",
    lifetimeSeconds: 900,
    clock: () => now.at,
  });
  return { now, sign, tokens };
}

const claimsIn = (token: string) =>
  JSON.parse(token.slice(token.indexOf("{"))) as Required<JWTPayload>;

it("answers the requests of a session within 5 s with one signing", async () => {
  const { now, sign, tokens } = someTokens();
  const first = await tokens.tokenOf(ADA);
  now.at += 4_999;
  expect(await tokens.tokenOf({ ...ADA })).toBe(first);
  expect(sign).toHaveBeenCalledTimes(1);
  now.at += 1;
  expect(await tokens.tokenOf(ADA)).not.toBe(first);
  expect(sign).toHaveBeenCalledTimes(2);
});

it("signs again for another session, another person and changed claims", async () => {
  const { tokens } = someTokens();
  const all = [
    ADA,
    { ...ADA, sid: "another" },
    { ...ADA, name: "Ada L." },
    { ...ADA, org_id: "office" },
  ].map((claims) => tokens.tokenOf(claims));
  expect(new Set(await Promise.all(all)).size).toBe(4);
});

it("returns a token that is valid until the Convex client has replaced it, whenever the request arrives", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(5_000),
      fc.array(fc.nat(4_999), { maxLength: 5 }),
      async (offset, delays) => {
        const { now, tokens } = someTokens();
        now.at += offset;
        const first = now.at;
        for (const delay of [0, ...delays]) {
          now.at = first + delay;
          const { iat, exp } = claimsIn(await tokens.tokenOf(ADA));
          expect(exp - iat).toBe(900);
          // It takes the time from receipt for the lifetime, and asks again 2 s before its end.
          const asksAgainAt = now.at / 1000 + (exp - iat) - 2;
          expect(asksAgainAt).toBeLessThan(exp);
          // The verifier accepts 60 s.
          expect(iat - now.at / 1000).toBeLessThanOrEqual(5);
        }
      },
    ),
  );
});

it("signs again after a signing that failed", async () => {
  const { sign, tokens } = someTokens();
  sign.mockRejectedValueOnce(new Error("no entropy"));
  await expect(tokens.tokenOf(ADA)).rejects.toThrow("no entropy");
  expect(claimsIn(await tokens.tokenOf(ADA)).sub).toBe("ada");
});

it("signs again after the clock was set back", async () => {
  const { now, sign, tokens } = someTokens();
  await tokens.tokenOf(ADA);
  now.at -= 3_600_000;
  await tokens.tokenOf(ADA);
  expect(sign).toHaveBeenCalledTimes(2);
});
