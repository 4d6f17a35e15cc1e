import path from "node:path";
import { decodeJwt } from "jose";
import { openSqlite } from "embedded-convex";
import { describe, expect, test, vi } from "vitest";
import {
  accountsServer,
  inviteFrom,
  signUp,
  type AccountsServer,
} from "../../support/accountsServer";
import { PASSWORD, type Browser } from "../../support/people";

vi.mock("better-auth/crypto", async (original) =>
  (await import("../../support/quickPasswords")).quickPasswords(original),
);

const DAY_MS = 24 * 60 * 60 * 1000;

interface TeamBody {
  readonly founderId: string;
  readonly people: readonly { id: string; name: string; email: string }[];
  readonly invitations: readonly {
    id: string;
    invitedBy: string;
    expiresAt: number;
  }[];
  readonly history: readonly {
    at: number;
    kind: string;
    byName: string;
    personName: string | null;
  }[];
}

const teamOf = async (browser: Browser) => (await browser.get("team")).body as unknown as TeamBody;

const namesOf = async (browser: Browser) => (await teamOf(browser)).people.map(({ name }) => name);

const claimsOf = async (browser: Browser) => decodeJwt((await browser.get("token")).body.token!);

const idOf = async (browser: Browser) => (await claimsOf(browser)).sub!;

const signIn = (browser: Browser, name: string, body: object = {}) =>
  browser.post("sign-in/email", {
    email: `${name.toLowerCase()}@example.com`,
    password: PASSWORD,
    ...body,
  });

async function join(server: AccountsServer, inviter: Browser, name: string) {
  const browser = server.browser();
  const { status } = await signUp(browser, name, await inviteFrom(inviter));
  expect(status).toBe(200);
  return { browser, id: await idOf(browser) };
}

/** Ana founded the workspace; Bo and Cy joined. */
async function anOffice(o: { signUps?: "open" } = {}) {
  const server = await accountsServer(o);
  const ana = server.browser();
  await signUp(ana, "Ana");
  return {
    server,
    ana: { browser: ana, id: await idOf(ana) },
    bo: await join(server, ana, "Bo"),
    cy: await join(server, ana, "Cy"),
  };
}

const refusalOf = async (reply: ReturnType<Browser["post"]>) => {
  const { status, body } = await reply;
  return [status, body.code];
};

describe("the team", () => {
  test("lists the founder, then the others as they joined, and the open invitations", async () => {
    const { server, ana, bo, cy } = await anOffice();
    const { body } = await bo.browser.post("invitations");
    expect(await teamOf(cy.browser)).toEqual({
      founderId: ana.id,
      people: [
        { id: ana.id, name: "Ana", email: "ana@example.com" },
        { id: bo.id, name: "Bo", email: "bo@example.com" },
        { id: cy.id, name: "Cy", email: "cy@example.com" },
      ],
      invitations: [
        {
          id: expect.any(String) as string,
          invitedBy: "Bo",
          expiresAt: body.expiresAt,
        },
      ],
      history: expect.any(Array) as unknown[],
    });
    server.now.at += 7 * DAY_MS;
    expect((await teamOf(cy.browser)).invitations).toEqual([]);
  });

  test("the team does not show or change another workspace on the same server", async () => {
    const { server, ana, bo } = await anOffice({ signUps: "open" });
    const eve = server.browser();
    await signUp(eve, "Eve");
    await inviteFrom(ana.browser);
    const [invitation] = (await teamOf(ana.browser)).invitations;
    expect(await teamOf(eve)).toMatchObject({
      people: [{ name: "Eve" }],
      invitations: [],
    });
    for (const route of ["team/remove", "team/hand-over"]) {
      expect(await refusalOf(eve.post(route, { personId: bo.id }))).toEqual([
        404,
        "PERSON_NOT_FOUND",
      ]);
    }
    const withdrawal = { invitationId: invitation!.id };
    expect(await refusalOf(eve.post("invitations/withdraw", withdrawal))).toEqual([
      404,
      "INVITATION_NOT_OPEN",
    ]);
    expect(await namesOf(bo.browser)).toEqual(["Ana", "Bo", "Cy"]);
    expect((await teamOf(ana.browser)).invitations).toHaveLength(1);
  });
});

