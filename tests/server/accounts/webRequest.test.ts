import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import {
  callerAddress,
  remoteNetwork,
  webRequest,
} from "../../../server/accounts/webRequest";

function aRequest(remoteAddress: string, headers: Record<string, string> = {}) {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe("the caller's address", () => {
  test.each([
    ["192.168.1.7", "192.168.1.7"],
    ["::ffff:192.168.1.7", "192.168.1.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (address, counted) => {
    expect(callerAddress(aRequest(address), false)).toBe(counted);
  });

  const forwarded = { "x-forwarded-for": "6.6.6.6, 203.0.113.9" };

  test("behind a proxy on this machine is what the proxy itself saw", () => {
    for (const proxy of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect(callerAddress(aRequest(proxy, forwarded), true)).toBe(
        "203.0.113.9",
      );
    }
  });

  test("is never what a caller says without a proxy between", () => {
    expect(callerAddress(aRequest("127.0.0.1", forwarded), false)).toBe(
      "127.0.0.1",
    );
    expect(callerAddress(aRequest("10.0.0.5", forwarded), true)).toBe(
      "10.0.0.5",
    );
    expect(
      callerAddress(aRequest("127.0.0.1", { "x-forwarded-for": "x" }), true),
    ).toBe("127.0.0.1");
  });
});

test("the network of this machine is none, and that behind its proxy is", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.9" };
  for (const here of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    expect(remoteNetwork(aRequest(here), false)).toBeNull();
    expect(remoteNetwork(aRequest(here, forwarded), false)).toBeNull();
    expect(remoteNetwork(aRequest(here, forwarded), true)).toBe("203.0.113.9");
  }
  expect(remoteNetwork(aRequest("10.0.0.5", forwarded), true)).toBe("10.0.0.5");
  expect(remoteNetwork(aRequest("2001:db8::9"), false)).toBe(
    "2001:db8:0:0::/64",
  );
});

test("a request is passed on with what was read of it, and few of its headers", async () => {
  const url = "http://127.0.0.1:3000/api/auth/sign-in/email";
  const passed = webRequest(
    aRequest("127.0.0.1", {
      cookie: "a=b",
      host: "localhost:3000",
      "x-forwarded-host": "evil.example",
      authorization: "Bearer x",
      "content-type": "text/plain",
      "content-length": "9999",
    }),
    url,
    { email: "a@b.co" },
  );
  expect(Object.fromEntries(passed.headers)).toEqual({
    cookie: "a=b",
    host: "localhost:3000",
    origin: "http://127.0.0.1:3000",
    "content-type": "application/json",
  });
  expect(await passed.json()).toEqual({ email: "a@b.co" });
});
