import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resetPassword } from "../../../server/accounts/resetPassword";
import { accountsServer, inviteFrom, signUp } from "../../support/accountsServer";
import { PASSWORD, type Browser } from "../../support/people";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const NEW = "a new and better one";

const signIn = (browser: Browser, password: string) =>
  browser.post("sign-in/email", { email: "ana@example.com", password });

async function anOffice() {
  const server = await accountsServer();
  const [ana, bo] = [server.browser(), server.browser()];
  await signUp(ana, "Ana");
  await signUp(bo, "Bo", await inviteFrom(ana));
  return { server, ana, bo };
}

test("ends the person's sessions and old password on a running server, and nobody else's", async () => {
  const { server, ana, bo } = await anOffice();
  const elsewhere = server.browser();
  await signIn(elsewhere, PASSWORD);
  const { dataDir } = server;
  expect(await resetPassword({ dataDir, email: " ANA@example.com", password: NEW })).toEqual({
    email: "ana@example.com",
    name: "Ana",
    sessions: 2,
  });
  for (const browser of [ana, elsewhere]) {
    expect((await browser.get("get-session")).body).toBeNull();
    expect((await browser.get("token")).status).toBe(401);
  }
  expect((await signIn(server.browser(), PASSWORD)).status).toBe(401);
  expect((await signIn(server.browser(), NEW)).status).toBe(200);
  expect((await bo.get("token")).status).toBe(200);
  const stored = ["accounts.db", "accounts.db-wal"].map((name) =>
    readFileSync(join(dataDir, name)).toString("latin1"),
  );
  expect(stored.join("")).not.toContain(NEW);
});

test("resets a password while the server is stopped", async () => {
  const { server } = await anOffice();
  const { dataDir } = server;
  server.accounts().close();
  await resetPassword({ dataDir, email: "ana@example.com", password: NEW });
  await server.restart();
  expect((await signIn(server.browser(), NEW)).status).toBe(200);
});

test.each([
  [{ email: "nobody@example.com" }, "There is no account with the e-mail"],
  [{ email: "ana" }, "Enter an e-mail address such as name@example.com."],
  [{ password: "short" }, "The password needs at least 8 characters."],
  [{ password: "x".repeat(129) }, "The password may have at most 128"],
  [{ dataDir: "nowhere" }, "There are no accounts in"],
])("rejects %j with a reason and changes nothing", async (wrong, sentence) => {
  const { server, ana } = await anOffice();
  const right = {
    dataDir: server.dataDir,
    email: "ana@example.com",
    password: NEW,
  };
  const dataDir = "dataDir" in wrong ? temporaryFolder() : right.dataDir;
  await expect(resetPassword({ ...right, ...wrong, dataDir })).rejects.toThrow(sentence);
  expect((await ana.get("token")).status).toBe(200);
  expect((await signIn(server.browser(), PASSWORD)).status).toBe(200);
});
