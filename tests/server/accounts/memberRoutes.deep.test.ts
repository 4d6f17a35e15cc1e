import { decodeJwt } from "jose";
import { describe, expect, test, vi } from "vitest";
import { resetPassword } from "../../../server/accounts/resetPassword";
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

const NEW = "a new and better one";
const EMAIL = "ana@example.com";

const signIn = (browser: Browser, password = PASSWORD) =>
  browser.post("sign-in/email", { email: EMAIL, password });

async function sessionOf(browser: Browser): Promise<string> {
  const { token } = (await browser.get("token")).body;
  return String(decodeJwt(token!).sid);
}

/** Ana at the desk and on her phone, and Bo. */
async function anOffice() {
  const server = await accountsServer();
  const [desk, phone, bo] = [server.browser(), server.browser(), server.browser()];
  await signUp(desk, "Ana");
  await signIn(phone);
  await signUp(bo, "Bo", await inviteFrom(desk));
  const sessions = await Promise.all([desk, phone, bo].map(sessionOf));
  return { server, desk, phone, bo, sessions };
}

const openOf = (server: AccountsServer, sessions: readonly string[]) =>
  sessions.map((id) => server.accounts().isSessionOpen(id));

test("sign-out ends the tokens of this session, and of no other", async () => {
  const { server, desk, sessions } = await anOffice();
  expect(openOf(server, sessions)).toEqual([true, true, true]);
  await desk.post("sign-out");
  expect(openOf(server, sessions)).toEqual([false, true, true]);
  expect(server.sessionsEnded.count).toBe(1);
});

test("sign-out everywhere ends all sessions of the person, and of nobody else", async () => {
  const { server, desk, phone, sessions } = await anOffice();
  const { status } = await desk.post("sign-out-everywhere");
  expect(status).toBe(200);
  expect(desk.cookies.has("downspout.session_token")).toBe(false);
  expect(openOf(server, sessions)).toEqual([false, false, true]);
  expect((await phone.get("token")).status).toBe(401);
  expect(server.sessionsEnded.count).toBe(1);
  expect((await signIn(phone)).status).toBe(200);
});

describe("changes of the password", () => {
  const change = (browser: Browser, body: object = {}) =>
    browser.post("change-password", {
      currentPassword: PASSWORD,
      newPassword: NEW,
      ...body,
    });

  test("a change of the password ends the person's other sessions and the old password", async () => {
    const { server, desk, sessions } = await anOffice();
    expect((await change(desk)).status).toBe(200);
    expect(openOf(server, sessions)).toEqual([true, false, true]);
    expect(await sessionOf(desk)).toBe(sessions[0]);
    expect(server.sessionsEnded.count).toBe(1);
    expect((await signIn(server.browser())).status).toBe(401);
    expect((await signIn(server.browser(), NEW)).status).toBe(200);
  });

  test.each([
    [{ currentPassword: "wrong password" }, "CURRENT_PASSWORD_WRONG"],
    [{ currentPassword: "x".repeat(1001) }, "CURRENT_PASSWORD_WRONG"],
    [{ currentPassword: "" }, "CURRENT_PASSWORD_REQUIRED"],
    [{ currentPassword: undefined }, "INVALID_REQUEST"],
    [{ newPassword: "short" }, "PASSWORD_TOO_SHORT"],
    [{ newPassword: "x".repeat(129) }, "PASSWORD_TOO_LONG"],
  ])("a change of the password with %j is refused and changes nothing", async (wrong, code) => {
    const { server, desk, sessions } = await anOffice();
    const { status, body } = await change(desk, wrong);
    expect([status, body.code]).toEqual([400, code]);
    expect(openOf(server, sessions)).toEqual([true, true, true]);
    expect((await signIn(server.browser())).status).toBe(200);
  });

  test("a change of the password cannot be used to guess the password", async () => {
    const { desk } = await anOffice();
    for (let i = 0; i < 10; i += 1) {
      const { status } = await change(desk, { currentPassword: `guess ${i}` });
      expect(status).toBe(400);
    }
    expect((await change(desk)).status).toBe(429);
  });

  test("wrong attempts before a change of the password do not count after it", async () => {
    const { desk } = await anOffice();
    const wrong = { currentPassword: "guess" };
    for (let i = 0; i < 9; i += 1) await change(desk, wrong);
    expect((await change(desk)).status).toBe(200);
    for (let i = 0; i < 10; i += 1) expect((await change(desk, wrong)).status).toBe(400);
  });
});

test("the server notices sessions that another program ends", async () => {
  const { server, sessions } = await anOffice();
  const { dataDir } = server;
  await resetPassword({ dataDir, email: EMAIL, password: NEW });
  await vi.waitFor(() => expect(server.sessionsEnded.count).toBe(1), 50_000);
  expect(openOf(server, sessions)).toEqual([false, false, true]);
});

test("every route of members refuses a visitor and another site", async () => {
  const { server, desk } = await anOffice();
  const evil = { origin: "http://evil.example" };
  for (const route of [
    "sign-out-everywhere",
    "change-password",
    "team/remove",
    "team/leave",
    "team/hand-over",
    "invitations",
    "invitations/withdraw",
  ]) {
    const body = { personId: "x", invitationId: "x" };
    const visitor = await server.browser().post(route, body);
    expect([visitor.status, visitor.body.code], route).toEqual([401, "NOT_SIGNED_IN"]);
    const forged = await desk.post(route, body, evil);
    expect([forged.status, forged.body.code], route).toEqual([403, "CROSS_ORIGIN"]);
    expect((await desk.get(route)).status, route).toBe(404);
  }
  expect((await server.browser().get("team")).status).toBe(401);
});
