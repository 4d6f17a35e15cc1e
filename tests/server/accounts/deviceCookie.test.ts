import { expect, test } from "vitest";
import { deviceCookies } from "../../../server/accounts/deviceCookie";

const devices = deviceCookies({ secret: "secret", secure: false });
const pairOf = (line: string) => line.split(";")[0]!;

test("finds the device id of an account among other cookies", () => {
  const pair = pairOf(devices.issue("ana@example.com"));
  const id = devices.idFrom(`a=b; ${pair}; c=d=e`, "ana@example.com");
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(devices.idFrom(pair, "bo@example.com")).toBeNull();
});

test("keeps one cookie for each account, whose name does not reveal the address", () => {
  const pairs = ["ana@example.com", "bo@example.com"].map((email) => pairOf(devices.issue(email)));
  const cookies = pairs.join("; ");
  expect(devices.idFrom(cookies, "ana@example.com")).not.toBeNull();
  expect(devices.idFrom(cookies, "bo@example.com")).not.toBeNull();
  expect(cookies).not.toMatch(/ana|example/);
});

test("issues a new id to each browser", () => {
  expect(devices.issue("a@b.co")).not.toBe(devices.issue("a@b.co"));
});

test("sets an HttpOnly cookie, and a Secure one over TLS", () => {
  expect(devices.issue("a@b.co")).toMatch(
    /^downspout\.device\.[\w-]{12}=[\w-]+\.[\w-]+; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
  const secure = deviceCookies({ secret: "secret", secure: true });
  expect(secure.issue("a@b.co")).toMatch(/; Secure$/);
});

test("rejects a cookie of another server and a forged one", () => {
  const other = deviceCookies({ secret: "other", secure: false });
  const [name, value = ""] = pairOf(devices.issue("a@b.co")).split("=");
  const [id] = value.split(".");
  for (const cookies of [
    undefined,
    "",
    pairOf(other.issue("a@b.co")),
    `${name}=${pairOf(other.issue("a@b.co")).split("=")[1]}`,
    `${name}=${pairOf(devices.issue("c@d.co")).split("=")[1]}`,
    `${name}=`,
    `${name}=.`,
    `${name}=${id}`,
    `${name}=${id}.`,
    `${name}=${id}.AAAA`,
  ]) {
    expect(devices.idFrom(cookies, "a@b.co")).toBeNull();
  }
});
