import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { expect, test } from "vitest";
import { endSessions } from "../../../server/accounts/endSessions";
import { lockDataFolder } from "../../../server/backup/dataFolder";
import { accountsServer, signUp } from "../../support/accountsServer";
import { PASSWORD } from "../../support/people";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const secretOf = (dataDir: string) => readFileSync(join(dataDir, "accounts.secret"), "utf8");

test("ends every session and replaces every key, so that those in a copy of the folder are not accepted", async () => {
  const server = await accountsServer();
  const { dataDir } = server;
  const [ana, phone] = [server.browser(), server.browser()];
  const account = { email: "ana@example.com", password: PASSWORD };
  await signUp(ana, "Ana");
  await phone.post("sign-in/email", account);
  const stolen = {
    token: (await ana.get("token")).body.token!,
    secret: secretOf(dataDir),
    keys: (await ana.get("jwks")).body as unknown as JSONWebKeySet,
  };
  server.accounts().close();

  expect(endSessions(dataDir)).toBe(2);
  await server.restart();
  expect(secretOf(dataDir)).not.toBe(stolen.secret);
  for (const browser of [ana, phone]) {
    expect((await browser.get("get-session")).body).toBeNull();
    expect((await browser.get("token")).status).toBe(401);
  }
  const keys = (await ana.get("jwks")).body as unknown as JSONWebKeySet;
  await expect(jwtVerify(stolen.token, createLocalJWKSet(keys))).rejects.toThrow(
    "no applicable key found",
  );
  // The control: only the keys make the token invalid.
  await jwtVerify(stolen.token, createLocalJWKSet(stolen.keys));
  expect((await ana.post("sign-in/email", account)).status).toBe(200);
  expect((await ana.get("token")).status).toBe(200);
  expect(server.logLines).toEqual([]);
});

test("end-sessions is refused while a server runs, and in a folder without accounts", async () => {
  const server = await accountsServer();
  const ana = server.browser();
  await signUp(ana, "Ana");
  const before = secretOf(server.dataDir);
  const lock = lockDataFolder(server.dataDir);
  expect(() => endSessions(server.dataDir)).toThrow("Stop it first");
  lock.release();
  expect(secretOf(server.dataDir)).toBe(before);
  expect((await ana.get("token")).status).toBe(200);
  expect(() => endSessions(temporaryFolder())).toThrow("There are no accounts in");
});