describe("the history of the team", () => {
  test("names who did what to whom, also after they are gone", async () => {
    const { server, ana, bo, cy } = await anOffice();
    server.now.at += 60_000;
    await inviteFrom(bo.browser);
    const [invitation] = (await teamOf(ana.browser)).invitations;
    server.now.at += 60_000;
    await ana.browser.post("invitations/withdraw", {
      invitationId: invitation!.id,
    });
    server.now.at += 60_000;
    await ana.browser.post("team/remove", { personId: bo.id });
    server.now.at += 60_000;
    await ana.browser.post("team/hand-over", { personId: cy.id });
    const { history } = await teamOf(cy.browser);
    const acts = history.filter(({ kind }) => kind !== "joined");
    expect(acts.slice(0, 4)).toEqual([
      act("handedOver", "Ana", "Cy"),
      act("removed", "Ana", "Bo"),
      act("withdrew", "Ana"),
      act("invited", "Bo"),
    ]);
    const joined = history.filter(({ kind }) => kind === "joined");
    expect(joined.map(({ byName }) => byName).sort()).toEqual(["Bo", "Cy"]);

    function act(kind: string, byName: string, personName?: string) {
      const at = expect.any(Number) as number;
      return { at, kind, byName, personName: personName ?? null };
    }
  });

  test("the history of the team is kept for two years, and shown to its workspace only", async () => {
    const { server, ana } = await anOffice({ signUps: "open" });
    const eve = server.browser();
    await signUp(eve, "Eve");
    await inviteFrom(ana.browser);
    expect((await teamOf(eve)).history).toEqual([]);
    const invited = async () =>
      (await teamOf(ana.browser)).history.filter(({ kind }) => kind === "invited");
    expect((await invited()).length).toBeGreaterThan(1);
    server.now.at += 2 * 365 * DAY_MS + 1;
    await inviteFrom(ana.browser);
    expect(await invited()).toHaveLength(1);
  });
});

describe("withdrawn invitations", () => {
  test("a withdrawn invitation admits nobody, and says so", async () => {
    const { server, ana, bo } = await anOffice();
    const code = await inviteFrom(ana.browser);
    const [invitation] = (await teamOf(bo.browser)).invitations;
    const withdraw = () =>
      bo.browser.post("invitations/withdraw", {
        invitationId: invitation!.id,
      });
    expect((await withdraw()).status).toBe(200);
    const dee = server.browser();
    expect((await dee.get(`sign-up/policy?invite=${code}`)).body).toEqual({
      policy: "closed",
      code: "INVITATION_WITHDRAWN",
      field: "inviteCode",
      message: "This invitation was withdrawn. Ask a teammate for a new link.",
    });
    expect(await refusalOf(signUp(dee, "Dee", code))).toEqual([403, "INVITATION_WITHDRAWN"]);
    expect((await teamOf(ana.browser)).invitations).toEqual([]);
    expect(await refusalOf(withdraw())).toEqual([404, "INVITATION_NOT_OPEN"]);
  });

  test("only an unused invitation can be withdrawn", async () => {
    const { server, ana } = await anOffice();
    const code = await inviteFrom(ana.browser);
    const [invitation] = (await teamOf(ana.browser)).invitations;
    await signUp(server.browser(), "Dee", code);
    const body = { invitationId: invitation!.id };
    expect(await refusalOf(ana.browser.post("invitations/withdraw", body))).toEqual([
      404,
      "INVITATION_NOT_OPEN",
    ]);
  });
});

