import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AccountsError } from "@/session/accountsApi";
import { createAccountsClient } from "@/session/accountsClient";
import { beginPendingWork } from "@/lib/pendingWork";
import {
  fakeAccountsServer,
  NOT_SIGNED_IN,
  TOO_MANY_REQUESTS,
  tokenAnswer,
} from "../../support/fakeAccountsServer";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  localStorage.setItem("downspout-signed-in", "yes");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fetchToken = (accounts: ReturnType<typeof createAccountsClient>, force = false) =>
  accounts.state().fetchToken({ forceRefreshToken: force });

test("reads the signed-in user from the token, including accents", async () => {
  fakeAccountsServer({ "/token": tokenAnswer("Zoë Núñez", { id: "u1" }) });
  const accounts = createAccountsClient();
  expect(accounts.state().session).toEqual({ status: "loading" });
  await vi.waitFor(
    () =>
      expect(accounts.state().session).toEqual({
        status: "signedIn",
        user: {
          id: "u1",
          name: "Zoë Núñez",
          email: "u1@example.com",
          workspaceId: "u1",
        },
      }),
    50_000,
  );
});

describe("tokens requested while the code was loading", () => {
  afterEach(() => {
    delete window.earlyToken;
  });

  test("a token requested while the code was loading is taken once, without another request", async () => {
    const server = fakeAccountsServer({ "/token": tokenAnswer("Later") });
    window.earlyToken = Promise.resolve(Response.json(tokenAnswer("Ana")[1]));
    const accounts = createAccountsClient();
    expect(await fetchToken(accounts)).toBe((tokenAnswer("Ana")[1] as { token: string }).token);
    expect(server.calls).toEqual([]);
    await fetchToken(accounts, true);
    expect(server.calls.map((call) => call.path)).toEqual(["/token"]);
  });

  test("a token requested while the code was loading is requested again if that request failed", async () => {
    const server = fakeAccountsServer({ "/token": tokenAnswer("Ana") });
    window.earlyToken = Promise.reject(new TypeError("Failed to fetch"));
    const accounts = createAccountsClient();
    await vi.waitFor(() => expect(accounts.state().session.status).toBe("signedIn"), 50_000);
    expect(server.calls.map((call) => call.path)).toEqual(["/token"]);
  });
});

test("a visitor's browser asks for the session first and gets no 401", async () => {
  localStorage.clear();
  const server = fakeAccountsServer({
    "/get-session": [
      [200, null],
      [200, { user: {} }],
    ],
    "/token": tokenAnswer("Ana"),
  });
  const visitor = createAccountsClient();
  expect(await fetchToken(visitor)).toBeNull();
  expect(visitor.state().session).toEqual({ status: "signedOut" });
  expect(server.calls.map((call) => call.path)).toEqual(["/get-session"]);
  const cookieHolder = createAccountsClient();
  expect(await fetchToken(cookieHolder)).not.toBeNull();
});

test("the client is signed out when the server responds NOT_SIGNED_IN", async () => {
  fakeAccountsServer({ "/token": NOT_SIGNED_IN });
  const accounts = createAccountsClient();
  expect(await fetchToken(accounts)).toBeNull();
  expect(accounts.state().session).toEqual({ status: "signedOut" });
});

test("reuses a valid token, and fetches one when forced or expired", async () => {
  const server = fakeAccountsServer({
    "/token": tokenAnswer("Ana", { lifetimeSeconds: 60 }),
  });
  const accounts = createAccountsClient();
  const first = await fetchToken(accounts);
  expect(first).not.toBeNull();
  expect(await fetchToken(accounts)).toBe(first);
  expect(server.calls).toHaveLength(1);
  await fetchToken(accounts, true);
  expect(server.calls).toHaveLength(2);
  vi.advanceTimersByTime(59_000);
  await fetchToken(accounts);
  expect(server.calls).toHaveLength(3);
});

test("a person stays signed in while the server is unreachable, and the client retries", async () => {
  const server = fakeAccountsServer({ "/token": tokenAnswer("Ana") });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  server.set("/token", "unreachable");
  const next = fetchToken(accounts, true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(accounts.state().session.status).toBe("signedIn");
  server.set("/token", [503, { code: "BUSY", message: "Busy." }]);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(accounts.state().session.status).toBe("signedIn");
  server.set("/token", tokenAnswer("Ana"));
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await next).not.toBeNull();
});

