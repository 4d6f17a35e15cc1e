import { describe, expect, test, vi } from "vitest";
import { holdPasswords, passwordsDone } from "../../support/quickPasswords";
import {
  accountsServer,
  inviteFrom,
  PASSWORD,
  signUp,
  type AccountsServer,
  type Browser,
  type Reply,
} from "../../support/accountsServer";

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

const signIn = (
  browser: Browser,
  password = PASSWORD,
  email = "ana@example.com",
) => browser.post("sign-in/email", { email, password });

async function failTimes(browser: Browser, times: number, email?: string) {
  for (let i = 0; i < times; i += 1) {
    expect((await signIn(browser, `wrong ${i}`, email)).status).toBe(401);
  }
}

describe("a form that is wrong", () => {
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
  ])("to sign up with %j is answered %s", async (wrong, code, field) => {
    const server = await accountsServer();
    const reply = await server
      .browser()
      .post("sign-up/email", { ...right, ...wrong });
    expect(reply.status).toBe(400);
    expect(reply.body.code).toBe(code);
    expect(reply.body.field).toBe(field);
    expect(reply.body.message).toMatch(/^[A-Z].*\.$/);
  });

  test("to sign in says so in the same words for a wrong e-mail and a wrong password", async () => {
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
    expect((await signIn(browser, "x", "nobody")).body.code).toBe(
      "INVALID_EMAIL",
    );
  });

  test.each([null, [], "text", 7, { email: 1 }])(
    "or is %j is refused as such",
    async (body) => {
      const { server } = await anOffice();
      for (const route of ["sign-in/email", "sign-up/email"]) {
        const reply = await server.browser().post(route, body);
        expect([reply.status, reply.body.code]).toEqual([
          400,
          "INVALID_REQUEST",
        ]);
      }
    },
  );
});

