import { describe, expect, test, vi } from "vitest";
import { IssuerUnreachable } from "../../../packages/embedded-convex/src/identity";
import { remoteKeys } from "../../../server/accounts/remoteKeys";

const key = (kid: string) => ({ kty: "RSA", kid, n: "x", e: "AQAB" });

function anIssuer() {
  const now = { at: 1_000_000 };
  const served = { kids: ["one"] };
  const fetch = vi.fn(async (_url: string) => {
    await Promise.resolve();
    return Response.json({ keys: served.kids.map(key) });
  });
  const keys = remoteKeys({
    issuer: "https://issuer.example",
    clock: () => now.at,
    fetch,
  });
  return { now, served, fetch, keys };
}

const down = () => Promise.reject(new TypeError("fetch failed"));

describe("the keys of an issuer elsewhere", () => {
  test("are fetched from its well-known address, once for all who ask", async () => {
    const { keys, fetch } = anIssuer();
    const found = await Promise.all([keys.find("one"), keys.find("one")]);
    expect(found.map((one) => one?.kid)).toEqual(["one", "one"]);
    await keys.find("one");
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[0]).toBe(
      "https://issuer.example/.well-known/jwks.json",
    );
  });

  test("are fetched again for a key that is new, but not at every stranger's word", async () => {
    const { keys, fetch, now, served } = anIssuer();
    await keys.find("one");
    served.kids = ["one", "two"];
    expect(await keys.find("two")).toBeNull();
    now.at += 30_000;
    expect((await keys.find("two"))?.kid).toBe("two");
    for (let i = 0; i < 50; i += 1) {
      expect(await keys.find(`made-up ${i}`)).toBeNull();
    }
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("that were taken back are forgotten after ten minutes", async () => {
    const { keys, now, served } = anIssuer();
    await keys.find("one");
    served.kids = ["two"];
    now.at += 10 * 60_000;
    expect(await keys.find("one")).toBeNull();
  });

  test("that are known serve on while the issuer is away", async () => {
    const { keys, now, fetch } = anIssuer();
    await keys.find("one");
    fetch.mockImplementation(down);
    now.at += 60 * 60_000;
    expect((await keys.find("one"))?.kid).toBe("one");
  });
});

describe("an issuer that is away", () => {
  test("is said to be away, with its name, and is not asked at every token", async () => {
    const { keys, fetch, now } = anIssuer();
    fetch.mockImplementation(down);
    for (let i = 0; i < 20; i += 1) {
      await expect(keys.find("one")).rejects.toThrow(
        new IssuerUnreachable("https://issuer.example", undefined).message,
      );
    }
    expect(fetch).toHaveBeenCalledTimes(1);
    now.at += 30_000;
    await expect(keys.find("one")).rejects.toThrow(IssuerUnreachable);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("is believed again when it is back", async () => {
    const { keys, fetch, now } = anIssuer();
    fetch.mockImplementationOnce(down);
    await expect(keys.find("one")).rejects.toThrow(IssuerUnreachable);
    now.at += 30_000;
    expect((await keys.find("one"))?.kid).toBe("one");
  });

  test.each([
    ["an error page", new Response("<html>", { status: 502 })],
    ["what is no JSON", new Response("<html>")],
    ["what are no keys", Response.json({ keys: "none" })],
    ["far too much", new Response("x".repeat(300_000))],
  ])("or answers %s is as good as away", async (_, response) => {
    const { keys, fetch } = anIssuer();
    fetch.mockResolvedValueOnce(response);
    await expect(keys.find("one")).rejects.toThrow(IssuerUnreachable);
  });
});