test("requests a token again after the time that the server names, and stays signed in", async () => {
  const server = fakeAccountsServer({ "/token": tokenAnswer("Ana") });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  server.set("/token", TOO_MANY_REQUESTS);
  const next = fetchToken(accounts, true);
  await vi.advanceTimersByTimeAsync(900);
  expect(server.calls).toHaveLength(2);
  server.set("/token", tokenAnswer("Ana"));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(server.calls).toHaveLength(3);
  expect(await next).not.toBeNull();
  expect(accounts.state().session.status).toBe("signedIn");
});

test("signs in after the time that the server names, without an error", async () => {
  const server = fakeAccountsServer({
    "/token": [NOT_SIGNED_IN, tokenAnswer("Ana")],
    "/sign-in/email": [TOO_MANY_REQUESTS, [200, {}]],
  });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  const signIn = accounts.signIn({ email: "a@b.c", password: "password1" });
  await vi.advanceTimersByTimeAsync(2_000);
  await signIn;
  expect(accounts.state().session.status).toBe("signedIn");
  const paths = server.calls.map((call) => call.path);
  expect(paths.filter((path) => path === "/sign-in/email")).toHaveLength(2);
});

test("shows at once that there were too many wrong passwords", async () => {
  const refusal = { code: "TOO_MANY_ATTEMPTS", message: "Too many attempts." };
  const server = fakeAccountsServer({
    "/token": NOT_SIGNED_IN,
    "/sign-in/email": [429, refusal, { "retry-after": "900" }],
  });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  await expect(accounts.signIn({ email: "a@b.c", password: "password1" })).rejects.toMatchObject(
    refusal,
  );
  expect(server.calls).toHaveLength(2);
});

test("gives up a token request after 8 s, and stays signed in", async () => {
  const server = fakeAccountsServer({ "/token": tokenAnswer("Ana") });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  server.set("/token", "silent");
  const next = fetchToken(accounts, true);
  await vi.advanceTimersByTimeAsync(8000);
  expect(server.calls).toHaveLength(2);
  expect(accounts.state().session.status).toBe("signedIn");
  server.set("/token", tokenAnswer("Ana"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await next).not.toBeNull();
});

test.each([
  ["a wait between two requests", "unreachable", 15_500],
  ["a request on a dead connection", "silent", 2000],
] as const)("gets a token at once when the line is back: ends %s", async (_name, fault, ms) => {
  const server = fakeAccountsServer({ "/token": tokenAnswer("Ana") });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  server.set("/token", fault);
  const next = fetchToken(accounts, true);
  await vi.advanceTimersByTimeAsync(ms);
  server.set("/token", tokenAnswer("Ana"));
  const before = server.calls.length;
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(server.calls).toHaveLength(before + 1);
  expect(await next).not.toBeNull();
});

test("signs in and gives the backend a new token function", async () => {
  const server = fakeAccountsServer({
    "/token": [NOT_SIGNED_IN, tokenAnswer("Ana")],
    "/sign-in/email": [200, {}],
  });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  const before = accounts.state();
  await accounts.signIn({ email: "ana@example.com", password: "password1" });
  expect(server.calls[1]).toEqual({
    path: "/sign-in/email",
    body: { email: "ana@example.com", password: "password1" },
  });
  expect(accounts.state().session.status).toBe("signedIn");
  expect(accounts.state().fetchToken).not.toBe(before.fetchToken);
});

test("signing in again after a rejection gives a new token function", async () => {
  fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/sign-in/email": [200, {}],
  });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  const before = accounts.state();
  await accounts.signIn({ email: "ana@example.com", password: "password1" });
  expect(accounts.state().fetchToken).not.toBe(before.fetchToken);
  expect(accounts.state().session).not.toBe(before.session);
});

test("an error keeps its code, field and message", async () => {
  fakeAccountsServer({
    "/token": NOT_SIGNED_IN,
    "/sign-up/email": [409, { code: "EMAIL_TAKEN", field: "email", message: "Taken." }],
  });
  const account = { name: "A", email: "a@b.c", password: "password1" };
  await expect(createAccountsClient().signUp(account)).rejects.toEqual(
    new AccountsError("EMAIL_TAKEN", "Taken.", "email"),
  );
});

