import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openSqlite } from "embedded-convex";
import {
  accountsServer,
  inviteFrom,
  signUp,
  type AccountsServer,
} from "../../support/accountsServer";
import { PASSWORD } from "../../support/people";

vi.mock("better-auth/crypto", async (original) =>
  (await import("../../support/quickPasswords")).quickPasswords(original),
);

const DAY_MS = 24 * 60 * 60 * 1000;

function rows(server: AccountsServer, sql: string): unknown[] {
  const sqlite = openSqlite(path.join(server.dataDir, "accounts.db"), {
    readonly: true,
  });
  try {
    return sqlite.prepare(sql).all();
  } finally {
    sqlite.close();
  }
}

const emailsOf = (server: AccountsServer) =>
  rows(server, `SELECT email FROM "user" ORDER BY email`).map(
    (row) => (row as { email: string }).email,
  );

const inParallel = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

describe("the first account", () => {
  test("the first account is created once under concurrent requests", async () => {
    const server = await accountsServer();
    const replies = await inParallel(8, (i) => signUp(server.browser(), `Person${i}`));
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([200, ...Array<number>(7).fill(403)]);
    const refused = replies.filter((reply) => reply.status === 403);
    expect(new Set(refused.map((reply) => reply.body.code))).toEqual(
      new Set(["SIGN_UP_BY_INVITATION"]),
    );
    expect(emailsOf(server)).toHaveLength(1);
    expect(rows(server, "SELECT * FROM account")).toHaveLength(1);
    expect(rows(server, "SELECT * FROM session")).toHaveLength(1);
  });

  test("the first account is created without regard to an invitation code in the link", async () => {
    const server = await accountsServer();
    const ana = server.browser();
    const policy = await ana.get("sign-up/policy?invite=old");
    expect(policy.body).toEqual({ policy: "first" });
    expect((await signUp(ana, "Ana", "old")).status).toBe(200);
  });

  test("the first account can still be created after an invalid form", async () => {
    const server = await accountsServer();
    const ana = server.browser();
    const short = await ana.post("sign-up/email", {
      name: "Ana",
      email: "ana@example.com",
      password: "short",
    });
    expect(short.body.code).toBe("PASSWORD_TOO_SHORT");
    expect((await ana.get("sign-up/policy")).body.policy).toBe("first");
  });
});

