import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { openSqlite } from "embedded-convex";
import { describe, expect, test } from "vitest";
import { openAccounts } from "../../../server/accounts/accounts";
import { createTokenVerifier } from "../../../server/accounts/tokens";
import { createLog } from "../../../server/monitoring/log";
import { StartupError } from "../../../packages/embedded-convex/src/store/errors";
import {
  accountsServer,
  inviteFrom,
  signUp,
  type AccountsServer,
} from "../../support/accountsServer";
import { PASSWORD, type Browser } from "../../support/people";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const signIn = (browser: Browser, name: string) =>
  browser.post("sign-in/email", {
    email: `${name.toLowerCase()}@example.com`,
    password: PASSWORD,
  });

/** Another browser with the same cookies. */
function copyOf(server: AccountsServer, browser: Browser): Browser {
  const copy = server.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

const claimsOf = async (browser: Browser) => decodeJwt((await browser.get("token")).body.token!);

describe("accounts", () => {
  test("accounts start with one person, who invites others into the same workspace", async () => {
    const server = await accountsServer({ dataDir: temporaryFolder() });
    const ana = server.browser();
    expect((await ana.get("sign-up/policy")).body).toEqual({ policy: "first" });

    const made = await ana.post("sign-up/email", {
      name: "  Ana Ruiz ",
      email: " Ana@Example.COM ",
      password: PASSWORD,
    });
    expect(made.status).toBe(200);
    expect(made.body.user).toMatchObject({
      name: "Ana Ruiz",
      email: "ana@example.com",
    });
    const session = await ana.get("get-session");
    expect(session.body.user?.email).toBe("ana@example.com");

    const bo = server.browser();
    expect((await bo.get("sign-up/policy")).body).toEqual({
      policy: "closed",
      code: "SIGN_UP_BY_INVITATION",
      message: "Sign-up is by invitation. Ask a teammate for a link.",
    });
    const refused = await signUp(bo, "Bo");
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Sign-up is by invitation. Ask a teammate for a link.",
    ]);

    const code = await inviteFrom(ana);
    expect((await bo.get(`sign-up/policy?invite=${code}`)).body).toEqual({
      policy: "invited",
      invitedBy: "Ana Ruiz",
    });
    expect((await signUp(bo, "Bo", code)).status).toBe(200);

    const anaClaims = await claimsOf(ana);
    const boClaims = await claimsOf(bo);
    expect(anaClaims).not.toHaveProperty("org_id");
    expect(boClaims).toMatchObject({
      name: "Bo",
      email: "bo@example.com",
      org_id: anaClaims.sub,
    });

    const cy = server.browser();
    expect((await signUp(cy, "Cy", await inviteFrom(bo))).status).toBe(200);
    expect(await claimsOf(cy)).toMatchObject({ org_id: anaClaims.sub });
  });

  test("accounts survive a restart with their sessions, keys, invitations and tokens", async () => {
    const server = await accountsServer();
    const ana = server.browser();
    await signUp(ana, "Ana");
    const code = await inviteFrom(ana);
    const token = (await ana.get("token")).body.token!;
    await server.restart();
    const verify = createTokenVerifier({
      own: {
        issuer: server.origin,
        applicationID: "convex",
        keys: () => server.accounts().keys(),
        isSessionOpen: (id) => server.accounts().isSessionOpen(id),
      },
      providers: [],
    });
    expect((await verify(token)).identity.name).toBe("Ana");
    expect((await ana.get("token")).status).toBe(200);
    const again = server.browser();
    const signedIn = await again.post("sign-in/email", {
      email: "ANA@example.com ",
      password: PASSWORD,
    });
    expect(signedIn.status).toBe(200);
    expect((await signUp(server.browser(), "Bo", code)).status).toBe(200);
    expect(server.logLines).toEqual([]);
  });

  test("accounts end a session with sign-out", async () => {
    const server = await accountsServer();
    const ana = server.browser();
    await signUp(ana, "Ana");
    const stolen = new Map(ana.cookies);
    expect((await ana.post("sign-out")).status).toBe(200);
    expect(ana.cookies.has("downspout.session_token")).toBe(false);
    expect((await ana.get("get-session")).body).toBeNull();
    for (const [name, value] of stolen) ana.cookies.set(name, value);
    expect((await ana.get("token")).body).toEqual({
      code: "NOT_SIGNED_IN",
      message: "You are signed out. Sign in and try again.",
    });
  });

  test("accounts with SIGN_UPS=open each get their own workspace", async () => {
    const server = await accountsServer({ signUps: "open" });
    const [ana, bo] = [server.browser(), server.browser()];
    await signUp(ana, "Ana");
    expect((await bo.get("sign-up/policy")).body).toEqual({ policy: "open" });
    expect((await signUp(bo, "Bo")).status).toBe(200);
    expect(await claimsOf(bo)).not.toHaveProperty("org_id");
    const cy = server.browser();
    await signUp(cy, "Cy", await inviteFrom(bo));
    expect((await claimsOf(cy)).org_id).toBe((await claimsOf(bo)).sub);
  });
});

