import { describe, expect, test } from "vitest";
import { isFromOwnPages, ownOrigins } from "../../../server/accounts/origins";

const LOCAL = "http://127.0.0.1:3000";
const PUBLIC = "https://desk.example.com";

describe("own origins", () => {
  test.each([
    ["127.0.0.1:3000"],
    ["localhost:3000"],
    ["192.168.1.20:3000"],
    ["[::1]:3000"],
    ["[fe80::1]:3000"],
    ["office-pc:3000"],
    ["office.local:3000"],
    ["desk.lan"],
    ["DESK.home.arpa:80"],
  ])("own origins include %s, a local name", (host) => {
    expect(ownOrigins(host, LOCAL)).toContain(`http://${host.toLowerCase()}`);
  });

  test.each([
    ["evil.example"],
    ["evil.example:3000"],
    ["127.0.0.1.evil.example:3000"],
    ["desk.example.com"],
    ["user@127.0.0.1"],
    ["127.0.0.1/x"],
    ["127.0.0.1:3000, evil.example"],
    ["local.evil.example"],
    ["0x7f.1:3000"],
    [""],
    [undefined],
  ])("own origins exclude %s, which an attacker could point here", (host) => {
    expect(ownOrigins(host, LOCAL)).toEqual([]);
  });

  test("own origins include the public name with https only", () => {
    expect(ownOrigins("desk.example.com", PUBLIC)).toEqual([PUBLIC]);
    expect(ownOrigins("Desk.Example.com", PUBLIC)).toEqual([PUBLIC]);
    expect(ownOrigins("other.example.com", PUBLIC)).toEqual([]);
  });

  test("own origins include the public name when a proxy sends the local one as Host", () => {
    expect(ownOrigins("127.0.0.1:3000", PUBLIC)).toContain(PUBLIC);
  });
});

describe("origins of requests", () => {
  const host = "192.168.1.20:3000";

  test.each([
    [{ host, origin: "http://192.168.1.20:3000" }, true],
    [{ host, origin: "http://192.168.1.20" }, false],
    [{ host, origin: "https://192.168.1.20:3000" }, false],
    [{ host, origin: "http://localhost:3000" }, false],
    [{ host, origin: "null" }, false],
    [{ host, origin: "" }, false],
    [{ host: "evil.example", origin: "http://evil.example" }, false],
    [{ host }, true],
    [{ host, "sec-fetch-site": "same-origin" }, true],
    [{ host, "sec-fetch-site": "none" }, true],
    [{ host, "sec-fetch-site": "same-site" }, false],
    [{ host, "sec-fetch-site": "cross-site" }, false],
  ])("a request with %j counts as from our own pages: %s", (headers, isOwn) => {
    expect(isFromOwnPages(headers, LOCAL)).toBe(isOwn);
  });
});