describe("removed people", () => {
  async function withoutBo() {
    const office = await anOffice();
    const { ana, bo } = office;
    const body = { personId: bo.id };
    const before = await claimsOf(bo.browser);
    expect((await ana.browser.post("team/remove", body)).status).toBe(200);
    return { ...office, sessionId: String(before.sid) };
  }

  test("a removed person loses sessions and tokens, and leaves the list", async () => {
    const { server, ana, bo, sessionId } = await withoutBo();
    expect(server.accounts().isSessionOpen(sessionId)).toBe(false);
    expect((await bo.browser.get("get-session")).body).toBeNull();
    for (const reply of [
      bo.browser.get("token"),
      bo.browser.get("team"),
      bo.browser.post("invitations"),
      bo.browser.post("team/remove", { personId: ana.id }),
    ]) {
      expect(await refusalOf(reply)).toEqual([401, "NOT_SIGNED_IN"]);
    }
    expect(await namesOf(ana.browser)).toEqual(["Ana", "Cy"]);
    expect(server.sessionsEnded.count).toBe(1);
  });

  test("a removed person cannot sign in or up again, and only the right password learns why", async () => {
    const { server } = await withoutBo();
    const bo = server.browser();
    const { status, body } = await signIn(bo, "Bo");
    expect([status, body]).toEqual([
      403,
      {
        code: "ACCOUNT_REMOVED",
        message:
          "This account is no longer in a workspace. To come back, ask a teammate for an invitation, open its link and sign in there.",
      },
    ]);
    expect((await bo.get("get-session")).body).toBeNull();
    const wrong = signIn(bo, "Bo", { password: "wrong password" });
    expect(await refusalOf(wrong)).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
  });

  test("a removed person comes back to the same workspace with a new invitation and the old password", async () => {
    const { server, ana, bo } = await withoutBo();
    const code = await inviteFrom(ana.browser);
    const again = server.browser();
    expect(await refusalOf(signUp(again, "Bo", code))).toEqual([409, "EMAIL_TAKEN"]);
    const wrong = { password: "wrong password", inviteCode: code };
    expect(await refusalOf(signIn(again, "Bo", wrong))).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
    const { status } = await signIn(again, "Bo", { inviteCode: code });
    expect(status).toBe(200);
    expect(await claimsOf(again)).toMatchObject({ sub: bo.id, org_id: ana.id });
    expect(await namesOf(ana.browser)).toEqual(["Ana", "Bo", "Cy"]);
    expect((await teamOf(ana.browser)).invitations).toEqual([]);
    expect((await signIn(server.browser(), "Bo")).status).toBe(200);
    expect(await refusalOf(signUp(server.browser(), "Dee", code))).toEqual([
      403,
      "INVITATION_USED",
    ]);
  });

  test("a removed person does not come back with an invitation that was used, withdrawn or made up", async () => {
    const { server, ana } = await withoutBo();
    const used = await inviteFrom(ana.browser);
    await signUp(server.browser(), "Dee", used);
    const withdrawn = await inviteFrom(ana.browser);
    const [open] = (await teamOf(ana.browser)).invitations;
    await ana.browser.post("invitations/withdraw", { invitationId: open!.id });
    for (const [inviteCode, code] of [
      [used, "INVITATION_USED"],
      [withdrawn, "INVITATION_WITHDRAWN"],
      ["made up", "INVITATION_UNKNOWN"],
    ]) {
      const reply = signIn(server.browser(), "Bo", { inviteCode });
      expect(await refusalOf(reply)).toEqual([403, code]);
    }
  });

  test("a removed person comes back once when two invitations are used concurrently, and the other stays open", async () => {
    const { server, ana } = await withoutBo();
    const codes = [await inviteFrom(ana.browser), await inviteFrom(ana.browser)];
    const replies = await Promise.all(
      codes.map((inviteCode) => signIn(server.browser(), "Bo", { inviteCode })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await teamOf(ana.browser)).invitations).toHaveLength(1);
  });

  test("the open invitations of a removed person are withdrawn", async () => {
    const { server, ana, bo } = await anOffice();
    const code = await inviteFrom(bo.browser);
    await ana.browser.post("team/remove", { personId: bo.id });
    expect((await teamOf(ana.browser)).invitations).toEqual([]);
    expect(await refusalOf(signUp(server.browser(), "Bo2", code))).toEqual([
      403,
      "INVITATION_WITHDRAWN",
    ]);
  });

  test("a removed person cannot use a session that a sign-in created at the same moment", async () => {
    const { server, ana, bo } = await anOffice();
    const { sid } = await claimsOf(bo.browser);
    const sqlite = openSqlite(path.join(server.dataDir, "accounts.db"));
    // The row outlives the removal, as one that is inserted right after it would.
    sqlite.exec(`CREATE TRIGGER kept BEFORE DELETE ON session
      BEGIN SELECT RAISE(IGNORE); END`);
    await ana.browser.post("team/remove", { personId: bo.id });
    sqlite.close();
    expect(server.accounts().isSessionOpen(String(sid))).toBe(false);
    expect(await refusalOf(bo.browser.get("token"))).toEqual([401, "NOT_SIGNED_IN"]);
  });

  test("only one of two people who remove each other is removed", async () => {
    const { server, ana, bo, cy } = await anOffice();
    const replies = await Promise.all([
      bo.browser.post("team/remove", { personId: cy.id }),
      cy.browser.post("team/remove", { personId: bo.id }),
    ]);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([401, 404]).toContain(statuses[1]);
    expect(await namesOf(ana.browser)).toHaveLength(2);
    expect(server.sessionsEnded.count).toBe(1);
  });
});

