/** The real accounts behind a real HTTP server, and browsers that keep their cookies. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { openAccounts, type Accounts } from "../../server/accounts/accounts";
import { createLog } from "../../server/monitoring/log";
import { serve } from "../../packages/embedded-convex/tests/support/httpServer";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

export const PASSWORD = "correct horse";

export interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  // What a JSON answer holds is what the tests are about.
  readonly body: Record<string, unknown> & {
    code?: string;
    message?: string;
    token?: string;
    path?: string;
    user?: Record<string, unknown>;
  };
  readonly headers: Headers;
}

export interface AccountsServer {
  readonly origin: string;
  readonly dataDir: string;
  readonly now: { at: number };
  readonly logLines: string[];
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
  let accounts: Accounts | undefined;
  const http = await serve((req, res) => accounts!.handler(req, res));
  const open = async () => {
    accounts = await openAccounts({
      dataDir,
      issuer: o.issuer ?? http.origin,
      signUps: o.signUps ?? "invite",
      log: createLog("debug", (line) => logLines.push(line)),
      clock: () => now.at,
      ...(o.tokenLifetimeSeconds === undefined
        ? {}
        : { tokenLifetimeSeconds: o.tokenLifetimeSeconds }),
    });
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

/** A first start but for the signing key, which takes a third of a second to make and is copied from test to test. */
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

function browserAt(origin: string): Browser {
  const cookies = new Map<string, string>();
  async function send(path: string, init: RequestInit): Promise<Reply> {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(`${origin}/api/auth/${path}`, {
      ...init,
      headers: {
        ...(cookie === "" ? {} : { cookie }),
        ...(init.headers as Record<string, string>),
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const at = pair.indexOf("=");
      const gone = attributes.some((one) => one.trim() === "Max-Age=0");
      if (gone) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const body = (await answer.json()) as Reply["body"];
    return { status: answer.status, body, headers: answer.headers };
  }
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", origin, ...headers },
      }),
  };
}

/** Makes an account in this browser and leaves it signed in. */
export async function signUp(
  browser: Browser,
  name: string,
  inviteCode?: string,
): Promise<Reply> {
  return browser.post("sign-up/email", {
    name,
    email: `${name.toLowerCase()}@example.com`,
    password: PASSWORD,
    inviteCode,
  });
}

export async function inviteFrom(browser: Browser): Promise<string> {
  const { body } = await browser.post("invitations");
  return new URL(body.path!, "http://localhost").searchParams.get("invite")!;
}