describe("tokens", () => {
  test("tokens are RS256 for the audience convex and verify with the published keys", async () => {
    const server = await accountsServer({ tokenLifetimeSeconds: 120 });
    const ana = server.browser();
    const { body } = await signUp(ana, "Ana");
    const { token } = (await ana.get("token")).body;
    const jwks = (await ana.get("jwks")).body as unknown as {
      keys: Record<string, string>[];
    };
    expect(jwks.keys).toHaveLength(1);
    expect(jwks.keys[0]).toMatchObject({ kty: "RSA", alg: "RS256" });
    expect(jwks.keys[0]).not.toHaveProperty("d");
    const { payload, protectedHeader } = await jwtVerify(
      token!,
      createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0]),
      { issuer: server.origin, audience: "convex", algorithms: ["RS256"] },
    );
    expect(protectedHeader.kid).toBe(jwks.keys[0]?.kid);
    expect(payload.sub).toBe(body.user?.id);
    expect(payload.exp! - payload.iat!).toBe(120);
    expect(Object.keys(payload).sort()).toEqual(
      ["aud", "email", "exp", "iat", "iss", "name", "sid", "sub"].sort(),
    );
  });

  test("requests of a session within 5 s get one token, and none after its sign-out", async () => {
    const server = await accountsServer();
    const ana = server.browser();
    await signUp(ana, "Ana");
    const first = await ana.get("token");
    expect((await ana.get("token")).body).toEqual(first.body);
    const sameSession = copyOf(server, ana);
    expect((await sameSession.get("token")).body).toEqual(first.body);
    await ana.post("sign-out");
    expect((await sameSession.get("token")).status).toBe(401);
  });

  test("a person who signs in or up in a browser with a session ends that session, and no other one", async () => {
    const server = await accountsServer();
    const [ana, phone] = [server.browser(), server.browser()];
    await signUp(ana, "Ana");
    const invite = await inviteFrom(ana);
    await signIn(phone, "Ana");
    const before = copyOf(server, ana);
    const ended = server.sessionsEnded.count;
    await signIn(ana, "Ana");
    expect((await before.get("token")).status).toBe(401);
    expect(server.sessionsEnded.count).toBe(ended + 1);
    const again = copyOf(server, ana);
    await signUp(ana, "Bo", invite);
    expect((await again.get("token")).status).toBe(401);
    for (const browser of [ana, phone]) expect((await browser.get("token")).status).toBe(200);
  });

  test("a sign-in with a wrong password keeps the session of the browser", async () => {
    const server = await accountsServer();
    const ana = server.browser();
    await signUp(ana, "Ana");
    const wrong = { email: "ana@example.com", password: "wrong password" };
    expect((await ana.post("sign-in/email", wrong)).status).toBe(401);
    expect((await ana.get("token")).status).toBe(200);
  });

  test("a person who is removed gets no token, also within 5 s of the last one", async () => {
    const server = await accountsServer();
    const [ana, bo] = [server.browser(), server.browser()];
    await signUp(ana, "Ana");
    const { body } = await signUp(bo, "Bo", await inviteFrom(ana));
    expect((await bo.get("token")).status).toBe(200);
    await ana.post("team/remove", { personId: body.user!.id });
    expect((await bo.get("token")).status).toBe(401);
  });

  test("tokens expire after 15 minutes by default", async () => {
    const ana = (await accountsServer()).browser();
    await signUp(ana, "Ana");
    const { exp, iat } = await claimsOf(ana);
    expect(exp! - iat!).toBe(15 * 60);
  });
});