describe("the founder", () => {
  test("the founder cannot be removed or leave, and nobody else can hand over the role", async () => {
    const { ana, bo, cy } = await anOffice();
    const remove = bo.browser.post("team/remove", { personId: ana.id });
    expect(await refusalOf(remove)).toEqual([403, "FOUNDER_STAYS"]);
    const handOver = bo.browser.post("team/hand-over", { personId: cy.id });
    expect(await refusalOf(handOver)).toEqual([403, "NOT_FOUNDER"]);
    expect(await refusalOf(ana.browser.post("team/leave"))).toEqual([403, "FOUNDER_CANNOT_LEAVE"]);
    expect(await namesOf(ana.browser)).toEqual(["Ana", "Bo", "Cy"]);
  });

  test("the founder can leave after handing over the role, and come back to the same workspace", async () => {
    const { server, ana, bo, cy } = await anOffice();
    const handOver = { personId: bo.id };
    const done = await ana.browser.post("team/hand-over", handOver);
    expect(done.status).toBe(200);
    expect(await namesOf(cy.browser)).toEqual(["Bo", "Ana", "Cy"]);
    expect((await teamOf(cy.browser)).founderId).toBe(bo.id);
    const remove = cy.browser.post("team/remove", { personId: bo.id });
    expect(await refusalOf(remove)).toEqual([403, "FOUNDER_STAYS"]);

    expect((await ana.browser.post("team/leave")).status).toBe(200);
    expect(await refusalOf(ana.browser.get("token"))).toEqual([401, "NOT_SIGNED_IN"]);
    // The workspace keeps its id, which is that of the person who founded it.
    expect((await claimsOf(bo.browser)).org_id).toBe(ana.id);
    const back = server.browser();
    await signIn(back, "Ana", { inviteCode: await inviteFrom(bo.browser) });
    expect(await namesOf(back)).toEqual(["Bo", "Ana", "Cy"]);
    expect((await claimsOf(back)).sub).toBe(ana.id);
  });

  test("a founder who is alone cannot leave, since nobody could open the data again", async () => {
    const server = await accountsServer();
    const ana = server.browser();
    await signUp(ana, "Ana");
    const { status, body } = await ana.post("team/leave");
    expect([status, body.code, body.message]).toEqual([
      403,
      "LAST_PERSON",
      "You are the only person in this workspace. If you left, nobody could open its data again.",
    ]);
  });
});

test("a person who leaves is signed out, and comes back by invitation only", async () => {
  const { server, ana, bo } = await anOffice();
  const code = await inviteFrom(bo.browser);
  expect((await bo.browser.post("team/leave")).status).toBe(200);
  expect(server.sessionsEnded.count).toBe(1);
  expect(await namesOf(ana.browser)).toEqual(["Ana", "Cy"]);
  const again = server.browser();
  expect(await refusalOf(signIn(again, "Bo", { inviteCode: code }))).toEqual([
    403,
    "INVITATION_WITHDRAWN",
  ]);
  const fresh = { inviteCode: await inviteFrom(ana.browser) };
  server.now.at += 60_000;
  expect((await signIn(again, "Bo", fresh)).status).toBe(200);
  const { history } = await teamOf(ana.browser);
  const acts = history.map(({ kind, byName }) => `${byName} ${kind}`);
  expect(acts.filter((act) => /left|rejoined|removed/.test(act))).toEqual([
    "Bo rejoined",
    "Bo left",
  ]);
});

test("the team's routes reject malformed ids and change nothing", async () => {
  const { ana } = await anOffice();
  for (const route of ["team/remove", "team/hand-over", "invitations/withdraw"]) {
    for (const id of [undefined, "", 7, null, ["x"], "x".repeat(101)]) {
      const body = { personId: id, invitationId: id };
      expect(await refusalOf(ana.browser.post(route, body))).toEqual([400, "INVALID_REQUEST"]);
    }
  }
  const unknown = ana.browser.post("team/remove", { personId: "constructor" });
  expect(await refusalOf(unknown)).toEqual([404, "PERSON_NOT_FOUND"]);
  expect(await namesOf(ana.browser)).toHaveLength(3);
});
