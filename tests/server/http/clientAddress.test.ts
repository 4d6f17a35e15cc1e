import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientAddress, remoteNetwork } from "../../../server/http/clientAddress";

function aRequest(remoteAddress: string, headers: Record<string, string> = {}) {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe("the client's address", () => {
  test.each([
    ["192.168.1.7", "192.168.1.7"],
    ["::ffff:192.168.1.7", "192.168.1.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("the client's address %s counts as %s", (address, counted) => {
    expect(clientAddress(aRequest(address), false)).toBe(counted);
  });

  const forwarded = { "x-forwarded-for": "6.6.6.6, 203.0.113.9" };

  test("the client's address behind a local proxy is the last X-Forwarded-For entry", () => {
    for (const proxy of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect(clientAddress(aRequest(proxy, forwarded), true)).toBe("203.0.113.9");
    }
  });

  test("ignores X-Forwarded-For without a local proxy", () => {
    expect(clientAddress(aRequest("127.0.0.1", forwarded), false)).toBe("127.0.0.1");
    expect(clientAddress(aRequest("10.0.0.5", forwarded), true)).toBe("10.0.0.5");
    expect(clientAddress(aRequest("127.0.0.1", { "x-forwarded-for": "x" }), true)).toBe(
      "127.0.0.1",
    );
  });
});

test("the remote network is null for this machine, not for clients behind its proxy", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.9" };
  for (const here of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    expect(remoteNetwork(aRequest(here), false)).toBeNull();
    expect(remoteNetwork(aRequest(here, forwarded), false)).toBeNull();
    expect(remoteNetwork(aRequest(here, forwarded), true)).toBe("203.0.113.9");
  }
  expect(remoteNetwork(aRequest("10.0.0.5", forwarded), true)).toBe("10.0.0.5");
  expect(remoteNetwork(aRequest("2001:db8::9"), false)).toBe("2001:db8:0:0::/64");
});
