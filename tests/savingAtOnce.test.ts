/** Ten people of one office who save at the same time, on the embedded runtime. */
import { queryGeneric } from "convex/server";
import type { JSONValue } from "convex/values";
import { afterEach, expect, it } from "vitest";
import schema from "@convex/schema";
import { JOB_STATUSES } from "@domain/job/jobs";
import { type Engine, IN_MEMORY, openEngine } from "../packages/embedded-convex/src/runtime/engine";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { loadModules } from "../server/modules";
import { callerAs } from "./support/callers";

const PEOPLE = Array.from({ length: 10 }, (_, at) => callerAs(`person_${at}`, "office"));
const [FIRST] = PEOPLE;

type Stored = Readonly<Record<string, string>>;

/** Every document of every table, as text, by its id. */
const everything = queryGeneric(async ({ db }) => {
  const rows = await Promise.all(
    Object.keys(schema.tables).map((table) => db.query(table).collect()),
  );
  const all = rows.flat() as { readonly _id: string }[];
  return Object.fromEntries(all.map((row) => [row._id, JSON.stringify(row)]));
});

let engine: Engine;
afterEach(() => engine.close());

function open(): void {
  engine = openEngine({
    dataDir: IN_MEMORY,
    modules: { ...loadModules(), whole: { everything } },
    blobs: memoryBlobs(),
    log: memoryLog(),
  });
}

async function ask(udfPath: string): Promise<JSONValue> {
  const run = await engine.runQuery({ udfPath, args: {}, caller: FIRST! });
  return valueOf(run.outcome);
}

async function change(
  caller: (typeof PEOPLE)[number],
  udfPath: string,
  args: JSONValue,
): Promise<JSONValue> {
  const request = { udfPath, args, caller };
  return valueOf((await engine.runMutation(request)).outcome);
}

/** A job for each person. The customer is known, as it is where people save a status. */
async function jobsOfPeople(): Promise<string[]> {
  open();
  const customer = await change(FIRST!, "customers:create", {
    customer_name: "Ann Field",
  });
  const ids: string[] = [];
  for (const person of PEOPLE) {
    const job = { job_customer_id: customer, job_address: "12 Elm Street" };
    ids.push((await change(person, "jobs:create", job)) as string);
  }
  return ids;
}

const saved = (at: number, id: string) => ({
  id,
  job_status: JOB_STATUSES[1 + (at % 3)]!,
});

it("ten people who save a status write no document of each other", async () => {
  const ids = await jobsOfPeople();
  const writers = new Map<string, number[]>();
  let before = (await ask("whole:everything")) as Stored;
  for (const [at, person] of PEOPLE.entries()) {
    await change(person, "jobs:update", saved(at, ids[at]!));
    const after = (await ask("whole:everything")) as Stored;
    for (const id of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (before[id] !== after[id]) writers.set(id, [...(writers.get(id) ?? []), at]);
    before = after;
  }
  const shared = [...writers].filter(([, people]) => people.length > 1);
  expect(shared.map(([id]) => before[id])).toEqual([]);
  expect(writers.size).toBeGreaterThan(3 * PEOPLE.length);
});

it("the totals are exact after ten people have saved at once", async () => {
  const ids = await jobsOfPeople();
  const jobs = PEOPLE.map(() => ({ job_address: "9 Birch Road" }));
  const customer = { job_customer_id: "C-1001" };
  await Promise.all(
    PEOPLE.flatMap((person, at) => [
      change(person, "jobs:update", saved(at, ids[at]!)),
      change(person, "jobs:create", { ...jobs[at], ...customer }),
    ]),
  );
  expect(await ask("jobs:totals")).toEqual({
    lead: 10,
    called: 4,
    estimate_scheduled: 3,
    estimate_sent: 3,
  });
});
