/**
 * Workspaces are isolated: with ids, field values or cursors of Anna's workspace in any argument, Bo gets neither data
 * nor an error that differs from the one for values that do not exist. The functions and their arguments are read from
 * the modules.
 */
import { randomUUID } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newDocumentId } from "../packages/embedded-convex/src/store/documentId";
import {
  examplesFrom,
  seedFileFor,
  seedWorkspace,
  confidentialValues,
  type Row,
} from "./support/attacker/workspaces";
import {
  slotsOf,
  startsOf,
  variantsOf,
  withValueAt,
  type Call,
  type Slot,
  type Examples,
} from "./support/attacker/functionArguments";
import { openTrustingServer, type TrustingServer } from "./support/attacker/trustingServer";
import { JOB_STATUSES } from "@domain/job/jobs";
import { ENTRY_POINTS, type Answer, type EntryPoint } from "./support/attacker/entryPoints";
import {
  publicFunctions,
  type ListedFunction,
} from "../packages/embedded-convex/tests/support/publicFunctions";

// Thousands of calls: beside other tests on a slow machine they took more than five minutes.
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 300_000 });

const ANNA = { subject: "anna", org_id: "office-anna" };
const BO = { subject: "bo", org_id: "office-bo" };
const BO_SEED = { name: "bo", size: 6 };
/** A third workspace with common values: what it has too is not confidential. */
const CAL = { subject: "cal", org_id: "office-cal" };

let server: TrustingServer;
let token: string;
let functions: readonly ListedFunction[];
let before: string[];
let annas: readonly Row[];
let telling: string[];
const SOCKET = "over the websocket";

/** Everything that Bo sent: a response may repeat it. */
const said = new Set<string>();

beforeAll(async () => {
  server = await openTrustingServer();
  const { issuer, observed, url } = server;
  token = await issuer.tokenFor(BO);
  const tokens = [await issuer.tokenFor(CAL), await issuer.tokenFor(ANNA)];
  await furnishFarOn(url, tokens[0]!, { name: "cal", size: 1 });
  await furnishFarOn(url, tokens[1]!, { name: "anna", size: 24 });
  await seedWorkspace(url, token, BO_SEED);
  functions = inOrder(publicFunctions(server.modules));
  before = observed.stateOf(ANNA.org_id);
  annas = observed.rowsOf(ANNA.org_id);
  // A search word or a word of a name is a part of a value of another row, also of one that Bo sent.
  const told = annas.filter(({ table }) => table !== "searchWords" && table !== "nameWords");
  telling = confidentialValues(told, [
    ...observed.rowsOf(BO.org_id),
    ...observed.rowsOf(CAL.org_id),
  ]).filter((one) => !READABLE_ID.test(one));
});

/** An undo or a restoration changes what the functions before it have made. */
function inOrder(all: readonly ListedFunction[]): ListedFunction[] {
  const isLast = ({ path }: ListedFunction) => path.startsWith("changes:");
  return [...all.filter((one) => !isLast(one)), ...all.filter(isLast)];
}

/** Sequence numbers are counted in each workspace, so an equal number reveals nothing. */
const READABLE_ID = /^C-\d+$/;

/**
 * With customer numbers that Bo's workspace does not reach, and generated names
 * in the trash, which are the same in each workspace.
 */
async function furnishFarOn(
  url: string,
  token: string,
  seed: Parameters<typeof seedWorkspace>[2],
): Promise<void> {
  const http = new ConvexHttpClient(url, { logger: false });
  http.setAuth(token);
  const act = (path: string, args: Record<string, number>) =>
    http.action(makeFunctionReference<"action">(path), args);
  await act("seed:generateFakeData", { customers: 600, jobsPerCustomer: 0 });
  await act("seed:deleteCustomersAndJobs", {});
  await seedWorkspace(url, token, seed);
}

afterAll(() => server.close());

/** A value of Anna's, and one of the same kind that nobody has. */
interface Pair {
  readonly foreign: string;
  readonly unused: string;
}

