import { type FunctionReference, getFunctionName } from "convex/server";
import { jsonToConvex, type JSONValue } from "convex/values";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { JOB_SORTS } from "@domain/job/jobOrder";
import { loadModules } from "../../server/modules";
import {
  testEngine,
  valueOf,
} from "../../packages/embedded-convex/tests/runtime/fixtures/testEngine";

/**
 * A workspace of 2,500 customers and 5,000 jobs on our server, which enforces
 * Convex's limits: what passes here is within the limits of Convex.
 */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { engine, log } = testEngine({ modules: loadModules() });

const DAY_MS = 24 * 60 * 60 * 1000;

const caller = {
  identity: {
    subject: "anna",
    issuer: "https://issuer.test",
    tokenIdentifier: "https://issuer.test|anna",
  },
  origin: "https://downspout.test",
};

async function call<Kind extends "query" | "mutation" | "action">(
  kind: Kind,
  reference: FunctionReference<Kind>,
  args: JSONValue = {},
): Promise<unknown> {
  const request = { udfPath: getFunctionName(reference), args, caller };
  return jsonToConvex(valueOf(await outcomeOf(kind, request)));
}

async function outcomeOf(
  kind: "query" | "mutation" | "action",
  request: Parameters<typeof engine.runAction>[0],
) {
  if (kind === "action") return await engine.runAction(request);
  if (kind === "query") return (await engine.runQuery(request)).outcome;
  return (await engine.runMutation(request)).outcome;
}

async function addDuplicates(): Promise<void> {
  const found = (await call("query", api.customers.search, {
    term: "",
  })) as { customer_name: string; customer_phone: string }[];
  for (const { customer_name, customer_phone } of found)
    await call("mutation", api.jobs.create, {
      job_address: "12 Elm Street",
      customer: { customer_name, customer_phone },
    });
}

beforeAll(async () => {
  expect(
    await call("action", api.seed.generateFakeData, {
      customers: 2_500,
      jobsPerCustomer: 2,
    }),
  ).toEqual({ customersCreated: 2_500, jobsCreated: 5_000 });
});

afterAll(async () => {
  await engine.close();
  expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
});

it("returns all jobs and all customers", async () => {
  expect(await call("query", api.jobs.getAll)).toHaveLength(5_000);
  expect(await call("query", api.customers.listMin)).toHaveLength(2_500);
});

it("returns pages, days, months and search results", async () => {
  const now = Date.now();
  for (const sort of JOB_SORTS)
    for (const search of ["", "m", "c-1"]) {
      // A page that has read enough is short: "c-1" is the oldest customers' id.
      let found = 0;
      let cursor: string | null = null;
      for (let isDone = false; found < 30 && !isDone;) {
        const list = (await call("query", api.jobs.list, {
          ...{ search, status: null, sort, now },
          paginationOpts: { numItems: 30, cursor },
        })) as { page: unknown[]; isDone: boolean; continueCursor: string };
        found += list.page.length;
        ({ isDone, continueCursor: cursor } = list);
      }
      expect(found, `${sort} ${search}`).toBeGreaterThanOrEqual(30);
    }
  const days = await Promise.all(
    Array.from({ length: 7 }, async (_, at) =>
      call("query", api.jobs.getScheduledForDay, {
        dayStart: now + at * DAY_MS,
        dayEnd: now + (at + 1) * DAY_MS,
      }),
    ),
  );
  expect(days.flat().length).toBeGreaterThan(100);
  const range = { from: now, until: now + 42 * DAY_MS };
  expect(await call("query", api.jobs.listDates, { range })).not.toHaveLength(0);
  expect(await call("query", api.jobs.listDates)).toHaveLength(4_000);
  expect(await call("query", api.customers.search, { term: "c-1" })).toHaveLength(20);
});

it("generates customers without duplicates, and removes added duplicates", async () => {
  const none = { groupsAffected: 0, duplicatesRemoved: 0 };
  expect(await call("action", api.customers.dedupeForUser)).toEqual(none);
  await addDuplicates();
  expect(await call("action", api.customers.dedupeForUser)).toEqual({
    groupsAffected: 20,
    duplicatesRemoved: 20,
  });
  expect(await call("action", api.customers.dedupeForUser)).toEqual(none);
  expect(await call("query", api.jobs.getAll)).toHaveLength(5_020);
});

it("scans all customers for the obsolete field", async () => {
  expect(await call("action", api.customers.removeObsoleteObtainedDateField)).toEqual({
    cleaned: 0,
    scanned: 2_500,
  });
});

it("deletes all customers and jobs, with exact counts", async () => {
  expect(await call("action", api.seed.deleteCustomersAndJobs)).toEqual({
    customersDeleted: 2_500,
    jobsDeleted: 5_020,
  });
  expect(await call("query", api.jobs.getAll)).toEqual([]);
  expect(await call("query", api.seed.progress)).toEqual({
    task: "deleteCustomersAndJobs",
    isRunning: false,
    counts: { customersDeleted: 2_500, jobsDeleted: 5_020 },
  });
});
