/**
 * Access control: every public function, through every entry point, without a token and with every kind of invalid
 * token. The functions are read from the modules, so a new one is covered without a change here.
 */
import type { JWK } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageBytes } from "./support/images";
import { examplesFrom, seedWorkspace, confidentialValues } from "./support/attacker/workspaces";
import { fill, listRoutes, type Call } from "./support/attacker/functionArguments";
import { invalidTokens } from "./support/attacker/invalidTokens";
import { openTrustingServer, type TrustingServer } from "./support/attacker/trustingServer";
import { openOwnKey, type OwnKey } from "./support/attacker/ownKey";
import { ENTRY_POINTS } from "./support/attacker/entryPoints";
import {
  internalFunctions,
  publicFunctions,
} from "../packages/embedded-convex/tests/support/publicFunctions";

const MEMBER = { subject: "anna", org_id: "office-anna" };
let server: TrustingServer;
let ownKey: OwnKey;
let tokens: Readonly<Record<string, string>>;
let before: string[];
let telling: string[];
let calls: Call[];

beforeAll(async () => {
  server = await openTrustingServer();
  const { issuer, observed } = server;
  ownKey = openOwnKey(observed.dataDir, server.url);
  await seedWorkspace(server.url, await issuer.tokenFor(MEMBER), {
    name: "anna",
    size: 12,
  });
  const { keys } = (await (await fetch(`${server.url}/api/auth/jwks`)).json()) as { keys: JWK[] };
  tokens = await invalidTokens(
    issuer,
    { url: server.url, jwk: keys[0]!, key: ownKey },
    { sub: MEMBER.subject, org_id: MEMBER.org_id },
  );
  before = observed.stateOf(MEMBER.org_id);
  telling = confidentialValues(observed.rowsOf(MEMBER.org_id), []);
  calls = publicFunctions(server.modules).map(({ path, kind, args }) => ({
    path,
    kind,
    args: fill(args, ofTheOffice()),
  }));
});

afterAll(async () => {
  ownKey.close();
  await server.close();
});

/** Arguments that would take effect for a member: all ids are of the attacked workspace's own rows. */
const ofTheOffice = () => examplesFrom(server.observed.rowsOf(MEMBER.org_id));

/** Responses to an attacker contain nothing of the workspace that the attacker did not send. */
function leaksIn(text: string, said: string): string[] {
  return telling.filter((one) => text.includes(one) && !said.includes(one));
}

/** Rows of a rebuild of earlier versions, of what the operator alone does, and of rates of hosted people. */
const WITHOUT_ROWS = ["personRates", "rebuilds", "workspaceMoves"];

it("covers every public function, and every table with rows of the attacked workspace", () => {
  expect(calls.length).toBeGreaterThan(20);
  const tables = new Set(server.observed.rowsOf(MEMBER.org_id).map((r) => r.table));
  const schemaTables = server.observed.tables().filter((t) => !t.startsWith("_"));
  expect(schemaTables.filter((table) => !tables.has(table))).toEqual(WITHOUT_ROWS);
});