function pairsFor({ path, table }: Slot, kind: string, way: string): Pair[] {
  const byTable = new Map(annas.map((row) => [row.table, row]));
  const documents = [...byTable.values()]
    .filter((row) => table === null || row.table === table)
    .map((row) => ({
      foreign: row.id,
      unused: newDocumentId(server.observed.tableNumber(row.table)),
    }));
  if (table !== null) return documents;
  // A query shows whether a value was found. A mutation stores most values, except in fields that it looks up.
  // The entry point makes no difference for field values, so only one is tried.
  if (kind === "query") return way === SOCKET ? [...documents, ...words(null)] : documents;
  const name = path.findLast((step) => typeof step === "string");
  // A job is named by its id or by its client key.
  const ids = name === "id" ? documents : documents.slice(0, 1);
  return [...ids, ...words(name ?? null)];
}

/** Anna's last value of each field, or of the given field, whether entered or generated. */
function words(field: string | null): Pair[] {
  const others = [BO, CAL].flatMap(({ org_id }) => server.observed.rowsOf(org_id));
  const values = others.flatMap(({ fields }) => Object.values(fields));
  const isKnown = new Set(values);
  const byField = new Map<string, string>();
  for (const { table, fields } of annas)
    for (const [name, value] of Object.entries(fields))
      if (typeof value === "string" && !isKnown.has(value))
        if (field === null || field === name) byField.set(`${table}.${name}`, value);
  // A search finds the beginnings of words: the last digits of a phone may be the number of another's customer.
  const isPartOfKnown = (text: string) =>
    /^\d{1,6}$/.test(text) &&
    values.some((value) => typeof value === "string" && value.includes(text));
  const found = [...new Set(byField.values())];
  return found
    .filter((text) => !isPartOfKnown(text))
    .map((foreign) => ({
      foreign,
      // A UUID stays one.
      unused: foreign.replace(/[a-z0-9]/g, (c) => (/\d/.test(c) ? "9" : "a")),
    }));
}

/** Bo's arguments with one value of Anna's, and with one that nobody has. */
function trialsOf(
  { path, kind, args }: ListedFunction,
  way: string,
): {
  foreign: Call;
  unused: Call;
  sent: Pair;
}[] {
  const examples = examplesFrom(server.observed.rowsOf(BO.org_id));
  return slotsOf(args).flatMap((slot) =>
    pairsFor(slot, kind, way).flatMap((sent) =>
      startsOf(args, examples).map((_, at) => {
        // Each call has keys of its own.
        const call = (value: string) => ({
          path,
          kind,
          args: withValueAt(args, startsOf(args, examples)[at], {
            path: slot.path,
            value,
            examples,
          }),
        });
        return { foreign: call(sent.foreign), unused: call(sent.unused), sent };
      }),
    ),
  );
}

/**
 * Bo's rows; among his changes the newest that a mutation, or an action, can undo is the first. In the trash, a photo
 * comes back with the undo of its removal, and a row of materials with its job; neither is restored by itself.
 */
function undoableFirst(kind: ListedFunction["kind"]): Row[] {
  const isUndoable = ({ fields }: Row) =>
    (fields.isRun === true) === (kind === "action") &&
    fields.partOf === undefined &&
    fields.undoneBy === undefined &&
    fields.undoes === undefined &&
    fields.kind !== "generate" &&
    fields.kind !== "messages.noteOpened" &&
    fields.kind !== "messages.noteEstimate";
  const isPart = ({ table, fields }: Row) =>
    table === "trash" && (fields.table === "files" || fields.table === "jobLines");
  const rows = server.observed.rowsOf(BO.org_id).filter((row) => !isPart(row));
  const changes = rows.filter((row) => row.table === "changes" && isUndoable(row));
  const at = ({ fields }: Row) => Number(fields._creationTime);
  return [
    ...changes.sort((a, b) => at(b) - at(a)),
    ...rows.filter(({ table }) => table !== "changes"),
  ];
}

/** What Bo sent, or a part of it (a label names the customer and the street), is his to read again. */
function leaksIn(text: string): string[] {
  const sent = [...said];
  // A stored JSON text, such as a cursor, has an id in quotes.
  const bare = (one: string) => one.replaceAll(/^[\\"]+|[\\"]+$/g, "");
  const isSent = (one: string) => sent.some((whole) => whole.includes(bare(one)));
  // The label of a job of his joins two values that he sent.
  return telling.filter((one) => text.includes(one) && !one.split(", ").every(isSent));
}

it("finds Anna's data in her own workspace", () => {
  expect(functions.length).toBeGreaterThan(20);
  expect(telling.length).toBeGreaterThan(500);
  const written = telling.filter((one) => one.includes("zqxvanna"));
  expect(written.length).toBeGreaterThan(150);
});