describe("sign-in attempts", () => {
  test("are ten in a quarter of an hour, and then the answer says how long to wait", async () => {
    const { server } = await anOffice();
    const stranger = server.browser();
    await failTimes(stranger, 10);
    server.now.at += 3 * MINUTE_MS;
    const refused = await signIn(stranger);
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
    expect((await signIn(stranger)).body.message).toContain("in 1 second.");
    server.now.at += 1_000;
    expect((await signIn(stranger)).status).toBe(200);
  });

  test("of a stranger lock out neither the owner's browser nor another account", async () => {
    const { server, ana } = await anOffice();
    const bo = server.browser();
    await signUp(bo, "Bo", await inviteFrom(ana));
    await ana.post("sign-out");
    const stranger = server.browser();
    await failTimes(stranger, 10);
    expect((await signIn(stranger)).status).toBe(429);
    expect((await signIn(ana)).status).toBe(200);
    const boElsewhere = server.browser();
    expect((await signIn(boElsewhere, PASSWORD, "bo@example.com")).status).toBe(
      200,
    );
  });

  test("cannot be multiplied by sending them all at once", async () => {
    const { server } = await anOffice();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        signIn(server.browser(), `guess ${i}`),
      ),
    );
    const allowed = replies.filter((reply) => reply.status === 401);
    expect(allowed).toHaveLength(10);
  });

  test("are not won back by a flood of made-up addresses", async () => {
    const { server } = await anOffice();
    const stranger = server.browser();
    await failTimes(stranger, 10);
    const release = holdPasswords();
    const flood = Array.from({ length: 110 }, (_, i) =>
      signIn(stranger, "wrong", `p${i}@example.com`),
    );
    release();
    await Promise.all(flood);
    expect((await signIn(stranger)).status).toBe(429);
    expect((await signIn(stranger, "x", "late@example.com")).status).toBe(429);
  }, 30_000);

  test("take the same work for an account that there is and one that there is not", async () => {
    const { server } = await anOffice();
    for (const email of ["ana@example.com", "nobody@example.com"]) {
      const before = passwordsDone();
      await signIn(server.browser(), "wrong password", email);
      expect(passwordsDone() - before, email).toBe(1);
    }
  });

  test("cannot be multiplied by writing the e-mail in other letters", async () => {
    const { server } = await anOffice();
    const stranger = server.browser();
    await failTimes(stranger, 5, "ANA@example.com");
    await failTimes(stranger, 5, " ana@EXAMPLE.com ");
    expect((await signIn(stranger)).status).toBe(429);
  });

  test("begin anew after a success", async () => {
    const { server } = await anOffice();
    const browser = server.browser();
    await failTimes(browser, 9);
    expect((await signIn(browser)).status).toBe(200);
    await failTimes(browser, 10);
  });

  test("of a forged proxy header are counted for the true address", async () => {
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

  test("that all come at once beyond what can wait are turned away at once", async () => {
    const { server } = await anOffice();
    const release = holdPasswords();
    const replies: Reply[] = [];
    const all = Array.from({ length: 60 }, async (_, i) => {
      replies.push(
        await signIn(server.browser(), "wrong", `p${i}@example.com`),
      );
    });
    // Two are at work and thirty wait for them.
    await vi.waitFor(() => expect(replies).toHaveLength(60 - 32), 10_000);
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
  test("where sign-up is open are twenty an hour from one address", async () => {
    const { server } = await anOffice({ signUps: "open" });
    for (let i = 0; i < 20; i += 1) {
      expect((await signUp(server.browser(), "Ana")).status).toBe(409);
    }
    const reply = await signUp(server.browser(), "Late");
    expect([reply.status, reply.body.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    server.now.at += 60 * MINUTE_MS;
    expect((await signUp(server.browser(), "Late")).status).toBe(200);
  });

  test("are no way to ask after any number of addresses, and whose invitation is used up keeps nobody else out", async () => {
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

  test("without an invitation are answered alike, whether there is such an account or not", async () => {
    const { server } = await anOffice();
    const [known, unknown] = [
      await signUp(server.browser(), "Ana"),
      await signUp(server.browser(), "Nobody"),
    ];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.status).toBe(403);
  });

  test("are not made without end by one member", async () => {
    const { ana } = await anOffice();
    for (let i = 0; i < 50; i += 1) await inviteFrom(ana);
    expect((await ana.post("invitations")).status).toBe(429);
  });
});

describe("a request from elsewhere", () => {
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
      (
        await server
          .browser()
          .post("sign-up/email", { ...body, name: "x" }, headers)
      ).body.code,
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
  ])("of origin %j is refused", async (origin) => {
    const { server, ana } = await anOffice();
    expect(await statuses(server, ana, { origin })).toEqual(ALL_REFUSED);
    expect((await ana.get("get-session")).body).not.toBeNull();
  });

  test("answers no other site's question whether it may ask", async () => {
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

  test("by a form, which needs no permission, is refused by its type", async () => {
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
      expect([answer.status, await answer.json()]).toMatchObject([
        415,
        { code: "NOT_JSON" },
      ]);
    }
  });

  test("by whatever a page of another site can send is refused on every route that does something", async () => {
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
    for (const route of [
      "sign-in/email",
      "sign-up/email",
      "sign-out",
      "invitations",
    ]) {
      for (const site of ["cross-site", "same-site"]) {
        // Of a browser that names no origin, this is the word that a page cannot change.
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

  test("from the office's own pages by localhost works", async () => {
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

  test("of a program that names no origin works, with a cookie too", async () => {
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
  test("are out of reach of scripts and other sites", async () => {
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

  test("travel over TLS only where the public address is TLS", async () => {
    const server = await accountsServer({ issuer: "https://desk.example.com" });
    const reply = await signUp(
      {
        ...server.browser(),
        post: (path, body) =>
          server
            .browser()
            .post(path, body, { origin: "https://desk.example.com" }),
      },
      "Ana",
    );
    expect(reply.status).toBe(200);
    const cookies = reply.headers.getSetCookie();
    expect(cookies.every((cookie) => cookie.includes("; Secure"))).toBe(true);
    expect(cookies[0]).toMatch(/^__Secure-downspout\.session_token=/);
  });

  test("that were changed are worth nothing", async () => {
    const { server, ana } = await anOffice();
    const value = ana.cookies.get("downspout.session_token")!;
    const [token, signature] = decodeURIComponent(value).split(".") as [
      string,
      string,
    ];
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

describe("the door", () => {
  test("knows the paths of its list and no other of Better Auth's", async () => {
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
      // The client itself resolves "..".
      expect(answer.status, path).toBe(path.startsWith("..") ? 200 : 404);
    }
    for (const path of [
      "update-user",
      "delete-user",
      "change-email",
      "change-password",
      "sign-in/social",
      "request-password-reset",
      "sign-jwt",
      "get-session",
    ]) {
      const reply = await ana.post(path, { name: "x" });
      expect([reply.status, reply.body.code], path).toEqual([404, "NOT_FOUND"]);
    }
  });

  test("leaves other paths to others", async () => {
    const { server } = await anOffice();
    for (const path of ["/api/authx", "/api/auth", "/", "/api/AUTH/token"]) {
      expect((await fetch(server.origin + path)).status).toBe(418);
    }
  });

  test("refuses a body beyond all measure, and what is no JSON", async () => {
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

  test("answers a fault of ours without its text, and logs it", async () => {
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

  test("writes no address, password, cookie or token into the log", async () => {
    const { server, ana } = await anOffice();
    await failTimes(server.browser(), 3);
    await ana.get("token");
    await signUp(server.browser(), "Eve", "made-up");
    expect(server.logLines).toEqual([]);
  });
});
