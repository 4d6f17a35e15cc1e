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

test("issues a new id to each browser", () => {
  expect(devices.issue("a@b.co")).not.toBe(devices.issue("a@b.co"));
});

test("sets an HttpOnly cookie, and a Secure one over TLS", () => {
  expect(devices.issue("a@b.co")).toMatch(
    /^downspout\.device=[\w-]+\.[\w-]+; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
  const secure = deviceCookies({ secret: "secret", secure: true });
  expect(secure.issue("a@b.co")).toMatch(/; Secure$/);
});

test("rejects a cookie of another server and a forged one", () => {
  const other = deviceCookies({ secret: "other", secure: false });
  const id = pairOf(devices.issue("a@b.co")).split("=")[1]!.split(".")[0]!;
  for (const cookies of [
    undefined,
    "",
    pairOf(other.issue("a@b.co")),
    "downspout.device=",
    "downspout.device=.",
    `downspout.device=${id}`,
    `downspout.device=${id}.`,
    `downspout.device=${id}.AAAA`,
  ]) {
    expect(devices.idFrom(cookies, "a@b.co")).toBeNull();
  }
});