// Queries first: Bo's mutations change his own data.
describe.each(["query", "mutation", "action"] as const)("a %s", (kind) => {
  it.each(Object.entries(ENTRY_POINTS))(
    "%s treats any value of Anna's as unknown, and neither returns nor changes her data",
    async (way, ask) => {
      const tried = new Set<string>();
      for (const one of functions.filter((f) => f.kind === kind)) {
        const trials = trialsOf(one, way);
        for (const { sent } of trials) said.add(sent.foreign);
        const foreign = trials.map((trial) => trial.foreign);
        const unused = trials.map((trial) => trial.unused);
        // Both begin from the same state: the first may change Bo's own row.
        const bos = examplesFrom(server.observed.rowsOf(BO.org_id));
        const hers = await askInParts(ask, foreign, bos);
        const none = await askInParts(ask, unused, bos);
        for (const [at, { sent }] of trials.entries()) {
          compare(foreign[at]!, sent, [hers[at]!, none[at]!]);
          tried.add(one.path);
        }
      }
      expect(tried.size).toBeGreaterThan(kind === "action" ? -1 : 4);
      const bos = server.observed.stateOf(BO.org_id);
      expect(bos.flatMap(leaksIn)).toEqual([]);
    },
  );

  it.each(Object.entries(ENTRY_POINTS))("%s works for Bo with his own values", async (_, ask) => {
    // A deletion may have run before: a merge needs two customers.
    const path = "customers:create";
    const create = ["Bo Bell", "Bo Bird"].map((customer_name): Call => ({
      path,
      kind: "mutation",
      args: { customer_name },
    }));
    await ask(server.url, token, create);
    for (const one of functions.filter((f) => f.kind === kind)) {
      if (one.path.startsWith("imports:") && kind !== "query")
        await seedFileFor(one.path, { url: server.url, token }, BO_SEED);
      const bos = examplesFor(one.path, undoableFirst(kind));
      await prepare(one.path, ask, bos);
      const calls = startsOf(one.args, bos).map((args) => ({ ...one, args }));
      const { answers } = await ask(server.url, token, calls);
      const refusals = answers.filter(({ ok }) => !ok).map((a) => a.text);
      // Not every combination of arguments is valid, but some are.
      expect(refusals.length, refusals.join()).toBeLessThan(answers.length);
      expect(answers.flatMap(({ text }) => leaksIn(text))).toEqual([]);
    }
  });
});

/** A cursor starts with a fingerprint of the query and its arguments. */
const withoutMarks = (text: string) => text.replace(/[\w-]+(?=\.(end|at\.))/g, "mark");

/** An edit names a line by its key. */
function examplesFor(path: string, rows: readonly Row[]): Examples {
  const examples = examplesFrom(rows);
  if (!path.startsWith("lines:")) return examples;
  const key = randomUUID();
  const text = (name: string) =>
    path === "lines:edit" && name === "clientKey" ? key : examples.text(name);
  return { ...examples, text, number: () => 1 };
}

/** So few that the lines of one part, two a call, have room in a job. */
const PART = 25;

/** Calls of one function may arrive in any order: what one of them leaves must not refuse another. */
async function askInParts(
  ask: EntryPoint,
  calls: readonly Call[],
  bos: Examples,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < calls.length; at += PART) {
    const part = calls.slice(at, at + PART);
    await prepare(part[0]!.path, ask, bos);
    answers.push(...(await ask(server.url, token, part)).answers);
  }
  return answers;
}

/**
 * Gives Bo's job what a call expects: a visit is moved from the time that it has, a status is set where it is the one
 * that the person saw, a line is edited that is there, and lines are added to a job that has none.
 */
async function prepare(path: string, ask: EntryPoint, bos: Examples): Promise<void> {
  const id = bos.text("id");
  if (path === "lines:add") {
    const lines = server.observed
      .rowsOf(BO.org_id)
      .filter(({ table, fields }) => table === "jobLines" && fields.jobId === id);
    const keys = lines.map(({ fields }) => fields.clientKey as string);
    const remove = { path: "lines:remove", kind: "mutation" as const };
    await ask(server.url, token, [{ ...remove, args: { id, keys } }]);
  }
  if (path === "lines:edit") {
    const line = { name: "Haul away", quantity: 1, order: "i" };
    const lines = [{ ...line, clientKey: bos.text("clientKey") }];
    const add = { path: "lines:add", kind: "mutation" as const };
    await ask(server.url, token, [{ ...add, args: { id, lines } }]);
  }
  const seen: Record<string, Record<string, JSONValue>> = {
    "jobs:moveVisits": { job_estimate_date: bos.number("from") },
    "jobs:setStatuses": { job_status: JOB_STATUSES[0] },
  };
  if (seen[path] === undefined) return;
  const args = { id, ...seen[path] };
  const update = { path: "jobs:update", kind: "mutation" as const, args };
  await ask(server.url, token, [update]);
}

