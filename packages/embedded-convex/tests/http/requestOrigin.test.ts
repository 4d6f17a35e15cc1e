import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { isOwnOrigin, originOf } from "../../src/http/requestOrigin";

const request = (headers: { host?: string; origin?: string }) => ({ headers }) as IncomingMessage;

const atHome = { ownUrl: "http://127.0.0.1:3000", publicUrl: undefined };
const behindProxy = {
  ownUrl: "http://127.0.0.1:3000",
  publicUrl: "https://desk.example.com",
};

describe("originOf", () => {
  it.each([
    ["127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["LocalHost:3000", "http://localhost:3000"],
    ["192.168.1.5", "http://192.168.1.5"],
    ["[::1]:3000", "http://[::1]:3000"],
    ["a/b", "http://127.0.0.1:3000"],
    ['x" onload="', "http://127.0.0.1:3000"],
    [undefined, "http://127.0.0.1:3000"],
  ])("takes Host %j for %s", (host, origin) => {
    expect(originOf(request(host === undefined ? {} : { host }), atHome)).toBe(origin);
  });

  it("takes the public origin for clients that used it", () => {
    expect(originOf(request({ host: "desk.example.com" }), behindProxy)).toBe(
      "https://desk.example.com",
    );
    expect(originOf(request({ host: "127.0.0.1:3000" }), behindProxy)).toBe(
      "http://127.0.0.1:3000",
    );
    expect(originOf(request({}), behindProxy)).toBe("https://desk.example.com");
  });
});

describe("isOwnOrigin", () => {
  const host = "127.0.0.1:3000";
  it.each([
    ["no page at all", { host }, true],
    ["our page", { host, origin: "http://127.0.0.1:3000" }, true],
    ["another port", { host, origin: "http://127.0.0.1:4000" }, false],
    ["another site", { host, origin: "https://elsewhere.example" }, false],
    ["a file on the disk", { host, origin: "null" }, false],
    ["nonsense", { host, origin: "::::" }, false],
  ])("isOwnOrigin of %s is %j: %s", (_, headers, isOwn) => {
    expect(isOwnOrigin(request(headers), atHome)).toBe(isOwn);
  });

  it("accepts the public origin even if the proxy sends another Host", () => {
    expect(
      isOwnOrigin(request({ host: "inner:3000", origin: "https://desk.example.com" }), behindProxy),
    ).toBe(true);
  });
});