describe.each(Object.entries(ENTRY_POINTS))("%s", (_, ask) => {
  it.each([
    ["a trusted issuer", () => server.issuer.tokenFor(MEMBER)],
    [
      "the server's own accounts",
      () =>
        ownKey.sign({
          sub: MEMBER.subject,
          org_id: MEMBER.org_id,
          aud: "convex",
        }),
    ],
  ])("serves a member of the workspace with a token of %s", async (_, issue) => {
    const token = await issue();
    const queries = calls.filter(({ kind }) => kind === "query");
    const { answers, tokenRefusal } = await ask(server.url, token, queries);
    expect(tokenRefusal).toBeNull();
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    const shown = answers.flatMap(({ text }, at) => leaksIn(text, JSON.stringify(queries[at])));
    expect(shown.length).toBeGreaterThan(100);
  });

  it("rejects a signed-out caller", async () => {
    const { answers } = await ask(server.url, null, calls);
    expect(answers.map(({ ok, code }) => [ok, code])).toEqual(
      calls.map(() => [false, "NOT_SIGNED_IN"]),
    );
    for (const [at, { text }] of answers.entries())
      expect(leaksIn(text, JSON.stringify(calls[at]))).toEqual([]);
  });

  it("rejects a signed-out caller before it reads the arguments", async () => {
    const wrong = calls.map((one) => ({ ...one, args: { nonsense: 1 } }));
    const { answers } = await ask(server.url, null, wrong);
    expect(answers.map(({ code }) => code)).toEqual(wrong.map(() => "NOT_SIGNED_IN"));
  });

  it("rejects an invalid token", async () => {
    expect(Object.keys(tokens).length).toBeGreaterThan(20);
    for (const [name, token] of Object.entries(tokens)) {
      const { answers, tokenRefusal } = await ask(server.url, token, calls);
      expect(tokenRefusal, `the token ${name}`).not.toBeNull();
      for (const [at, { ok, text }] of answers.entries()) {
        const { path } = calls[at]!;
        expect(ok, `${path} with the token ${name}`).toBe(false);
        expect(leaksIn(text, JSON.stringify(calls[at])), path).toEqual([]);
      }
    }
  });

  it("shows a person without an organization an empty personal workspace", async () => {
    const token = await server.issuer.tokenFor({
      subject: "nobody's colleague",
    });
    const queries = calls.filter(
      ({ kind, path }) => kind === "query" && !OF_THE_DEPLOYMENT.includes(path),
    );
    const { answers } = await ask(server.url, token, queries);
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    for (const [at, { value }] of answers.entries())
      expect(isEmpty(value), queries[at]!.path).toBe(true);
  });

  it("hides internal functions from every caller", async () => {
    const internal = internalFunctions(server.modules);
    const hidden = internal.map(({ path, kind, args }) => ({
      path,
      kind,
      args: fill(args, ofTheOffice()),
    }));
    expect(hidden.length).toBeGreaterThan(5);
    for (const token of [null, await server.issuer.tokenFor(MEMBER)]) {
      const { answers } = await ask(server.url, token, hidden);
      const made = hidden.map((call) => ({ ...call, path: "no:where" }));
      const nowhere = await ask(server.url, token, made);
      for (const [at, { ok, text }] of answers.entries()) {
        const { path } = hidden[at]!;
        expect(ok, path).toBe(false);
        expect(text.replaceAll(path, "no:where")).toBe(nowhere.answers[at]!.text);
      }
    }
  });
});

/** Nothing found: no row, no name, no count. */
/** The epoch of the data, and that search is prepared: both say nothing of any workspace. */
const OF_THE_DEPLOYMENT = ["workspace:epoch", "workspace:isSearchReady"];

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (value === 0 || value === false) return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  if (typeof value !== "object") return false;
  // `until` is how far a copy reaches and `jobId` the job asked for, both by the arguments; `workspaceId` is the
  // caller's own; sums of no jobs are whole.
  const {
    page,
    isReady: _,
    until: _until,
    jobId: _jobId,
    workspaceId: _own,
    isWhole: _isWhole,
    ...rest
  } = value as Record<string, unknown>;
  // Only the list of a page counts: its cursor encodes the caller's own position.
  return page === undefined ? Object.values(rest).every(isEmpty) : isEmpty(page);
}

it("rejects an HTTP action without a ticket", async () => {
  const routes = listRoutes(server.modules);
  expect(routes.length).toBeGreaterThan(0);
  for (const { path, method } of routes)
    for (const [name, token] of Object.entries({ none: "", ...tokens })) {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          "content-type": "image/png",
          ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(method === "GET" || method === "OPTIONS" ? {} : { body: imageBytes("image/png") }),
      });
      const text = await response.text();
      const isRefused = response.status >= 400 || text === "";
      expect(isRefused, `${method} ${path} with the token ${name}`).toBe(true);
      expect(leaksIn(text, path)).toEqual([]);
    }
});

it("the attacked workspace has not changed by a byte", () => {
  const after = server.observed.stateOf(MEMBER.org_id);
  expect(before.length).toBeGreaterThan(100);
  expect(before.filter((one) => !after.includes(one))).toEqual([]);
  expect(after.filter((one) => !before.includes(one))).toEqual([]);
});
