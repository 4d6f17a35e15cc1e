import { ConvexHttpClient } from "convex/browser";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../server/createServer";
import { createLog } from "../../server/monitoring/log";
import {
  aConvexClient,
  eventually,
  watch,
} from "../../packages/embedded-convex/tests/support/convexClients";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";
import { wire, wireModules } from "../../packages/embedded-convex/tests/support/wireModules";
import { inviteFrom, signUp } from "../support/accountsServer";
import { openFolder } from "../support/dataFolders";
import { browserAt, PASSWORD, type Browser } from "../support/people";

async function aServer(): Promise<string> {
  const server = await createServer({
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
    modules: wireModules,
    dataDir: temporaryFolder(),
  });
  onTestFinished(() => server.close());
  return server.url;
}

/** An open page: the real client, with the tokens of this browser's session. */
async function openPage(url: string, browser: Browser) {
  const client = aConvexClient(url);
  const tokens: string[] = [];
  const states: boolean[] = [];
  client.setAuth(
    async () => {
      const { token = null } = (await browser.get("token")).body;
      if (token !== null) tokens.push(token);
      return token;
    },
    (isAuthenticated) => states.push(isAuthenticated),
  );
  const live = watch(client, wire.whoami, {});
  await live.until((email) => email !== null);
  return { client, live, tokens, states };
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** Signed out by the server: by the websocket, long before the token expires, and for the next call. */
async function expectSignedOut(url: string, page: Page) {
  await eventually(() => (page.states.at(-1) === false ? true : null));
  await page.live.until((email) => email === null);
  for (const token of page.tokens) {
    const http = new ConvexHttpClient(url);
    http.setAuth(token);
    await expect(http.query(wire.whoami, {})).rejects.toThrow(
      "The session of this token has ended.",
    );
  }
}

async function expectSignedIn(url: string, page: Page, email: string) {
  expect(page.states).not.toContain(false);
  expect(page.live.values.at(-1)).toBe(email);
  const http = new ConvexHttpClient(url);
  http.setAuth(page.tokens.at(-1)!);
  expect(await http.query(wire.whoami, {})).toBe(email);
}

const EMAILS = ["ana@example.com", "bo@example.com"] as const;

async function anOffice() {
  const url = await aServer();
  const [ana, bo] = [browserAt(url), browserAt(url)];
  await signUp(ana, "Ana");
  await signUp(bo, "Bo", await inviteFrom(ana));
  const [anasPage, bosPage] = [await openPage(url, ana), await openPage(url, bo)];
  return { url, ana, bo, anasPage, bosPage };
}

test("a removed person's open page is signed out at once, and nobody else's", async () => {
  const { url, ana, bo, anasPage, bosPage } = await anOffice();
  const { user } = (await bo.get("get-session")).body;
  await ana.post("team/remove", { personId: user!.id });
  await expectSignedOut(url, bosPage);
  await expectSignedIn(url, anasPage, EMAILS[0]);
});

test("signing out ends the token in another tab of the browser too", async () => {
  const { url, bo, anasPage, bosPage } = await anOffice();
  await bo.post("sign-out");
  await expectSignedOut(url, bosPage);
  await expectSignedIn(url, anasPage, EMAILS[0]);
});

test("a new password signs out the person's other devices, and keeps this one", async () => {
  const { url, ana, anasPage } = await anOffice();
  const phone = browserAt(url);
  await phone.post("sign-in/email", { email: EMAILS[0], password: PASSWORD });
  const onPhone = await openPage(url, phone);
  await ana.post("change-password", {
    currentPassword: PASSWORD,
    newPassword: "a new and better one",
  });
  await expectSignedOut(url, onPhone);
  await expectSignedIn(url, anasPage, EMAILS[0]);
});

test.each([
  ["generate", { task: "generate", isRunning: false, counts: {} }],
  [
    "deleteCustomersAndJobs",
    {
      task: "deleteCustomersAndJobs",
      isRunning: false,
      counts: { customersDeleted: 1, jobsDeleted: 1 },
    },
  ],
])("an operation that a kill interrupted is over after the next start: %s", async (task, over) => {
  const dataDir = temporaryFolder();
  const member = { workspaceId: "owner-1", by: "owner-1", byName: "Ana" };
  const killed = openFolder(dataDir);
  await killed.mutate("jobs:create", {
    customer: { customer_name: "Ada" },
    job_address: "1 Elm St",
  });
  await killed.engine.runInternalMutation("operations:begin", {
    member,
    task,
  });
  expect(await killed.query("seed:progress")).toMatchObject({
    isRunning: true,
  });
  await killed.close();
  const server = await createServer({
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
    dataDir,
  });
  await server.close();
  // What it goes on with may take another start.
  const next = openFolder(dataDir);
  await eventually(async () => {
    const { isRunning } = (await next.query("seed:progress")) as {
      isRunning: boolean;
    };
    return isRunning ? null : true;
  });
  expect(await next.query("seed:progress")).toEqual(over);
  await next.close();
});
