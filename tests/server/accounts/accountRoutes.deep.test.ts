import { describe, expect, test, vi } from "vitest";
import { holdPasswords, passwordsDone } from "../../support/quickPasswords";
import {
  accountsServer,
  inviteFrom,
  signUp,
  type AccountsServer,
} from "../../support/accountsServer";
import { PASSWORD, type Browser, type Reply } from "../../support/people";

vi.mock("better-auth/crypto", async (original) =>
  (await import("../../support/quickPasswords")).quickPasswords(original),
);

const MINUTE_MS = 60_000;

async function anOffice(o: { signUps?: "open" } = {}) {
  const server = await accountsServer(o);
  const ana = server.browser();
  await signUp(ana, "Ana");
  return { server, ana };
}

const signIn = (browser: Browser, password = PASSWORD, email = "ana@example.com") =>
  browser.post("sign-in/email", { email, password });

async function failTimes(browser: Browser, times: number, email?: string) {
  for (let i = 0; i < times; i += 1) {
    expect((await signIn(browser, `wrong ${i}`, email)).status).toBe(401);
  }
}

describe("invalid forms", () => {
  const right = { name: "Ana", email: "ana@example.com", password: PASSWORD };

  test.each([
    [{ name: " " }, "NAME_REQUIRED", "name"],
    [{ name: "\u202E" }, "NAME_REQUIRED", "name"],
    [{ name: "x".repeat(101) }, "NAME_TOO_LONG", "name"],
    [{ email: "ana" }, "INVALID_EMAIL", "email"],
    [{ email: "" }, "INVALID_EMAIL", "email"],
    [{ email: `${"a".repeat(250)}@b.co` }, "INVALID_EMAIL", "email"],
    [{ password: "1234567" }, "PASSWORD_TOO_SHORT", "password"],
    [{ password: "" }, "PASSWORD_TOO_SHORT", "password"],
    [{ password: "x".repeat(129) }, "PASSWORD_TOO_LONG", "password"],
    [{ name: undefined }, "INVALID_REQUEST", undefined],
    [{ email: ["a@b.co"] }, "INVALID_REQUEST", undefined],
    [{ password: { length: 20 } }, "INVALID_REQUEST", undefined],
  ])("an invalid sign-up with %j gets %s", async (wrong, code, field) => {
    const server = await accountsServer();
    const reply = await server.browser().post("sign-up/email", { ...right, ...wrong });
    expect(reply.status).toBe(400);
    expect(reply.body.code).toBe(code);
    expect(reply.body.field).toBe(field);
    expect(reply.body.message).toMatch(/^[A-Z].*\.$/);
  });

  test("a refused sign-in gets the same response for a wrong e-mail and a wrong password", async () => {
    const { server } = await anOffice();
    const browser = server.browser();
    const answers = [
      await signIn(browser, "wrong password"),
      await signIn(browser, PASSWORD, "nobody@example.com"),
    ];
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([
        401,
        {
          code: "INVALID_EMAIL_OR_PASSWORD",
          message: "The e-mail or the password is wrong.",
        },
      ]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect((await signIn(browser, "")).body.code).toBe("PASSWORD_REQUIRED");
    expect((await signIn(browser, "x", "nobody")).body.code).toBe("INVALID_EMAIL");
  });

  test.each([null, [], "text", 7, { email: 1 }])(
    "an invalid form with the body %j is rejected",
    async (body) => {
      const { server } = await anOffice();
      for (const route of ["sign-in/email", "sign-up/email"]) {
        const reply = await server.browser().post(route, body);
        expect([reply.status, reply.body.code]).toEqual([400, "INVALID_REQUEST"]);
      }
    },
  );
});

describe("sign-in attempts", () => {
  test("sign-in attempts are limited to ten in 15 minutes, and then the response says how long to wait", async () => {
    const { server } = await anOffice();
    const attacker = server.browser();
    await failTimes(attacker, 10);
    server.now.at += 3 * MINUTE_MS;
    const refused = await signIn(attacker);
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        code: "TOO_MANY_ATTEMPTS",
        message: "Too many attempts. Try again in 12 minutes.",
        retryAfterSeconds: 720,
      },
    ]);
    expect(refused.headers.get("retry-after")).toBe("720");
    server.now.at += 12 * MINUTE_MS - 1_000;
    expect((await signIn(attacker)).body.message).toContain("in 1 second.");
    server.now.at += 1_000;
    expect((await signIn(attacker)).status).toBe(200);
  });

  test("sign-in attempts by an attacker lock out neither the owner's browser nor another account", async () => {
    const { server, ana } = await anOffice();
    const bo = server.browser();
    await signUp(bo, "Bo", await inviteFrom(ana));
    await ana.post("sign-out");
    const attacker = server.browser();
    await failTimes(attacker, 10);
    expect((await signIn(attacker)).status).toBe(429);
    expect((await signIn(ana)).status).toBe(200);
    const boElsewhere = server.browser();
    expect((await signIn(boElsewhere, PASSWORD, "bo@example.com")).status).toBe(200);
  });

  test("sign-in attempts by an attacker do not lock out any of two people who share a computer", async () => {
    const { server, ana } = await anOffice();
    const code = await inviteFrom(ana);
    await ana.post("sign-out");
    await signUp(ana, "Bo", code);
    await ana.post("sign-out");
    const attacker = server.browser();
    for (const email of ["ana@example.com", "bo@example.com"]) {
      await failTimes(attacker, 10, email);
      expect((await signIn(attacker, PASSWORD, email)).status).toBe(429);
      expect((await signIn(ana, PASSWORD, email)).status).toBe(200);
    }
  });

  test("sign-in attempts on a known device wait one minute, not 15, for the right password", async () => {
    const { server, ana } = await anOffice();
    await ana.post("sign-out");
    await failTimes(ana, 10);
    const refused = await signIn(ana);
    expect(refused.body).toMatchObject({
      code: "TOO_MANY_ATTEMPTS",
      retryAfterSeconds: 60,
    });
    server.now.at += MINUTE_MS;
    expect((await signIn(ana)).status).toBe(200);
  });

  test("sign-in attempts are limited when sent concurrently", async () => {
    const { server } = await anOffice();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) => signIn(server.browser(), `guess ${i}`)),
    );
    const allowed = replies.filter((reply) => reply.status === 401);
    expect(allowed).toHaveLength(10);
  });

  test("sign-in attempts stay counted during a flood of made-up e-mail addresses", async () => {
    const { server } = await anOffice();
    const attacker = server.browser();
    await failTimes(attacker, 10);
    const release = holdPasswords();
    const flood = Array.from({ length: 110 }, (_, i) =>
      signIn(attacker, "wrong", `p${i}@example.com`),
    );
    release();
    await Promise.all(flood);
    expect((await signIn(attacker)).status).toBe(429);
    expect((await signIn(attacker, "x", "late@example.com")).status).toBe(429);
  });

  test("sign-in attempts hash a password whether the account exists or not", async () => {
    const { server } = await anOffice();
    for (const email of ["ana@example.com", "nobody@example.com"]) {
      const before = passwordsDone();
      await signIn(server.browser(), "wrong password", email);
      expect(passwordsDone() - before, email).toBe(1);
    }
  });

  test("sign-in attempts are counted regardless of the letter case of the e-mail", async () => {
    const { server } = await anOffice();
    const attacker = server.browser();
    await failTimes(attacker, 5, "ANA@example.com");
    await failTimes(attacker, 5, " ana@EXAMPLE.com ");
    expect((await signIn(attacker)).status).toBe(429);
  });

  test("sign-in attempts are reset by a success", async () => {
    const { server } = await anOffice();
    const browser = server.browser();
    await failTimes(browser, 9);
    expect((await signIn(browser)).status).toBe(200);
    await failTimes(browser, 10);
  });

  test("sign-in attempts with a forged proxy header are counted for the real address", async () => {
    const { server } = await anOffice();
    const forging = (i: number) =>
      server
        .browser()
        .post(
          "sign-in/email",
          { email: "ana@example.com", password: "wrong" },
          { "x-forwarded-for": `10.0.0.${i}` },
        );
    for (let i = 0; i < 10; i += 1) await forging(i);
    expect((await forging(11)).status).toBe(429);
  });

  test("sign-in attempts beyond the hashing queue are rejected immediately", async () => {
    const { server } = await anOffice();
    const release = holdPasswords();
    const replies: Reply[] = [];
    const all = Array.from({ length: 60 }, async (_, i) => {
      replies.push(await signIn(server.browser(), "wrong", `p${i}@example.com`));
    });
    // Two are running and thirty are queued.
    await vi.waitFor(() => expect(replies).toHaveLength(60 - 32), 50_000);
    for (const { status, body } of replies) {
      expect([status, body]).toEqual([
        503,
        {
          code: "BUSY",
          message: "The server is busy. Try again in a moment.",
        },
      ]);
    }
    release();
    await Promise.all(all);
    expect((await signIn(server.browser())).status).toBe(200);
  });
});

