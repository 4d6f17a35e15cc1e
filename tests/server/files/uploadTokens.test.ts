import { describe, expect, test } from "vitest";
import {
  UPLOAD_TOKEN_LIFETIME_MS,
  uploadTokens,
} from "../../../server/files/uploadTokens";

const NOON = Date.UTC(2026, 2, 14, 12);

function tokensAt(now: { at: number }, secret = "secret one") {
  return uploadTokens({ secret, clock: () => now.at });
}

describe("an upload token", () => {
  test("is known by the machine that made it, also after a restart", () => {
    const now = { at: NOON };
    const token = tokensAt(now).mint();
    const found = tokensAt(now).verify(token);
    expect(found?.expiresAt).toBe(NOON + 60 * 60 * 1000);
    expect(found?.id).toMatch(/^[\w-]{22}$/);
  });

  test("ends with its hour, to the millisecond", () => {
    const now = { at: NOON };
    const tokens = tokensAt(now);
    const token = tokens.mint();
    now.at = NOON + UPLOAD_TOKEN_LIFETIME_MS - 1;
    expect(tokens.verify(token)).not.toBeNull();
    now.at += 1;
    expect(tokens.verify(token)).toBeNull();
  });

  test("is never the same twice", () => {
    const tokens = tokensAt({ at: NOON });
    expect(tokens.mint()).not.toBe(tokens.mint());
  });

  test("of another machine is refused", () => {
    const now = { at: NOON };
    expect(tokensAt(now).verify(tokensAt(now, "secret two").mint())).toBeNull();
  });

  test("that was changed in any character is refused", () => {
    const tokens = tokensAt({ at: NOON });
    const token = tokens.mint();
    for (let i = 0; i < token.length; i += 1) {
      const other = token[i] === "0" ? "1" : "0";
      // The last character of 43 carries four bits only, but the text is compared, not the bits.
      const changed = token.slice(0, i) + other + token.slice(i + 1);
      expect(tokens.verify(changed), `character ${i}`).toBeNull();
    }
  });

  test.each(["", ".", "..", "...", "a.b.c", "a.1e99.c", "x".repeat(10_000)])(
    "%j is none",
    (text) => {
      expect(tokensAt({ at: NOON }).verify(text)).toBeNull();
    },
  );

  test("cannot be made longer", () => {
    const tokens = tokensAt({ at: NOON });
    expect(tokens.verify(`${tokens.mint()}.more`)).toBeNull();
  });
});