describe("invitations", () => {
  async function anOffice(o: { signUps?: "open" } = {}) {
    const server = await accountsServer(o);
    const ana = server.browser();
    await signUp(ana, "Ana");
    return { server, ana };
  }

  test("an invitation admits one account", async () => {
    const { server, ana } = await anOffice();
    const code = await inviteFrom(ana);
    await signUp(server.browser(), "Bo", code);
    const again = await signUp(server.browser(), "Cy", code);
    expect([again.status, again.body]).toEqual([
      403,
      {
        code: "INVITATION_USED",
        field: "inviteCode",
        message: "This invitation was used already. Ask a teammate for a new link.",
      },
    ]);
    const policy = await server.browser().get(`sign-up/policy?invite=${code}`);
    expect(policy.body).toMatchObject({
      policy: "closed",
      code: "INVITATION_USED",
    });
    expect(emailsOf(server)).toEqual(["ana@example.com", "bo@example.com"]);
  });

  test("an invitation admits one account when six use it concurrently", async () => {
    const { server, ana } = await anOffice();
    const code = await inviteFrom(ana);
    const replies = await inParallel(6, (i) => signUp(server.browser(), `Person${i}`, code));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
    expect(emailsOf(server)).toHaveLength(2);
    expect(rows(server, "SELECT * FROM account")).toHaveLength(2);
  });

  test("an invitation expires after seven days, to the millisecond", async () => {
    const { server, ana } = await anOffice();
    const madeAt = server.now.at;
    const { body } = await ana.post("invitations");
    expect(body.expiresAt).toBe(madeAt + 7 * DAY_MS);
    const code = body.path!.split("=")[1]!;
    server.now.at = madeAt + 7 * DAY_MS;
    const late = await signUp(server.browser(), "Bo", code);
    expect([late.status, late.body.code]).toEqual([403, "INVITATION_EXPIRED"]);
    server.now.at -= 1;
    expect((await signUp(server.browser(), "Bo", code)).status).toBe(200);
  });

  test("an invitation is not used up by a sign-up that fails for another reason", async () => {
    const { server, ana } = await anOffice();
    const code = await inviteFrom(ana);
    const bo = server.browser();
    const taken = await signUp(bo, "Ana", code);
    expect([taken.status, taken.body]).toEqual([
      409,
      {
        code: "EMAIL_TAKEN",
        field: "email",
        message: "There is an account with this e-mail already. Sign in instead.",
      },
    ]);
    const short = await bo.post("sign-up/email", {
      name: "Bo",
      email: "bo@example.com",
      password: "1234567",
      inviteCode: code,
    });
    expect(short.body.code).toBe("PASSWORD_TOO_SHORT");
    expect((await signUp(bo, "Bo", code)).status).toBe(200);
  });

  test("an invitation is not used up by a sign-up that a disk error interrupts", async () => {
    const { server, ana } = await anOffice();
    const code = await inviteFrom(ana);
    const sqlite = openSqlite(path.join(server.dataDir, "accounts.db"));
    // After the user's row is written, before the password's.
    sqlite.exec(`CREATE TRIGGER broken BEFORE INSERT ON account
      BEGIN SELECT RAISE(ABORT, 'no space left'); END`);
    const bo = server.browser();
    const failed = await signUp(bo, "Bo", code);
    expect([failed.status, failed.body.code]).toEqual([500, "INTERNAL"]);
    expect(server.logLines.join()).toContain("no space left");
    expect(emailsOf(server)).toEqual(["ana@example.com"]);
    sqlite.exec("DROP TRIGGER broken");
    sqlite.close();
    expect((await signUp(bo, "Bo", code)).status).toBe(200);
  });

  test("an invitation that does not exist is rejected, even if sign-up is open", async () => {
    const { server } = await anOffice({ signUps: "open" });
    const bo = server.browser();
    const policy = await bo.get("sign-up/policy?invite=made-up");
    expect(policy.body).toMatchObject({
      policy: "closed",
      code: "INVITATION_UNKNOWN",
    });
    const refused = await signUp(bo, "Bo", "made-up");
    expect(refused.body.code).toBe("INVITATION_UNKNOWN");
    const tooLong = await signUp(bo, "Bo", "x".repeat(300));
    expect(tooLong.body.code).toBe("INVITATION_UNKNOWN");
  });

  test("an invitation can be created only when signed in", async () => {
    const { server, ana } = await anOffice();
    expect((await server.browser().post("invitations")).status).toBe(401);
    await ana.post("sign-out");
    expect((await ana.post("invitations")).body.code).toBe("NOT_SIGNED_IN");
    expect(rows(server, "SELECT * FROM invitation")).toEqual([]);
  });

  test("an invitation is not lost when a concurrent sign-up fails", async () => {
    const { server, ana } = await anOffice();
    const first = await inviteFrom(ana);
    const [codes] = await Promise.all([
      inParallel(10, () => inviteFrom(ana)),
      inParallel(5, () => signUp(server.browser(), "Ana", first)),
      inParallel(5, (i) => signUp(server.browser(), `Racer${i}`, first)),
    ]);
    const joined = await inParallel(10, (i) => signUp(server.browser(), `Member${i}`, codes[i]));
    expect(joined.map((reply) => reply.status)).toEqual(Array<number>(10).fill(200));
  });

  test("an invitation cannot be forged with extra fields in the sign-up request", async () => {
    const { server, ana } = await anOffice({ signUps: "open" });
    const anaId = (await ana.get("get-session")).body.user!.id;
    const eve = server.browser();
    const made = await eve.post("sign-up/email", {
      name: "Eve",
      email: "eve@example.com",
      password: PASSWORD,
      workspaceId: anaId,
      admission: "first",
      id: anaId,
      emailVerified: true,
      org_id: anaId,
    });
    expect(made.status).toBe(200);
    expect(made.body.user?.id).not.toBe(anaId);
    expect(made.body.user?.emailVerified).toBe(false);
    expect(JSON.stringify(made.body)).not.toMatch(/workspaceId|admission/);
    expect(rows(server, `SELECT admission, workspaceId FROM "user" WHERE name = 'Eve'`)).toEqual([
      { admission: null, workspaceId: null },
    ]);
  });
});
