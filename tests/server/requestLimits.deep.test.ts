import { WebSocket } from "ws";
import type { RequestLimits, RequestTable } from "embedded-convex";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { createServer } from "../../server/createServer";
import { createLog } from "../../server/monitoring/log";
import { REQUEST_LIMITS } from "../../server/requestLimits";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";
import { wireModules } from "../../packages/embedded-convex/tests/support/wireModules";
import { signUp } from "../support/people";

vi.mock("better-auth/crypto", async (original) =>
  (await import("../support/quickPasswords")).quickPasswords(original),
);

const KIB = 1024;
const MIB = 1024 * KIB;
const OPEN = ["no rate", "address", 0, 0] as const;
const CALL = ["5/s after 20", "person", MIB, 64 * KIB] as const;
const ACCOUNT = ["10/s after 60", "person", 32 * KIB, 32 * KIB] as const;

/** What is promised. */
const PROMISED: Readonly<Record<string, readonly [string, RequestLimits["turn"], number, number]>> =
  {
    "an unknown host": OPEN,
    "/api/health": OPEN,
    "/api/auth/get-session": ACCOUNT,
    "/api/auth/jwks": ACCOUNT,
    "/api/auth/sign-in/email": ACCOUNT,
    "/api/auth/sign-up/email": ACCOUNT,
    "/api/auth/sign-up/policy": ACCOUNT,
    "/api/auth/token": ACCOUNT,
    "/api/auth/sign-out": ACCOUNT,
    "/api/auth/sign-out-everywhere": ACCOUNT,
    "/api/auth/change-password": ACCOUNT,
    "/api/auth/team": ACCOUNT,
    "/api/auth/team/remove": ACCOUNT,
    "/api/auth/team/leave": ACCOUNT,
    "/api/auth/team/hand-over": ACCOUNT,
    "/api/auth/invitations": ACCOUNT,
    "/api/auth/invitations/withdraw": ACCOUNT,
    "an unknown account route": ACCOUNT,
    "/api/sync": OPEN,
    Connect: ["no rate", "person", MIB, 64 * KIB],
    Authenticate: ["no rate", "person", MIB, 64 * KIB],
    ModifyQuerySet: CALL,
    Mutation: CALL,
    Action: CALL,
    Event: CALL,
    "a refused message": CALL,
    "/api/query": CALL,
    "/api/query_at_ts": CALL,
    "/api/query_ts": OPEN,
    "/api/mutation": CALL,
    "/api/action": CALL,
    "HTTP actions": ["no rate", "address", 21 * MIB, 21 * MIB],
    "/api/storage/upload": ["no rate", "address", 512 * MIB, 512 * MIB],
    "/api/storage": OPEN,
    "/api/debug_event": OPEN,
    "/version": OPEN,
    "an unknown call": OPEN,
    "client files": OPEN,
    "not found": OPEN,
  };

async function aServer(requests: RequestTable): Promise<string> {
  const server = await createServer({
    port: 0,
    host: "127.0.0.1",
    signUps: "open",
    // Behind a proxy, which names the addresses of clients.
    publicUrl: "https://desk.example.com",
    clientDir: temporaryFolder(),
    log: createLog("silent"),
    modules: wireModules,
    dataDir: temporaryFolder(),
    requests,
  });
  onTestFinished(() => server.close());
  return server.url;
}