test("drops the token on sign-out", async () => {
  const server = fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/get-session": [200, null],
    "/sign-out": [200, { success: true }],
  });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  await accounts.signOut();
  expect(accounts.state().session).toEqual({ status: "signedOut" });
  expect(await fetchToken(accounts)).toBeNull();
  expect(server.calls.map((call) => call.path)).toEqual(["/token", "/sign-out", "/get-session"]);
});

test("keeps the page while text is unsaved, and gives the token of the next sign-in", async () => {
  fakeAccountsServer({
    "/token": [tokenAnswer("Ana"), NOT_SIGNED_IN, tokenAnswer("Ana")],
    "/get-session": [200, null],
    "/sign-in/email": [200, {}],
  });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  const save = beginPendingWork("stored");
  const waiting = fetchToken(accounts, true);
  await vi.waitFor(() =>
    expect(accounts.state().session).toMatchObject({
      status: "signedIn",
      hasEnded: true,
    }),
  );
  await accounts.signIn({ email: "ana@example.com", password: "password1" });
  expect(await waiting).not.toBeNull();
  expect(accounts.state().session).not.toHaveProperty("hasEnded");
  save();
  expect(accounts.state().session.status).toBe("signedIn");
});

test("ends the session once the unsaved text is gone", async () => {
  fakeAccountsServer({ "/token": [tokenAnswer("Ana"), NOT_SIGNED_IN] });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  const [first, second] = [beginPendingWork("unsaved"), beginPendingWork("stored")];
  const waiting = fetchToken(accounts, true);
  await vi.waitFor(() => expect(accounts.state().session).toHaveProperty("hasEnded"));
  first();
  await Promise.resolve();
  expect(accounts.state().session.status).toBe("signedIn");
  second();
  await Promise.resolve();
  expect(accounts.state().session).toEqual({ status: "signedOut" });
  expect(await waiting).toBeNull();
});

test("a sign-out empties the person's storage; a session that ends by itself does not", async () => {
  const server = fakeAccountsServer({
    "/token": [tokenAnswer("Ana"), NOT_SIGNED_IN],
    "/get-session": [200, null],
    "/sign-out": [200, { success: true }],
    "/sign-in/email": [200, {}],
  });
  sessionStorage.setItem("downspout.newJob.u1", "draft");
  localStorage.setItem("vite-ui-theme", "light");
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  await fetchToken(accounts, true);
  expect(accounts.state().session).toEqual({ status: "signedOut" });
  expect(sessionStorage).toHaveLength(1);

  server.set("/token", tokenAnswer("Ana"));
  await accounts.signIn({ email: "ana@example.com", password: "password1" });
  await accounts.signOut();
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage.getItem("vite-ui-theme")).toBe("light");
});

test.each([
  ["signOut", "/sign-out"],
  ["signOutEverywhere", "/sign-out-everywhere"],
  ["leaveTeam", "/team/leave"],
] as const)("%s fetches no token that would be a 401", async (end, path) => {
  // The server closes the connection before it responds, and the Convex client then fetches a token.
  const server = fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/get-session": [200, null],
    [path]: [200, {}],
  });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  const ending = accounts[end]();
  expect(await fetchToken(accounts, true)).toBeNull();
  await ending;
  expect(accounts.state().session).toEqual({ status: "signedOut" });
  expect(server.calls.map((call) => call.path)).toEqual(["/token", path, "/get-session"]);
});

test("a person stays signed in when the end of the session is refused", async () => {
  const refusal = { code: "LAST_PERSON", message: "You are alone." };
  const server = fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/team/leave": [403, refusal],
  });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  await expect(accounts.leaveTeam()).rejects.toEqual(
    new AccountsError("LAST_PERSON", "You are alone."),
  );
  await fetchToken(accounts, true);
  expect(accounts.state().session.status).toBe("signedIn");
  expect(server.calls.at(-1)?.path).toBe("/token");
});

test("a sign-out in one tab signs out the others", async () => {
  fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/get-session": [200, null],
    "/sign-out": [200, {}],
  });
  const here = createAccountsClient();
  await fetchToken(here);
  const there = createAccountsClient();
  await fetchToken(there);
  await here.signOut();
  await vi.waitFor(() => expect(there.state().session).toEqual({ status: "signedOut" }), 50_000);
});

