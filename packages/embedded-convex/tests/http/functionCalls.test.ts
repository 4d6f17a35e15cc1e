import type { ServerResponse } from "node:http";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { describe, expect, it } from "vitest";
import { IssuerUnreachable, InvalidToken } from "../../src/identity";
import { functionCalls } from "../../src/http/functionCalls";
import type { RequestLimits } from "../../src/requestLimits";
import { FakeRunner, touchesKeys } from "../support/fakeRunner";
import { eventually } from "../support/eventually";
import { anHttpServer } from "../support/handlerServer";
import { aGate, tableWith } from "../support/requestGate";

const get = makeFunctionReference<"query", { key: string }, unknown>("kv:get");
const whoami = makeFunctionReference<"query", { key?: string }, unknown>("kv:whoami");
const nowhere = makeFunctionReference<"query", { key?: string }, unknown>("no:where");
const set = makeFunctionReference<"mutation", { key: string; value: unknown }, null>("kv:set");
const refuse = makeFunctionReference<"mutation", { key?: string }, null>("kv:refuse");
const act = makeFunctionReference<"action", { key: string }, string>("kv:act");

async function aServer(limits: Partial<RequestLimits> = {}) {
  const runner = new FakeRunner();
  const responses: ServerResponse[] = [];
  const handle = functionCalls({
    runner,
    touches: touchesKeys,
    gate: aGate({
      table: tableWith(limits),
      addressOf: (req) => String(req.headers["x-from"] ?? "here"),
    }),
    originOf: () => "http://127.0.0.1",
    verifyToken: async (token) => {
      await Promise.resolve();
      if (token === "unknown") throw new IssuerUnreachable("https://away.example", "no network");
      if (token === "bad") throw new InvalidToken("The token has expired.");
      return {
        identity: {
          subject: token,
          issuer: "own",
          tokenIdentifier: `own|${token}`,
        },
        expiresAt: Infinity,
      };
    },
  });
  const url = await anHttpServer((req, res) => {
    responses.push(res);
    return handle(req, res);
  });
  const client = new ConvexHttpClient(url, { logger: false });
  return { url, runner, responses, client };
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers });

describe("ConvexHttpClient", () => {
  it("runs queries, mutations and actions", async () => {
    const { client, runner } = await aServer();
    await client.mutation(set, { key: "a", value: { n: 1 } });
    expect(await client.query(get, { key: "a" })).toEqual({ n: 1 });
    expect(await client.action(act, { key: "a" })).toBe("acted on a");
    expect(runner.mutationRuns).toEqual(["kv:set a"]);
  });

  it("receives errors with their data", async () => {
    const { client } = await aServer();
    await expect(client.query(nowhere, {})).rejects.toMatchObject({
      data: { code: "NOT_FOUND" },
    });
    await expect(client.mutation(refuse, {})).rejects.toThrow("refused");
  });

  it("has the identity of the client's token, none without one, and is rejected with an invalid one", async () => {
    const { client } = await aServer();
    expect(await client.query(whoami, {})).toBeNull();
    client.setAuth("ada");
    expect(await client.query(whoami, {})).toBe("ada");
    client.setAuth("bad");
    await expect(client.query(whoami, {})).rejects.toThrow("The token has expired.");
  });

  it("runs consistent queries while what they read stays the same", async () => {
    const { client, runner } = await aServer();
    runner.commit("a", "then");
    expect(await client.consistentQuery(get, { key: "a" })).toBe("then");
    runner.commit("b", "another matter");
    expect(await client.consistentQuery(get, { key: "a" })).toBe("then");
    runner.commit("a", "now");
    await expect(client.consistentQuery(get, { key: "a" })).rejects.toThrow(
      "has changed since the requested timestamp",
    );
  });
});

