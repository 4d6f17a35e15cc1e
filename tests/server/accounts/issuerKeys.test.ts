import {
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from "jose";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { IssuerUnreachable } from "../../../packages/embedded-convex/src/identity";
import { isUnknownKey, localKeys, remoteKeys } from "../../../server/accounts/issuerKeys";

let publicKey: JWK;

beforeAll(async () => {
  const pair = await generateKeyPair("RS256", { extractable: true });
  publicKey = await exportJWK(pair.publicKey);
});

afterEach(() => void vi.useRealTimers());

const keySet = (kids: string[]): JSONWebKeySet => ({
  keys: kids.map((kid) => ({ ...publicKey, kid })),
});

/** Whether the issuer has the key. */
async function has(keys: JWTVerifyGetKey, kid: string): Promise<boolean> {
  try {
    await keys({ alg: "RS256", kid }, { payload: "", signature: "" });
    return true;
  } catch (error) {
    if (isUnknownKey(error)) return false;
    throw error;
  }
}

function anIssuer() {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  const served = { kids: ["one"] };
  const fetch = vi.fn(async (_url: string) => {
    await Promise.resolve();
    return Response.json(keySet(served.kids));
  });
  return {
    served,
    fetch,
    keys: remoteKeys("https://issuer.example", fetch),
    advance: (ms: number) => vi.setSystemTime(Date.now() + ms),
  };
}

const down = () => Promise.reject(new TypeError("fetch failed"));

describe("remote keys", () => {
  test("remote keys are fetched from the well-known URL, once for concurrent callers", async () => {
    const { keys, fetch } = anIssuer();
    expect(await Promise.all([has(keys, "one"), has(keys, "one")])).toEqual([true, true]);
    await has(keys, "one");
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[0]).toBe("https://issuer.example/.well-known/jwks.json");
  });

  test("remote keys are fetched again for an unknown key id at most once in 30 s", async () => {
    const { keys, fetch, advance, served } = anIssuer();
    await has(keys, "one");
    served.kids = ["one", "two"];
    expect(await has(keys, "two")).toBe(false);
    advance(30_000);
    expect(await has(keys, "two")).toBe(true);
    for (let i = 0; i < 50; i += 1) {
      expect(await has(keys, `made-up ${i}`)).toBe(false);
    }
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("remote keys that were revoked expire after ten minutes", async () => {
    const { keys, advance, served } = anIssuer();
    await has(keys, "one");
    served.kids = ["two"];
    advance(10 * 60_000);
    expect(await has(keys, "one")).toBe(false);
  });

  test("remote keys stay valid during an outage", async () => {
    const { keys, advance, fetch } = anIssuer();
    await has(keys, "one");
    fetch.mockImplementation(down);
    advance(60 * 60_000);
    for (let i = 0; i < 20; i += 1) expect(await has(keys, "one")).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("remote keys report an unknown key id during an outage as an unreachable issuer", async () => {
    const { keys, advance, fetch } = anIssuer();
    await has(keys, "one");
    fetch.mockImplementation(down);
    advance(30_000);
    for (let i = 0; i < 20; i += 1) {
      await expect(has(keys, `made-up ${i}`)).rejects.toThrow(IssuerUnreachable);
      expect(await has(keys, "one")).toBe(true);
    }
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe("unreachable issuers", () => {
  test("an unreachable issuer is reported by name and fetched at most once in 30 s", async () => {
    const { keys, fetch, advance } = anIssuer();
    fetch.mockImplementation(down);
    for (let i = 0; i < 20; i += 1) {
      await expect(has(keys, "one")).rejects.toThrow(
        new IssuerUnreachable("https://issuer.example", undefined).message,
      );
    }
    expect(fetch).toHaveBeenCalledTimes(1);
    advance(30_000);
    await expect(has(keys, "one")).rejects.toThrow(IssuerUnreachable);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("an unreachable issuer is used again once it is reachable", async () => {
    const { keys, fetch, advance } = anIssuer();
    fetch.mockImplementationOnce(down);
    await expect(has(keys, "one")).rejects.toThrow(IssuerUnreachable);
    advance(30_000);
    expect(await has(keys, "one")).toBe(true);
  });

  test.each([
    ["an error page", new Response("<html>", { status: 502 })],
    ["invalid JSON", new Response("<html>")],
    ["a malformed key set", Response.json({ keys: "none" })],
    ["a key set over the size limit", new Response("x".repeat(300_000))],
  ])("an issuer that answers with %s counts as unreachable", async (_, response) => {
    const { keys, fetch } = anIssuer();
    fetch.mockResolvedValueOnce(response);
    await expect(has(keys, "one")).rejects.toThrow(IssuerUnreachable);
  });
});

describe("local keys", () => {
  test("local keys are read and imported once", async () => {
    const read = vi.fn(() => Promise.resolve(keySet(["one"])));
    const importKey = vi.spyOn(crypto.subtle, "importKey");
    const keys = localKeys(read);
    for (let i = 0; i < 50; i += 1) expect(await has(keys, "one")).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
    expect(importKey).toHaveBeenCalledTimes(1);
    importKey.mockRestore();
  });

  test("local keys are read again for an unknown key id", async () => {
    const kids = ["one"];
    const keys = localKeys(() => Promise.resolve(keySet(kids)));
    await has(keys, "one");
    kids.push("two");
    expect(await has(keys, "two")).toBe(true);
  });
});