function compare(call: Call, sent: Pair, [hers, none]: [Answer, Answer]): void {
  const what = JSON.stringify(call);
  expect(leaksIn(hers.text), what).toEqual([]);
  expect([hers.ok, hers.code], what).toEqual([none.ok, none.code]);
  // Mutations return new ids each time; query results and errors must be equal.
  if (hers.ok && call.kind !== "query") return;
  const withUnused = hers.text.replaceAll(sent.foreign, sent.unused);
  expect(withoutMarks(withUnused), what).toBe(withoutMarks(none.text));
}

/** The paginated functions, with each of their orders. */
function pagedCalls(rows: readonly Row[]): Call[] {
  const examples = examplesFrom(rows);
  const text = (name: string) => (name === "customer_id" ? customerOfTwoJobs(rows) : "");
  return functions
    .filter(({ args }) => slotsOf(args).some(({ path }) => isCursor(path)))
    .flatMap(({ path, kind, args }) =>
      variantsOf(args, { ...examples, text }).map((variant) => ({
        path,
        kind,
        args: { ...variant, paginationOpts: { numItems: 2, cursor: null } },
      })),
    );
}

/** A customer whose jobs fill a page. */
function customerOfTwoJobs(rows: readonly Row[]): string {
  const ids = rows.flatMap(({ table, fields: { job_customer_id: id } }) =>
    table === "jobs" && typeof id === "string" ? [id] : [],
  );
  return ids.find((id, index) => ids.indexOf(id) !== index) ?? "";
}

const isCursor = (path: Slot["path"]) => path.at(-1) === "cursor";

interface Page {
  readonly page: JSONValue[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
}

function at(call: Call, cursor: string, endCursor?: string): Call {
  const paginationOpts = {
    numItems: 50,
    cursor,
    ...(endCursor === undefined ? {} : { endCursor }),
  };
  return {
    ...call,
    args: { ...(call.args as Record<string, JSONValue>), paginationOpts },
  };
}

it("shows Bo nothing of Anna's with her page cursors, real or forged", async () => {
  const ask = ENTRY_POINTS["over plain HTTP"]!;
  const annasToken = await server.issuer.tokenFor(ANNA);
  const calls = pagedCalls(annas);
  expect(calls.length).toBeGreaterThan(4);
  const hers = (await ask(server.url, annasToken, calls)).answers;
  const his = (await ask(server.url, token, calls)).answers;
  for (const [index, call] of calls.entries()) {
    const [anna, bo] = [hers[index]!.value, his[index]!.value] as [unknown, unknown] as [
      Page,
      Page,
    ];
    expect(anna.page.length, JSON.stringify(call)).toBe(2);
    const [mark = ""] = bo.continueCursor.split(".");
    const places = [anna.continueCursor, anna.splitCursor ?? "end"].flatMap((place) => [
      place,
      place.replace(/^[^.]+(?=\.)/, mark),
    ]);
    // Positions before and after all rows of any workspace.
    const ends = [`${mark}.at.`, `${mark}.at.${"_".repeat(40)}`];
    const asked = [...places, ...ends].flatMap((place) => [
      at(call, place),
      at(call, bo.continueCursor, place),
    ]);
    const { answers } = await ask(server.url, token, asked);
    for (const { text } of answers)
      expect(leaksIn(text).filter((one) => !isIn(places, one))).toEqual([]);
  }
});

const isIn = (places: readonly string[], one: string) =>
  places.some((place) => place.includes(one));

it("Anna's workspace has not changed by a byte", () => {
  const after = server.observed.stateOf(ANNA.org_id);
  expect(before.length).toBeGreaterThan(100);
  expect(before.filter((one) => !after.includes(one))).toEqual([]);
  expect(after.filter((one) => !before.includes(one))).toEqual([]);
});
