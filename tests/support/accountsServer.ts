/** The real accounts routes on an HTTP server, and clients with cookie jars. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { Router } from "embedded-convex";
import { openAccounts, type Accounts } from "../../server/accounts/accounts";
import { REQUEST_LIMITS } from "../../server/requestLimits";
import { createLog } from "../../server/monitoring/log";
import { serve } from "../../packages/embedded-convex/tests/support/httpServer";
import { aGate } from "../../packages/embedded-convex/tests/support/requestGate";
import { browserAt, createAccount, type Browser, type Reply } from "./people";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

export interface AccountsServer {
  readonly origin: string;
  readonly dataDir: string;
  readonly now: { at: number };
  readonly logLines: string[];
  /** How often the server said that sessions have ended. */
  readonly sessionsEnded: { count: number };
  accounts(): Accounts;
  browser(): Browser;
  restart(): Promise<void>;
}

export async function accountsServer(
  o: {
    signUps?: "invite" | "open";
    issuer?: string;
    dataDir?: string;
    tokenLifetimeSeconds?: number;
  } = {},
): Promise<AccountsServer> {
  const dataDir = o.dataDir ?? (await folderWithKey());
  const now = { at: Date.now() };
  const logLines: string[] = [];
  const sessionsEnded = { count: 0 };
  const log = createLog("debug", (line) => logLines.push(line));
  // The turns and rates are tested with the whole server.
  const gate = aGate({ table: REQUEST_LIMITS });
  let accounts: Accounts | undefined;
  let router: Router | undefined;
  const http = await serve((req, res) => router!.handle(req, res));
  const open = async () => {
    accounts = await openAccounts({
      dataDir,
      issuer: o.issuer ?? http.origin,
      signUps: o.signUps ?? "invite",
      log,
      clock: () => now.at,
      onSessionsEnded: () => {
        sessionsEnded.count += 1;
        return Promise.resolve();
      },
      ...(o.tokenLifetimeSeconds === undefined
        ? {}
        : { tokenLifetimeSeconds: o.tokenLifetimeSeconds }),
    });
    router = new Router({ log, gate, routes: accounts.routes });
  };
  await open();
  onTestFinished(async () => {
    await http.close();
    accounts?.close();
  });
  return {
    origin: http.origin,
    dataDir,
    now,
    logLines,
    sessionsEnded,
    accounts: () => accounts!,
    browser: () => browserAt(http.origin),
    restart: async () => {
      accounts?.close();
      await open();
    },
  };
}

let template: Promise<string> | undefined;

afterAll(async () => {
  if (template) rmSync(await template, { recursive: true, force: true });
});

/** A data folder that has only a signing key: one takes 0.3 s to create, so the tests share it. */
async function folderWithKey(): Promise<string> {
  template ??= makeTemplate();
  const folder = temporaryFolder();
  cpSync(await template, folder, { recursive: true });
  return folder;
}

async function makeTemplate(): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "downspout-template-"));
  const accounts = await openAccounts({
    dataDir,
    issuer: "http://127.0.0.1:3000",
    signUps: "invite",
    log: createLog("silent"),
  });
  accounts.close();
  return dataDir;
}

/** Creates an account in this browser, which is then signed in. */
export function signUp(browser: Browser, name: string, inviteCode?: string): Promise<Reply> {
  const email = `${name.toLowerCase()}@example.com`;
  return createAccount(browser, { name, email, inviteCode });
}

export async function inviteFrom(browser: Browser): Promise<string> {
  const { body } = await browser.post("invitations");
  return new URL(body.path!, "http://localhost").searchParams.get("invite")!;
}