describe("requests", () => {
  it.each([
    ["no JSON", "{", 400, "The body is not JSON."],
    [
      "JSON that nests without end",
      `{"path":"kv:get","args":[${"[".repeat(50_000)}${"]".repeat(50_000)}]}`,
      400,
      "The body nests deeper than 128 levels.",
    ],
    ["no call", "{}", 400, 'at \\"path\\"'],
    ["two argument lists", '{"path":"kv:get","args":[{},{}]}', 400, 'at \\"args\\"'],
  ])("a request of %s is refused with a sentence", async (_, body, status, sentence) => {
    const { url } = await aServer();
    const response = await post(`${url}/api/query`, body);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(sentence);
  });

  it("a request with a token that cannot be verified now gets 503", async () => {
    const { url } = await aServer();
    const response = await post(`${url}/api/query`, '{"path":"kv:get","args":[{}]}', {
      authorization: "Bearer unknown",
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "IssuerUnreachable" });
  });

  it("a request with an admin key is rejected", async () => {
    const { url } = await aServer();
    const response = await post(`${url}/api/query`, '{"path":"kv:get","args":[{}]}', {
      authorization: "Convex key",
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "InvalidAuthHeader" });
  });

  it("a Bearer token is read with any case and spaces around it, and another header is rejected", async () => {
    const { url } = await aServer();
    const statusAs = async (authorization: string) =>
      (
        await post(`${url}/api/query`, '{"path":"kv:get","args":[{}]}', {
          authorization,
        })
      ).status;
    expect(await statusAs("bearer ada")).toBe(200);
    expect(await statusAs("BEARER  ada")).toBe(200);
    for (const other of ["Basic YTpi", "ada", "Bearer", "Bearer a b"])
      expect(await statusAs(other)).toBe(401);
  });

  it("a request with too large a body is rejected with a response", async () => {
    const { url } = await aServer();
    const response = await post(`${url}/api/mutation`, "x".repeat(18 * 1024 * 1024));
    expect(response.status).toBe(413);
  });

  it("a request that disconnects while its query waits for others of its person does not run it", async () => {
    const { url, runner, responses } = await aServer();
    runner.holdQueries();
    const leaving = new AbortController();
    const query = (signal?: AbortSignal) =>
      fetch(`${url}/api/query`, {
        method: "POST",
        body: JSON.stringify({ path: "kv:get", args: { key: "a" } }),
        headers: { authorization: "Bearer ada" },
        ...(signal && { signal }),
      });
    const running = Array.from({ length: 8 }, () => query());
    await eventually(() => (runner.queryRuns.length === 8 ? true : null));
    const left = query(leaving.signal).catch(() => "left");
    await eventually(() => (responses.length === 9 ? true : null));
    leaving.abort();
    expect(await left).toBe("left");
    await eventually(() => (responses[8]?.destroyed === true ? true : null));
    runner.releaseQueries();
    await Promise.all(running);
    expect((await query()).status).toBe(200);
    expect(runner.queryRuns).toHaveLength(9);
  });

  it("a request with GET is rejected, and other paths are left to the next route", async () => {
    const { url } = await aServer();
    expect((await fetch(`${url}/api/query`)).status).toBe(405);
    expect(await (await fetch(`${url}/api/queries`)).text()).toBe("not handled");
    expect(await (await fetch(`${url}/api/toString`)).text()).toBe("not handled");
  });
});

describe("callers without a valid token", () => {
  const call = (length: number) =>
    JSON.stringify({
      path: "kv:set",
      args: [{ key: "a", value: "x".repeat(length) }],
    });
  const signedIn = { authorization: "Bearer ada" };

  it("a caller without a valid token may send only short bodies, and a member long ones", async () => {
    const { url } = await aServer({ unauthenticatedMaxBytes: 1_000 });
    const send = async (length: number, headers: Record<string, string>) =>
      (await post(`${url}/api/mutation`, call(length), headers)).status;
    expect(await send(500, {})).toBe(200);
    expect(await send(1_000, {})).toBe(413);
    expect(await send(1_000, signedIn)).toBe(200);
  });

  it("a caller without a valid token is refused for an invalid token before its body is read", async () => {
    const { url } = await aServer();
    const response = await post(`${url}/api/query`, "{ this is not JSON", {
      authorization: "Bearer bad",
    });
    expect(response.status).toBe(401);
  });

  it("a caller without a valid token has a limited rate by address, with or without an invalid token; a member has none", async () => {
    const { url } = await aServer({
      rate: { rate: 0.1, burst: 4 },
    });
    const send = (from: string, headers: Record<string, string> = {}) =>
      post(`${url}/api/mutation`, call(1), { "x-from": from, ...headers });
    const bad = { authorization: "Bearer bad" };
    const statuses = async (sent: Promise<Response>[]) =>
      (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(await statuses([send("a"), send("a", bad), send("a"), send("a", bad)])).toEqual([
      200, 200, 401, 401,
    ]);
    expect(await statuses([send("a"), send("a", bad), send("b")])).toEqual([200, 429, 429]);
    const refused = await send("a");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({
      code: "TooManyRequests",
      message:
        "Too many requests without a valid sign-in came from this address. Wait a moment and retry.",
    });
    expect(await statuses(Array.from({ length: 20 }, () => send("a", signedIn)))).toEqual(
      Array(20).fill(200),
    );
  });
});