/** Notes the names that the server looks up. */
function observed(table: RequestTable) {
  const names = new Set<string>();
  const proxy = new Proxy(table, {
    getOwnPropertyDescriptor: (target, name) => {
      names.add(String(name));
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
  return { names, proxy };
}

describe("the table of request limits", () => {
  test("the table of request limits has the rate, the queue and the largest body of every route and message of the server", async () => {
    const { names, proxy } = observed(REQUEST_LIMITS);
    await aServer(proxy);
    expect([...names].sort()).toEqual(Object.keys(REQUEST_LIMITS).sort());
  });

  test("the table has the promised numbers", () => {
    const rows = Object.entries(REQUEST_LIMITS).map(([name, row]) => {
      const { rate, turn, maxBytes, unauthenticatedMaxBytes } = row;
      const limit = rate === null ? "no rate" : `${rate.rate}/s after ${rate.burst}`;
      return [name, [limit, turn, maxBytes, unauthenticatedMaxBytes]];
    });
    expect(Object.fromEntries(rows)).toEqual(PROMISED);
  });

  it.each([
    "/api/auth/jwks",
    "an unknown account route",
    "/api/health",
    "/api/sync",
    "Mutation",
    "/api/query_ts",
    "HTTP actions",
    "client files",
  ])("a server without the row %s does not start", async (name) => {
    const { [name]: _, ...others } = REQUEST_LIMITS;
    await expect(aServer(others)).rejects.toThrow(`"${name}" has no row`);
  });
});

/** One request, then none for a quarter of an hour. */
const ONCE = { rate: 0.001, burst: 1 };
const ONE_REQUEST: RequestTable = Object.fromEntries(
  Object.entries(REQUEST_LIMITS).map(([name, row]) => [
    name,
    row.rate === null ? row : { ...row, rate: { ...ONCE } },
  ]),
);

const POSTED = /sign-(in|up)\/email|sign-out|change-password|team\/|invitations/;

const ACCOUNT_ROUTES = Object.keys(REQUEST_LIMITS).filter((name) => name.startsWith("/api/auth/"));

function ask(url: string, headers: Record<string, string>): Promise<Response> {
  const isPost = POSTED.test(url);
  return fetch(url, {
    method: isPost ? "POST" : "GET",
    headers: {
      ...(isPost ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(isPost ? { body: "{}" } : {}),
  });
}

describe("the account routes", () => {
  test("an account route refuses a stranger above the rate, says when to come back, and serves other addresses and members", async () => {
    const url = await aServer(ONE_REQUEST);
    const { cookie } = await signUp(url);
    const asStranger = { "x-forwarded-for": "203.0.113.9" };
    const statuses = await Promise.all(
      ACCOUNT_ROUTES.map(async (path) => {
        await (await ask(url + path, asStranger)).text();
        const refused = await ask(url + path, asStranger);
        expect(await refused.json()).toMatchObject({ code: "TooManyRequests" });
        const retryAfter = Number(refused.headers.get("retry-after"));
        expect(retryAfter, path).toBeGreaterThan(0);
        const other = { "x-forwarded-for": "203.0.113.10" };
        const elsewhere = await ask(url + path, other);
        return [refused.status, elsewhere.status === 429];
      }),
    );
    expect(statuses).toEqual(ACCOUNT_ROUTES.map(() => [429, false]));
    const asMember = { ...asStranger, cookie };
    for (const path of ["token", "team", "get-session", "jwks", "token"]) {
      const response = await ask(`${url}/api/auth/${path}`, asMember);
      expect(response.status, path).toBe(200);
    }
  }, 60_000);

  test("a request with a false session cookie counts as a stranger's", async () => {
    const url = await aServer(ONE_REQUEST);
    const { cookie } = await signUp(url);
    const name = cookie.split("=")[0]!;
    const headers = {
      "x-forwarded-for": "203.0.113.9",
      cookie: `${name}=${"x".repeat(32)}.${"A".repeat(43)}%3D`,
    };
    const statuses = [];
    for (let at = 0; at < 2; at += 1)
      statuses.push((await ask(`${url}/api/auth/token`, headers)).status);
    expect(statuses).toEqual([401, 429]);
  });
});

test("a websocket message above the size of its row ends the connection", async () => {
  const url = await aServer(REQUEST_LIMITS);
  const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`);
  const code = new Promise((resolve) => ws.once("close", resolve));
  ws.once("open", () => ws.send("x".repeat(MIB + 1)));
  expect(await code).toBe(1009);
});
