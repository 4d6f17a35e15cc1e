import { type APIRequestContext, type BrowserContext, expect, request } from "@playwright/test";
import { joinTeam } from "./people";

/**
 * Calls functions at the server as the person who is signed in in a browser,
 * but over no line: a second device, whose line is always good.
 */
export class Office {
  private constructor(private readonly server: APIRequestContext) {}

  static async open(context: BrowserContext, serverUrl: string) {
    const storageState = await context.storageState();
    return new Office(await request.newContext({ baseURL: serverUrl, storageState }));
  }

  /** A teammate of the person who is signed in in the browser. */
  static async ofTeammate(context: BrowserContext, serverUrl: string) {
    const server = await request.newContext({ baseURL: serverUrl });
    await joinTeam(context.request, server, serverUrl);
    return new Office(server);
  }

  async close() {
    await this.server.dispose();
  }

  async query<Result>(path: string, args: object = {}): Promise<Result> {
    return (await call(this.server, "query", { path, args })) as Result;
  }

  async mutation<Result>(path: string, args: object = {}): Promise<Result> {
    return (await call(this.server, "mutation", { path, args })) as Result;
  }

  /** With an estimate at `at`: the browser's zone has no midnight near (daytimeZone). */
  async addJob(customer: string, at = Date.now()): Promise<string> {
    return await this.mutation("jobs:create", {
      customer: { customer_name: customer, customer_phone: "5550100001" },
      job_address: "4 Elm St",
      job_estimate_date: at,
    });
  }
}

interface Call {
  readonly path: string;
  readonly args: object;
}

/** Calls a function over the HTTP API, as the person whose cookies the request context has. */
export async function call(
  server: APIRequestContext,
  kind: "query" | "mutation",
  one: Call,
): Promise<unknown> {
  const [value] = await callAll(server, kind, [one]);
  return value;
}

/** Makes the calls one after another, with one token. */
export async function callAll(
  server: APIRequestContext,
  kind: "query" | "mutation",
  calls: readonly Call[],
): Promise<readonly unknown[]> {
  // A browser asks again too where the server has just closed an idle connection.
  const tokens = await server.get("/api/auth/token", { maxRetries: 2 });
  const { token } = (await tokens.json()) as { token: string };
  const values: unknown[] = [];
  for (const { path, args } of calls) {
    const answer = await server.post(`/api/${kind}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { path, args: [args], format: "convex_encoded_json" },
    });
    const json = (await answer.json()) as { status: string; value: unknown };
    expect(json).toMatchObject({ status: "success" });
    values.push(json.value);
  }
  return values;
}