describe("sign-ups and invitations", () => {
  test("sign-ups are limited to twenty an hour per address if sign-up is open", async () => {
    const { server } = await anOffice({ signUps: "open" });
    for (let i = 0; i < 20; i += 1) {
      expect((await signUp(server.browser(), "Ana")).status).toBe(409);
    }
    const reply = await signUp(server.browser(), "Late");
    expect([reply.status, reply.body.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    server.now.at += 60 * MINUTE_MS;
    expect((await signUp(server.browser(), "Late")).status).toBe(200);
  });

  test("sign-ups are limited per invitation, so that none can probe many addresses or block others", async () => {
    const { server, ana } = await anOffice();
    const [one, other] = [await inviteFrom(ana), await inviteFrom(ana)];
    for (let i = 0; i < 20; i += 1) {
      expect((await signUp(server.browser(), "Ana", one)).status).toBe(409);
    }
    expect((await signUp(server.browser(), "Ana", one)).status).toBe(429);
    expect((await signUp(server.browser(), "Bo", other)).status).toBe(200);
    server.now.at += 60 * MINUTE_MS;
    expect((await signUp(server.browser(), "Cy", one)).status).toBe(200);
  });

  test("sign-ups without an invitation get the same response whether the account exists or not", async () => {
    const { server } = await anOffice();
    const [known, unknown] = [
      await signUp(server.browser(), "Ana"),
      await signUp(server.browser(), "Nobody"),
    ];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.status).toBe(403);
  });

  test("invitations are limited per member", async () => {
    const { ana } = await anOffice();
    for (let i = 0; i < 50; i += 1) await inviteFrom(ana);
    expect((await ana.post("invitations")).status).toBe(429);
  });
});

describe("cross-origin requests", () => {
  async function statuses(
    server: AccountsServer,
    browser: Browser,
    headers: Record<string, string>,
  ) {
    const body = { email: "ana@example.com", password: PASSWORD };
    return [
      (await browser.post("sign-in/email", body, headers)).body.code,
      (await browser.post("invitations", {}, headers)).body.code,
      (await browser.post("sign-out", {}, headers)).body.code,
      (await server.browser().post("sign-up/email", { ...body, name: "x" }, headers)).body.code,
    ];
  }
  const ALL_REFUSED = Array<string>(4).fill("CROSS_ORIGIN");

  test.each([
    "http://evil.example",
    "null",
    "https://127.0.0.1",
    "http://127.0.0.1.evil.example",
    "http://127.0.0.1:1",
    "",
  ])("a cross-origin request from %j is rejected", async (origin) => {
    const { server, ana } = await anOffice();
    expect(await statuses(server, ana, { origin })).toEqual(ALL_REFUSED);
    expect((await ana.get("get-session")).body).not.toBeNull();
  });

  test("a cross-origin request gets no CORS approval", async () => {
    const { server } = await anOffice();
    const answer = await fetch(`${server.origin}/api/auth/sign-in/email`, {
      method: "OPTIONS",
      headers: {
        origin: "http://evil.example",
        "access-control-request-method": "POST",
      },
    });
    expect(answer.status).toBe(404);
    expect([...answer.headers.keys()].join()).not.toContain("access-control");
  });

  test("a cross-origin request by an HTML form, which needs no CORS approval, is rejected by its content type", async () => {
    const { server } = await anOffice();
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "text/plain; application/json",
    ]) {
      const answer = await fetch(`${server.origin}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": type, origin: server.origin },
        body: JSON.stringify({ email: "ana@example.com", password: PASSWORD }),
      });
      expect([answer.status, await answer.json()]).toMatchObject([415, { code: "NOT_JSON" }]);
    }
  });

  test("a cross-origin request in any form a page can send is rejected on every route with an effect", async () => {
    const { server, ana } = await anOffice();
    const cookie = [...ana.cookies].map((pair) => pair.join("=")).join("; ");
    const post = (route: string, headers: Record<string, string>) =>
      fetch(`${server.origin}/api/auth/${route}`, {
        method: "POST",
        headers: { cookie, ...headers },
        body: JSON.stringify({
          name: "Eve",
          email: "ana@example.com",
          password: PASSWORD,
        }),
      });
    for (const route of ["sign-in/email", "sign-up/email", "sign-out", "invitations"]) {
      for (const site of ["cross-site", "same-site"]) {
        // A page cannot change this header of a browser that sends no Origin.
        const answer = await post(route, {
          "content-type": "application/json",
          "sec-fetch-site": site,
        });
        expect([answer.status, await answer.json()], route).toMatchObject([
          403,
          { code: "CROSS_ORIGIN" },
        ]);
      }
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
      ]) {
        const answer = await post(route, {
          "content-type": type,
          origin: server.origin,
        });
        expect([answer.status, await answer.json()], route).toMatchObject([
          415,
          { code: "NOT_JSON" },
        ]);
      }
    }
    expect((await ana.get("get-session")).body).not.toBeNull();
  });

  test("a request from our own pages opened as localhost is not cross-origin", async () => {
    const { server } = await anOffice();
    const port = new URL(server.origin).port;
    const origin = `http://localhost:${port}`;
    const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ email: "ana@example.com", password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
  });

  test("a request by a program without an Origin header is not cross-origin, even with a cookie", async () => {
    const { server, ana } = await anOffice();
    const answer = await fetch(`${server.origin}/api/auth/sign-out`, {
      method: "POST",
      headers: {
        cookie: [...ana.cookies].map((pair) => pair.join("=")).join("; "),
      },
    });
    expect(answer.status).toBe(200);
    expect((await ana.get("get-session")).body).toBeNull();
  });
});

describe("cookies", () => {
  test("cookies are HttpOnly and SameSite", async () => {
    const { server } = await anOffice();
    const reply = await signIn(server.browser());
    const cookies = reply.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Lax/);
      expect(cookie).not.toMatch(/Secure|Domain/);
    }
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("cookies are Secure if the public URL is https", async () => {
    const server = await accountsServer({ issuer: "https://desk.example.com" });
    const reply = await signUp(
      {
        ...server.browser(),
        post: (path, body) =>
          server.browser().post(path, body, { origin: "https://desk.example.com" }),
      },
      "Ana",
    );
    expect(reply.status).toBe(200);
    const cookies = reply.headers.getSetCookie();
    expect(cookies.every((cookie) => cookie.includes("; Secure"))).toBe(true);
    expect(cookies[0]).toMatch(/^__Secure-downspout\.session_token=/);
  });

  test("cookies are rejected when tampered with", async () => {
    const { server, ana } = await anOffice();
    const value = ana.cookies.get("downspout.session_token")!;
    const [token, signature] = decodeURIComponent(value).split(".") as [string, string];
    const flipped = signature.startsWith("A") ? "B" : "A";
    for (const forged of [
      token,
      `${token}.`,
      `${token}.${flipped}${signature.slice(1)}`,
      `${token}x.${signature}`,
      `.${signature}`,
      "x".repeat(5000),
    ]) {
      const eve = server.browser();
      eve.cookies.set("downspout.session_token", encodeURIComponent(forged));
      expect((await eve.get("token")).status, forged).toBe(401);
      expect((await eve.get("get-session")).body).toBeNull();
      expect((await eve.post("invitations")).status).toBe(401);
    }
  });
});

describe("the routes", () => {
  test("the account routes expose only the allow-listed paths of Better Auth", async () => {
    const { server, ana } = await anOffice();
    for (const path of [
      "",
      "ok",
      "error",
      "list-sessions",
      "reset-password/x",
      "verify-email?token=x",
      "delete-user/callback",
      "callback/github",
      "sign-in/email",
      "TOKEN",
      "token/",
      "../auth/token",
      "%74oken",
    ]) {
      const answer = await fetch(`${server.origin}/api/auth/${path}`, {
        headers: {
          cookie: [...ana.cookies].map((pair) => pair.join("=")).join("; "),
        },
      });
      // fetch resolves "..".
      expect(answer.status, path).toBe(path.startsWith("..") ? 200 : 404);
    }
    for (const path of [
      "update-user",
      "delete-user",
      "change-email",
      "set-password",
      "revoke-sessions",
      "revoke-other-sessions",
      "sign-in/social",
      "request-password-reset",
      "sign-jwt",
      "get-session",
    ]) {
      const reply = await ana.post(path, { name: "x" });
      expect([reply.status, reply.body.code], path).toEqual([404, "NOT_FOUND"]);
    }
  });

  test("the account routes leave other paths to other handlers", async () => {
    const { server } = await anOffice();
    for (const path of ["/api/authx", "/api/auth", "/", "/api/AUTH/token"]) {
      expect((await fetch(server.origin + path)).status).toBe(418);
    }
  });

  test("the account routes reject an oversized body and invalid JSON", async () => {
    const { server } = await anOffice();
    const post = async (body: string) => {
      const answer = await fetch(`${server.origin}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    expect(await post("x".repeat(40_000))).toEqual([413, "TOO_LARGE"]);
    expect(await post("x".repeat(5_000_000))).toEqual([413, "TOO_LARGE"]);
    expect(await post('{"email":')).toEqual([400, "INVALID_REQUEST"]);
    expect(await post('{"__proto__":{"email":"ana@example.com"}}')).toEqual([
      400,
      "INVALID_REQUEST",
    ]);
  });

  test("the account routes answer an unexpected error without its text, and log it", async () => {
    const { server, ana } = await anOffice();
    server.accounts().close();
    const reply = await ana.get("token");
    expect([reply.status, reply.body]).toEqual([
      500,
      { code: "INTERNAL", message: "Something went wrong. Try again." },
    ]);
    expect(server.logLines.join()).toContain("not open");
    await server.restart();
  });

  test("the account routes log no address, password, cookie or token", async () => {
    const { server, ana } = await anOffice();
    await failTimes(server.browser(), 3);
    await ana.get("token");
    await signUp(server.browser(), "Eve", "made-up");
    expect(server.logLines).toEqual([]);
  });
});