describe("the data folder", () => {
  test("the data folder is readable by its owner only and holds no password and no invitation code", async () => {
    const dataDir = temporaryFolder();
    const server = await accountsServer({ dataDir });
    const ana = server.browser();
    await signUp(ana, "Ana");
    const code = await inviteFrom(ana);
    const names = ["accounts.secret", "accounts.db", "accounts.db-wal"];
    for (const name of names) {
      const mode = statSync(path.join(dataDir, name)).mode & 0o777;
      expect(mode, name).toBe(0o600);
    }
    const secret = readFileSync(path.join(dataDir, names[0]!), "utf8").trim();
    const bytes = Buffer.concat(
      names.slice(1).map((name) => readFileSync(path.join(dataDir, name))),
    );
    expect(bytes.includes("ana@example.com")).toBe(true);
    for (const hidden of [PASSWORD, code, secret, '"d":']) {
      expect(bytes.includes(hidden)).toBe(false);
    }
  });

  test("the data folder without its secret signs everyone out, and lets them sign in again", async () => {
    const server = await accountsServer();
    const ana = server.browser();
    await signUp(ana, "Ana");
    const file = path.join(server.dataDir, "accounts.secret");
    writeFileSync(file, `${"s".repeat(43)}\n`);
    await server.restart();
    expect(server.logLines.join()).toContain("creating a new one");
    expect((await ana.get("token")).status).toBe(401);
    await ana.post("sign-in/email", {
      email: "ana@example.com",
      password: PASSWORD,
    });
    expect((await ana.get("token")).status).toBe(200);
  });

  async function openIn(dataDir: string) {
    const accounts = await openAccounts({
      dataDir,
      issuer: "http://127.0.0.1:3000",
      signUps: "invite",
      log: createLog("silent"),
    });
    accounts.close();
  }

  test("an accounts database of a newer version is rejected and not changed", async () => {
    const dataDir = temporaryFolder();
    await openIn(dataDir);
    const file = path.join(dataDir, "accounts.db");
    const sqlite = openSqlite(file);
    sqlite.pragma("user_version = 99");
    sqlite.close();
    const refused = openIn(dataDir);
    await expect(refused).rejects.toThrow("by a newer version");
    await expect(refused).rejects.toThrow(StartupError);
  });

  test("a damaged accounts database is rejected and not changed", async () => {
    const dataDir = temporaryFolder();
    const file = path.join(dataDir, "accounts.db");
    writeFileSync(file, "this is no database, but it may be all that is left");
    const refused = openIn(dataDir);
    await expect(refused).rejects.toThrow("damaged and were left as they are");
    await expect(refused).rejects.toThrow(StartupError);
    expect(readFileSync(file, "utf8")).toContain("all that is left");
  });

  test("the data folder is created if it does not exist", async () => {
    const dataDir = path.join(temporaryFolder(), "a", "b");
    await openIn(dataDir);
    expect(existsSync(path.join(dataDir, "accounts.db"))).toBe(true);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
  });
});
