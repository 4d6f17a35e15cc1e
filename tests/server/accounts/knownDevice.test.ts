import { expect, test } from "vitest";
import { knownDevices } from "../../../server/accounts/knownDevice";

const devices = knownDevices({ secret: "secret", secure: false });
const pairOf = (line: string) => line.split(";")[0]!;

test("a marked browser is known for its account, among other cookies", () => {
  const pair = pairOf(devices.mark("ana@example.com"));
  const id = devices.idFrom(`a=b; ${pair}; c=d=e`, "ana@example.com");
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(devices.idFrom(pair, "bo@example.com")).toBeNull();
});

test("no two browsers share a mark", () => {
  expect(devices.mark("a@b.co")).not.toBe(devices.mark("a@b.co"));
});

test("a mark is out of reach of scripts, and goes over TLS where there is TLS", () => {
  expect(devices.mark("a@b.co")).toMatch(
    /^downspout\.device=[\w-]+\.[\w-]+; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
  const secure = knownDevices({ secret: "secret", secure: true });
  expect(secure.mark("a@b.co")).toMatch(/; Secure$/);
});

test("a mark of another server, or a made-up one, is none", () => {
  const other = knownDevices({ secret: "other", secure: false });
  const id = pairOf(devices.mark("a@b.co")).split("=")[1]!.split(".")[0]!;
  for (const cookies of [
    undefined,
    "",
    pairOf(other.mark("a@b.co")),
    "downspout.device=",
    "downspout.device=.",
    `downspout.device=${id}`,
    `downspout.device=${id}.`,
    `downspout.device=${id}.AAAA`,
  ]) {
    expect(devices.idFrom(cookies, "a@b.co")).toBeNull();
  }
});
