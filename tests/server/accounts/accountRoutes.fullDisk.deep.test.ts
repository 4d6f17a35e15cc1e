import { expect, test, vi } from "vitest";
import type * as databaseModule from "../../../server/accounts/accountsDatabase";
import { accountsServer, inviteFrom, signUp } from "../../support/accountsServer";
import { PASSWORD, type Reply } from "../../support/people";

const opened = vi.hoisted((): databaseModule.AccountsDatabase[] => []);

vi.mock("better-auth/crypto", async (original) =>
  (await import("../../support/quickPasswords")).quickPasswords(original),
);

vi.mock("../../../server/accounts/accountsDatabase", async (original) => {
  const module = await original<typeof databaseModule>();
  const { openAccountsDatabase } = module;
  return {
    ...module,
    openAccountsDatabase: (...args: Parameters<typeof openAccountsDatabase>) => {
      const database = openAccountsDatabase(...args);
      opened.push(database);
      return database;
    },
  };
});

const DISK_FULL = {
  status: 507,
  body: {
    code: "DISK_FULL",
    message:
      "The disk of the server is full or cannot be written, so nobody can sign in. Free some space on it, or tell the person who looks after it.",
  },
};

/** The disk takes no more than the database has now: rows still fit into pages that are not full. */
function fillDisk(): { readonly free: () => void } {
  const { sqlite } = opened.at(-1)!;
  const pages = Number(sqlite.pragma("page_count", { simple: true }));
  sqlite.pragma(`max_page_count = ${pages}`);
  return { free: () => void sqlite.pragma(`max_page_count = ${pages + 1000}`) };
}

async function untilRefused(attempt: () => Promise<Reply>): Promise<Reply> {
  for (let left = 200; left > 0; left -= 1) {
    const reply = await attempt();
    if (reply.status !== 200) return reply;
  }
  throw new Error("The disk did not become full.");
}

test("says at the sign-in that the disk is full, and signs in when it has space again", async () => {
  const server = await accountsServer();
  await signUp(server.browser(), "Ana");
  const disk = fillDisk();
  const credentials = { email: "ana@example.com", password: PASSWORD };
  const signIn = () => server.browser().post("sign-in/email", credentials);
  expect(await untilRefused(signIn)).toMatchObject(DISK_FULL);
  disk.free();
  expect((await signIn()).status).toBe(200);
});

test("says at the sign-up that the disk is full, but not to a wrong password", async () => {
  const server = await accountsServer();
  const ana = server.browser();
  await signUp(ana, "Ana");
  const codes: string[] = [];
  for (let left = 40; left > 0; left -= 1) codes.push(await inviteFrom(ana));
  fillDisk();
  let number = 0;
  const reply = await untilRefused(() => {
    number += 1;
    return signUp(server.browser(), `Bo${number}`, codes[number]);
  });
  expect(reply).toMatchObject(DISK_FULL);
  const wrong = { email: "ana@example.com", password: "not the password" };
  const refused = await server.browser().post("sign-in/email", wrong);
  expect(refused.status).toBe(401);
});
