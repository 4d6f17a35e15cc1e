import type * as Crypto from "better-auth/crypto";
import { symmetricDecrypt } from "better-auth/crypto";
import { expect, test, vi } from "vitest";
import { accountsServer, signUp } from "../../support/accountsServer";

vi.mock("better-auth/crypto", async (original) => {
  const { quickPasswords } = await import("../../support/quickPasswords");
  const crypto = await original<typeof Crypto>();
  return {
    ...(await quickPasswords(original)),
    symmetricDecrypt: vi.fn(crypto.symmetricDecrypt),
  };
});

test("the signing key is decrypted once, and its public part is read once", async () => {
  const server = await accountsServer({ signUps: "open" });
  const decrypted = vi.mocked(symmetricDecrypt).mock.calls.length;
  const people = ["Ana", "Bo", "Cy"].map((name) => ({
    name,
    browser: server.browser(),
  }));
  const tokens = new Set<unknown>();
  for (const { name, browser } of people) {
    await signUp(browser, name);
    tokens.add((await browser.get("token")).body.token);
  }
  expect(tokens.size).toBe(3);
  expect(vi.mocked(symmetricDecrypt)).toHaveBeenCalledTimes(decrypted);
  const { body } = await server.browser().get("jwks");
  expect(body).toEqual(await server.accounts().keys());
});