describe("browsers on which a person was signed in", () => {
  const ANA = {
    id: "Ana",
    name: "Ana",
    email: "Ana@example.com",
    workspaceId: "office-1",
  };
  const signedIn = { status: "signedIn", user: ANA };
  const remembered = () => localStorage.getItem("downspout-person");
  beforeEach(() => localStorage.setItem("downspout-person", JSON.stringify(ANA)));

  test("starts signed in without signal, and verifies once it is back", async () => {
    const server = fakeAccountsServer({ "/token": "unreachable" });
    const accounts = createAccountsClient();
    expect(accounts.state().session).toEqual(signedIn);
    const token = fetchToken(accounts);
    await vi.advanceTimersByTimeAsync(5000);
    expect(accounts.state().session).toEqual(signedIn);
    server.set("/token", tokenAnswer("Ana", { workspaceId: "office-1" }));
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await token).not.toBeNull();
    expect(accounts.state().session).toEqual(signedIn);
  });

  test("a browser on which a person was signed in is signed out, and forgets the person, when the server says so", async () => {
    fakeAccountsServer({ "/token": NOT_SIGNED_IN });
    const accounts = createAccountsClient();
    expect(await fetchToken(accounts)).toBeNull();
    expect(accounts.state().session).toEqual({ status: "signedOut" });
    expect(remembered()).toBeNull();
  });

  test("remembers the person and the workspace of the last token", async () => {
    fakeAccountsServer({
      "/token": tokenAnswer("Ana M.", { id: "Ana", workspaceId: "office-1" }),
    });
    const accounts = createAccountsClient();
    const { fetchToken: before } = accounts.state();
    await fetchToken(accounts);
    expect(accounts.state().session).toMatchObject({
      user: { name: "Ana M." },
    });
    expect(accounts.state().fetchToken).toBe(before);
    expect(remembered()).toContain("Ana M.");
  });

  test.each(["not JSON", "null", '{"id":"Ana"}'])(
    "starts without a person when it remembers %s",
    async (stored) => {
      localStorage.setItem("downspout-person", stored);
      fakeAccountsServer({ "/token": NOT_SIGNED_IN });
      const accounts = createAccountsClient();
      expect(accounts.state().session).toEqual({ status: "loading" });
      await fetchToken(accounts);
    },
  );

  test("signs out without signal, and ends the session at the next contact", async () => {
    const server = fakeAccountsServer({
      "/token": tokenAnswer("Ana", { workspaceId: "office-1" }),
      "/get-session": [200, null],
      "/sign-out": "unreachable",
    });
    const accounts = createAccountsClient();
    const otherTab = createAccountsClient();
    await fetchToken(accounts);
    await fetchToken(otherTab);
    await accounts.signOut();
    expect(accounts.state().session).toEqual({ status: "signedOut" });
    expect(remembered()).toBeNull();
    await vi.waitFor(
      () => expect(otherTab.state().session).toEqual({ status: "signedOut" }),
      50_000,
    );
    const afterReload = createAccountsClient();
    expect(afterReload.state().session).toEqual({ status: "signedOut" });
    server.set("/sign-out", [200, { success: true }]);
    const before = server.calls.length;
    await vi.advanceTimersByTimeAsync(17_000);
    const paths = server.calls.slice(before).map(({ path }) => path);
    expect(paths[0]).toBe("/sign-out");
    expect(paths).not.toContain("/token");
    expect(await fetchToken(afterReload)).toBeNull();
    expect(server.calls.at(-1)?.path).toBe("/get-session");
  });

  test("a sign-out that the server refuses leaves the person signed in", async () => {
    fakeAccountsServer({
      "/token": tokenAnswer("Ana", { workspaceId: "office-1" }),
      "/sign-out": [503, { code: "BUSY", message: "Busy." }],
    });
    const accounts = createAccountsClient();
    await fetchToken(accounts);
    await expect(accounts.signOut()).rejects.toThrow("Busy.");
    expect(accounts.state().session).toEqual(signedIn);
  });
});

test("detects a session that ended elsewhere", async () => {
  fakeAccountsServer({ "/token": [tokenAnswer("Ana"), NOT_SIGNED_IN] });
  const accounts = createAccountsClient();
  await fetchToken(accounts);
  const listener = vi.fn();
  accounts.subscribe(listener);
  await accounts.refresh();
  expect(accounts.state().session).toEqual({ status: "signedOut" });
  expect(listener).toHaveBeenCalledOnce();
});

test("an invitation is a URL of this server", async () => {
  fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/invitations": [200, { path: "/?invite=abc", expiresAt: 1 }],
  });
  expect(await createAccountsClient().invite()).toBe(`${window.location.origin}/?invite=abc`);
});
