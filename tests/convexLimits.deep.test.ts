/**
 * Convex's published limits for every function, in a workspace of 10,000 jobs and 5,000 customers. The table has a
 * budget for each function, far below Convex's limits, so that a function that starts to read whole tables fails here.
 */
import { makeFunctionReference, mutationGeneric, type MutationBuilder } from "convex/server";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type CallMeasure,
  type Engine,
  IN_MEMORY,
  openEngine,
} from "../packages/embedded-convex/src/runtime/engine";
import type { DataModel } from "@convex/_generated/dataModel";
import { JOB_STATUSES } from "@domain/job/jobs";
import { CHUNK_ROWS } from "@domain/imports/chunks";
import { VISIT_FIELDS } from "@domain/job/visits";
import { loadModules } from "../server/modules";
import {
  MAX_ARGS_BYTES,
  MAX_RESULT_BYTES,
  TRANSACTION_LIMITS,
  type UsageKey,
} from "../packages/embedded-convex/src/store/limits";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { callerAs } from "./support/callers";
import { imageBytes } from "./support/images";
import { aJobRow } from "./support/importRows";

const JOBS = 10_000;
const CUSTOMERS = 5_000;
/** The jobs of one customer: a builder who finishes a house every other day. */
const JOBS_OF_THE_BUILDER = 1_500;
/** The longest list that a query can return: Convex limits arrays to 8,192 elements. */
const LONGEST_LIST = 8_000;
/** Convex's time limit for a query or mutation, without database time. */
const MAX_CPU_MS = 1_000;

const DAY = 86_400_000;
/** Creates and deletes ten thousand rows. */
const SLOW_MS = 1_200_000;
const CALLER = callerAs("user_1", "org_1");

/** Documents read, KiB read and documents written, at most. */
type Budget = readonly [documents: number, kib: number, written: number];

/** convex-helpers reads the real clock when it schedules, so the engine starts with it and later moves ahead. */
const START = Date.now();
const LIST = {
  paginationOpts: { numItems: 30, cursor: null, id: 1 },
  search: "",
  status: null,
  sort: "created_desc",
  now: START,
};
const LATE = { ...LIST, sort: "nearest" };

const TRASH = { paginationOpts: { numItems: 20, cursor: null, id: 1 } };
/** Enough entries that the history of a job is removed in more than one batch. */
const EDITS = 220;

/** The last result of each function. */
const results = new Map<string, JSONValue>();

const LINE_KEYS = Array.from({ length: 6 }, () => crypto.randomUUID());

function aLine(_: unknown, at: number): JSONValue {
  return {
    ...{ clientKey: LINE_KEYS[at]!, order: `i${at}`, name: "Out Strip Miter" },
    ...{ sku: "MIT-STRIP-OUT", unit: "piece", size: "6", quantity: 4 },
    ...{ colorNumber: "002", colorName: "80 Degree White", price: 7.8 },
  };
}

function aStockedLine(_: unknown, at: number): JSONValue {
  return {
    ...{ clientKey: LINE_KEYS[at]!, order: `i${at}`, name: "Gutter Coil" },
    ...{ unit: "piece", quantity: 4, itemId, colorNumber },
  };
}

/** A job that no other row of the table has. */
function lineJob(): string {
  return jobsOfDay()[9]!;
}

function historyOfJob(): JSONValue {
  return { subject: jobId, ...TRASH };
}

function rowsOf(udfPath: string): { _id: string; table?: string }[] {
  return (results.get(udfPath) as { page: { _id: string }[] }).page;
}

/** Each visit of the measured day, a millisecond later. */
function visitsOfDay(): JSONValue {
  const jobs = results.get("jobs:getScheduledForDay") as {
    readonly _id: string;
    readonly job_estimate_date?: number;
    readonly job_install_date?: number;
  }[];
  return jobs.slice(0, 100).flatMap(({ _id: id, ...times }) =>
    VISIT_FIELDS.flatMap((field) => {
      const from = times[field];
      return from === undefined ? [] : [{ id, field, from, to: from + 1 }];
    }),
  );
}

/** Each job of the measured day, with a status that it has not. */
function statusesOfDay(): JSONValue {
  const day = results.get("jobs:getScheduledForDay") as {
    readonly _id: string;
    readonly job_status: string;
  }[];
  const jobs = day.slice(0, 100).map(({ _id: id, job_status: seen }) => ({ id, seen }));
  const isOf = (status: string) => jobs.every(({ seen }) => seen !== status);
  return { jobs, job_status: JOB_STATUSES.find(isOf) ?? "service" };
}

/** As many jobs of the measured day as one call may name. */
function jobsOfDay(): string[] {
  const day = results.get("jobs:getScheduledForDay") as { _id: string }[];
  return day.slice(0, 40).map(({ _id }) => _id);
}

function lastChange(): string {
  return rowsOf("changes:ofSubject")[0]!._id;
}

function trashedJob(): string {
  return rowsOf("changes:deleted").find((row) => row.table === "jobs")!._id;
}

const found = (search: string, sort = "nearest") => ({
  search,
  status: null,
  sort,
  now: START,
  count: 24,
});

/** Two chunks of jobs, each of a new customer, as another program exports them. */
const IMPORTED = Array.from({ length: 2 * CHUNK_ROWS }, (_, at) =>
  aJobRow({
    ...{ line: at + 2, sourceId: `job ${at}` },
    customer: importedCustomer(at),
    job_address: `${at} Birch Street`,
    job_city: "Minneapolis",
    job_status: "installed_paid",
    job_estimate_date: START - (at + 100) * DAY,
    jobs_price: 900 + at,
    job_notes: "The gate sticks; ask for the key at the back. ".repeat(6),
    job_estimate_crew: "Second crew",
    leftovers: [{ label: "Gate", text: "At the back" }],
  }),
);

/** Every tenth has the phone of a known customer and the name with an initial, which a person decides. */
function importedCustomer(at: number) {
  return {
    customer_name: `${at % 10 === 0 ? "C. Number" : "Imported Person"} ${at}`,
    sourceId: `person ${at}`,
    customer_phone: String((at % 10 === 0 ? 6_125_550_000 : 7_635_550_000) + at),
  };
}

function fileToImport(): JSONValue {
  const counts = { rowCount: IMPORTED.length, chunkCount: 2 };
  return { kind: "jobs", fileName: "jobs.csv", ...counts };
}

function ofImport() {
  return { importId: results.get("imports:begin")! };
}

function rowsToImport(index: number): JSONValue {
  const rows = IMPORTED.slice(index * CHUNK_ROWS, (index + 1) * CHUNK_ROWS);
  return { ...ofImport(), index, rows: JSON.stringify(rows) };
}

function findingsOf(): JSONValue {
  return { ...ofImport(), ...TRASH };
}

/** A decision about the first look-alike. */
function choiceOfImport(): JSONValue {
  const { page } = results.get("imports:findings") as unknown as {
    page: readonly { _id: string }[];
  };
  return { ...ofImport(), findingId: page[0]!._id, choice: "same" };
}

function runOfImport(): string {
  return (results.get("imports:start") as { run: string }).run;
}

let aheadMs = 0;
const modules = loadModules();
/** An upload that was interrupted, as by a stopped backend. */
const halfway = mutationGeneric(async (ctx) => {
  const claimed = {
    workspaceId: "interrupted",
    by: "anna",
    key: "key",
    expiresAt: Infinity,
  };
  const ticket = await ctx.db.insert("uploadTickets", claimed);
  const claim = makeFunctionReference<"mutation">("files:claim");
  await ctx.runMutation(claim, { ticket, key: "key" });
});
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
/** As if an earlier version had stored all rows. */
const forgetVersion = mutation(async ({ db }) => {
  const version = await db.query("derivedVersions").first();
  if (version !== null) await db.delete(version._id);
});
/** The engine runs an internal action as a scheduled one only. */
const scheduleList = mutation(async ({ scheduler }, args: { after: string }) => {
  const list = makeFunctionReference<"action">("workspace:list");
  await scheduler.runAfter(0, list, args);
});
const REBUILT = 250;
const measures: CallMeasure[] = [];
let engine: Engine;
/** Ids for the arguments in the table. */
let jobId = "";
let itemId = "";
let colorNumber = "";
let storageIds: string[] = [];

const TABLE: readonly (readonly [string, () => JSONValue, Budget])[] = [
  ["jobs:get", () => ({ id: jobId }), [2, 4, 0]],
  ["jobs:list", () => LIST, [60, 60, 0]],
  ["jobs:list", () => ({ ...LIST, sort: "created_asc" }), [60, 60, 0]],
  ["jobs:list", () => LATE, [250, 200, 0]],
  ["jobs:list", () => ({ ...LATE, sort: "farthest" }), [4500, 3500, 0]],
  ["jobs:list", () => ({ ...LATE, status: "approved" }), [4500, 3500, 0]],
  ["jobs:list", () => ({ ...LATE, search: "maple" }), [300, 150, 0]],
  ["jobs:search", () => found("maple"), [300, 150, 0]],
  ["jobs:search", () => found("maple", "created_desc"), [300, 150, 0]],
  ["jobs:search", () => found("number 17"), [300, 150, 0]],
  ["jobs:search", () => found("C-1005"), [60, 60, 0]],
  ["jobs:search", () => found("is:unscheduled"), [1100, 350, 0]],
  ["jobs:search", () => found("is:unpaid customer 17"), [1300, 500, 0]],
  ["jobs:lastPlace", () => ({ customer_id: "C-1005" }), [2, 4, 0]],
  ["jobs:ofCustomer", () => ({ customer_id: "C-1001", ...TRASH }), [21, 25, 0]],
  ["jobs:totalsOfCustomer", () => ({ customer_id: "C-1001", now: START }), [302, 300, 0]],
  ["jobs:countWaiting", () => ({ deliveredBefore: START }), [500, 130, 0]],
  [
    "jobs:listWaiting",
    () => ({ kind: "stale", deliveredBefore: START + 9999 * DAY }),
    [110, 60, 0],
  ],
  [
    "jobs:listDue",
    () => ({ now: START, paginationOpts: { numItems: 20, cursor: null } }),
    [110, 60, 0],
  ],
  ["jobs:countOverdue", () => ({ now: START }), [110, 30, 0]],
  ["jobs:getScheduledForDay", () => ({ dayStart: START, dayEnd: START + DAY }), [60, 60, 0]],
  ["jobs:listDates", () => ({ range: { from: START, until: START + 42 * DAY } }), [2400, 1800, 0]],
  ["jobs:listLasting", () => ({ at: START }), [60, 60, 0]],
  ["jobs:forDevice", () => ({ from: START, until: START + 8 * DAY }), [900, 900, 0]],
  ["jobs:create", () => newJob(0, "A new customer"), [10, 8, 31]],
  ["jobs:create", () => jobWithNotes(30), [10, 8, 20]],
  // 4,000 characters of prose have fewer than 450 different words.
  ["jobs:create", () => jobWithNotes(440), [10, 8, 72]],
  ["jobs:update", () => ({ id: jobId, customer: { customer_phone: "6125550000" } }), [60, 20, 32]],
  ["jobs:moveVisits", () => ({ visits: visitsOfDay() }), [900, 500, 400]],
  ["jobs:setStatuses", () => statusesOfDay(), [1100, 600, 600]],
  ["jobs:totals", () => ({}), [4, 4, 0]],
  ["jobs:generateUploadUrl", () => ({}), [2, 1, 3]],
  [
    "jobs:addFiles",
    () => ({ id: jobId, field: "job_photo_estimate", fileIds: storageIds }),
    [60, 30, 24],
  ],
  ["lines:add", () => ({ id: lineJob(), lines: Array.from({ length: 6 }, aLine) }), [40, 30, 24]],
  ["lines:needed", () => ({ from: 0, until: START * 2, wastePercent: 10 }), [70, 40, 0]],
  [
    "messages:noteEstimate",
    () => ({
      ...{ id: jobId, message: "estimate", shows: "rows", hasPicture: false },
      ...{ estimateRows: ["Haul away"], total: "$1.00", notes: "Soon." },
    }),
    [40, 10, 4],
  ],
  ["messages:lastEstimate", () => ({ id: jobId }), [10, 10, 0]],
  ["lines:ofJob", () => ({ id: lineJob() }), [10, 10, 0]],
  ["lines:ofJobs", () => ({ jobIds: jobsOfDay() }), [10, 10, 0]],
  [
    "lines:edit",
    () => ({
      id: lineJob(),
      lines: LINE_KEYS.map((clientKey) => ({ clientKey, quantity: 7 })),
    }),
    [40, 30, 24],
  ],
  ["lines:remove", () => ({ id: lineJob(), keys: LINE_KEYS }), [50, 40, 36]],
  ["files:getUrls", () => ({ ids: storageIds }), [30, 30, 0]],
  ["files:getPictures", () => ({ ids: storageIds }), [40, 40, 0]],
  [
    "jobs:moveFile",
    () => ({
      ...{ id: jobId, field: "job_photo_estimate" },
      ...{ fileId: storageIds[1]!, after: null },
    }),
    [16, 8, 8],
  ],
  [
    "jobs:removeFile",
    () => ({ id: jobId, field: "job_photo_estimate", fileId: storageIds[0]! }),
    [16, 8, 8],
  ],
  ["jobs:deleteJob", () => ({ id: jobId }), [120, 60, 60]],
  ["changes:restoreJob", () => ({ id: jobId }), [160, 80, 60]],
  ["jobs:deleteJob", () => ({ id: jobId }), [120, 60, 60]],
  ["changes:ofSubject", () => historyOfJob(), [60, 60, 0]],
  ["changes:ofVisits", () => ({ jobIds: jobsOfDay() }), [600, 600, 0]],
  [
    "changes:page",
    () => ({ paginationOpts: { numItems: 50, cursor: null, id: 1 } }),
    [220, 150, 0],
  ],
  ["changes:recent", () => ({}), [650, 300, 0]],
  ["changes:lastRun", () => ({}), [4, 4, 0]],
  ["changes:ofIntent", () => ({ intentId: "none" }), [2, 2, 0]],
  ["changes:undoIntent", () => ({ undoneIntent: "none" }), [4, 4, 4]],
  ["changes:deleted", () => TRASH, [60, 60, 0]],
  ["changes:restore", () => ({ id: trashedJob() }), [160, 80, 60]],
  ["changes:ofSubject", () => historyOfJob(), [60, 60, 0]],
  ["changes:undo", () => ({ id: lastChange() }), [160, 80, 70]],
  ["changes:deleted", () => TRASH, [60, 60, 0]],
  ["changes:deleteForGood", () => ({ id: trashedJob() }), [500, 300, 300]],
  ["customers:search", () => ({ term: "" }), [30, 30, 0]],
  ["customers:search", () => ({ term: "customer" }), [300, 150, 0]],
  ["customers:similar", () => ({ term: "costomer", withJobs: true }), [200, 80, 0]],
  ["customers:page", () => ({ paginationOpts: { numItems: 200, cursor: null } }), [210, 210, 0]],
  ["customers:listMin", () => ({}), [5100, 3000, 0]],
  ["customers:getByCustomerId", () => ({ customer_id: "C-1001" }), [2, 2, 0]],
  ["customers:create", () => ({ customer_name: "Nora Finch" }), [8, 4, 8]],
  [
    "customers:update",
    () => ({ customer_id: "C-1001", customer_name: "The Builder" }),
    [1500, 600, 900],
  ],
  ["inventorySeed:seedDefaults", () => ({}), [200, 60, 200]],
  ["inventory:listItems", () => ({}), [200, 40, 0]],
  ["inventory:listColors", () => ({}), [100, 20, 0]],
  ["inventory:listColorBreakdown", () => ({ colorNumber }), [50, 20, 0]],
  ["inventory:listColorBreakdownMut", () => ({ colorNumber }), [50, 20, 0]],
  ["inventory:upsertPrice", () => ({ itemId, size: "5", price: 12.5 }), [10, 4, 3]],
  [
    "inventory:upsertAliasPrices",
    () => ({ sourceItemId: itemId, aliasItemIds: [], price5: 12, price6: 14 }),
    [16, 6, 5],
  ],
  [
    "inventory:setUnit",
    () => ({
      ...{ sourceItemId: itemId, aliasItemIds: [] },
      unit: "piece",
      pieceFeet: 10,
    }),
    [10, 4, 4],
  ],
  ["inventory:recordTxn", () => intake(), [8, 4, 4]],
  ["inventory:recordIntake", () => ({ entries: [intake()] }), [12, 4, 4]],
  ["inventory:adjustColorQuantity", () => ({ colorNumber, delta: -1 }), [8, 4, 4]],
  ["inventory:setReorderLevel", () => ({ colorNumber, size: "5", level: 10 }), [10, 4, 4]],
  [
    "lines:add",
    () => ({ id: lineJob(), lines: Array.from({ length: 6 }, aStockedLine) }),
    [40, 30, 24],
  ],
  [
    "inventory:recordIntake",
    () => ({
      entries: [{ ...(intake() as Record<string, JSONValue>), quantity: 90 }],
    }),
    [12, 4, 4],
  ],
  ["lines:take", () => ({ id: lineJob(), wastePercent: 10 }), [90, 60, 50]],
  ["lines:putBack", () => ({ id: lineJob() }), [80, 60, 50]],
  ["messages:templates", () => ({}), [2, 2, 0]],
  ["messages:setTemplates", () => ({ message_company: "Elm Gutters" }), [4, 4, 4]],
  ["office:settings", () => ({}), [2, 2, 0]],
  [
    "office:setSettings",
    () => ({ company_name: "Elm Gutters", opens_at: 480, closes_at: 1020 }),
    [8, 4, 4],
  ],
  ["office:setCrew", () => ({ key: "crew 1", name: "Crew 1" }), [8, 4, 4]],
  ["messages:noteOpened", () => ({ subject: "C-1001", message: "on_my_way" }), [30, 8, 4]],
  ["imports:begin", () => fileToImport(), [4, 4, 6]],
  // With the bytes of the person's staged files and of the office in this hour.
  ["imports:stage", () => rowsToImport(0), [6, 4, 4]],
  ["imports:stage", () => rowsToImport(1), [6, 4, 4]],
  ["imports:staged", () => ({}), [2, 2, 0]],
  ["imports:check", () => ofImport(), [0, 0, 0]],
  ["imports:findings", () => findingsOf(), [30, 10, 0]],
  ["imports:decide", () => choiceOfImport(), [5, 4, 4]],
  ["imports:decideAll", () => ({ ...ofImport(), choice: "new" }), [4, 4, 4]],
  ["imports:start", () => ofImport(), [0, 0, 0]],
  ["imports:details", () => ({ customer_id: "C-6020" }), [3, 4, 0]],
  ["imports:undoCounts", () => ({ id: runOfImport() }), [0, 0, 0]],
  ["changes:undoRun", () => ({ id: runOfImport() }), [0, 0, 0]],
  ["imports:discard", () => ofImport(), [4, 4, 4]],
  ["imports:begin", () => fileToImport(), [4, 4, 6]],
  ["workspace:epoch", () => ({}), [0, 0, 0]],
  ["workspace:isSearchReady", () => ({}), [2, 4, 0]],
  ["workspace:former", () => ({}), [0, 0, 0]],
  ["seed:progress", () => ({}), [2, 2, 0]],
  ["seed:demoData", () => ({}), [30, 30, 0]],
  // Actions have no transaction; the functions that they call are in the next table.
  ["customers:removeObsoleteObtainedDateField", () => ({}), [0, 0, 0]],
  ["customers:dedupeForUser", () => ({}), [0, 0, 0]],
  ["customers:sharedContacts", () => ({}), [0, 0, 0]],
  ["customers:merge", () => ({ kept: "C-1001", duplicate: "C-1002" }), [0, 0, 0]],
  [
    "seed:generateFakeData",
    () => ({ customers: 50, jobsPerCustomer: 2, withStock: true }),
    [0, 0, 0],
  ],
];

/** Aliases of functions that are measured under another path. */
const FORMER_PATHS = ["files:sweepStrays", "tasks:carryOn"];

/** Run last, because they delete everything. */
const DELETIONS = [
  "seed:removeDemoData",
  "customers:deleteWithJobs",
  "seed:deleteInventory",
  "seed:deleteCustomersAndJobs",
  "seed:deleteAllData",
];

/** Internal functions: steps of operations, uploads and scheduled functions. */
const STEPS: Readonly<Record<string, Budget>> = {
  "changes:beginUndo": [8, 6, 6],
  "changes:checkRun": [1200, 600, 0],
  "changes:forget": [220, 200, 220],
  "changes:removeExpired": [1500, 900, 900],
  "operations:undoBatch": [400, 200, 250],
  "customers:followOn": [1500, 600, 900],
  "files:claim": [6, 2, 4],
  "files:record": [10, 4, 8],
  "files:sweep": [8, 4, 4],
  "files:sweepOrphans": [100, 40, 10],
  "files:expire": [6, 2, 2],
  "operations:admit": [2, 2, 2],
  "operations:begin": [4, 4, 4],
  "operations:beginCustomerDeletion": [6, 4, 4],
  "operations:resume": [1500, 400, 700],
  "operations:cleanBatch": [500, 250, 260],
  "operations:customersToCompare": [1000, 500, 0],
  "operations:customersToMerge": [4, 4, 0],
  "operations:deleteBatch": [1500, 400, 700],
  "operations:end": [4, 4, 2],
  "operations:generateBatch": [750, 300, 2300],
  "operations:generateStock": [100, 30, 3],
  "operations:mergeBatch": [2900, 900, 1500],
  "imports:beginCheck": [6, 120, 4],
  "imports:rowsToCheck": [4, 120, 0],
  "imports:knownKeys": [300, 100, 0],
  "imports:savePlans": [8, 240, 60],
  "imports:beginRun": [8, 4, 8],
  "imports:importBatch": [450, 250, 800],
  "imports:undoPage": [300, 160, 0],
  "imports:expire": [4, 4, 4],
  "imports:removeRows": [520, 600, 520],
  "rebuild:start": [4, 4, 4],
  "rebuild:batch": [600, 300, 500],
  "rebuild:step": [600, 300, 500],
};

/** Functions that are scheduled for a later time. */
const WAITING = [
  "changes:forget",
  "changes:removeExpired",
  "files:sweep",
  "files:sweepOrphans",
  "files:expire",
  "imports:expire",
  "operations:resume",
];

beforeAll(async () => {
  engine = openEngine({
    dataDir: IN_MEMORY,
    modules: { ...modules, uploads: { halfway, forgetVersion, scheduleList } },
    blobs: memoryBlobs(),
    log: memoryLog(),
    clock: () => Date.now() + aheadMs,
    onCall: (measure) => measures.push(measure),
  });
  await makeJobs(0, REBUILT);
  await rebuild();
  await makeJobs(REBUILT, LONGEST_LIST);
  await call("jobs:getAll", {});
  await call("jobs:listDates", {});
  await makeJobs(LONGEST_LIST, JOBS);
  jobId = (await call("jobs:create", newJob(1))) as string;
  for (let i = 0; i < EDITS; i++)
    await call("jobs:update", {
      id: jobId,
      ...(i % 2 === 0 ? { jobs_price: i } : { job_notes: `Note ${i}` }),
    });
  for (let i = 0; i < 10; i++) storageIds = [...storageIds, await upload()];
  // On no job.
  await upload();
  const stopped = { udfPath: "uploads:halfway", args: {}, caller: CALLER };
  valueOf((await engine.runMutation(stopped)).outcome);
}, SLOW_MS);
afterAll(() => engine.close());

/** Functions that the server on one machine or the operator calls. */
const OF_THE_SERVER: Readonly<Record<string, Budget>> = {
  "files:isServed": [4, 2, 0],
  "files:endTickets": [260, 60, 160],
  "files:endInterrupted": [60, 20, 10],
  "operations:endInterrupted": [8, 4, 4],
  "workspace:move": [400, 400, 120],
  "rebuild:status": [6, 4, 0],
  "workspace:close": [20, 20, 3],
  "workspace:erase": [400, 400, 220],
  "workspace:list": [0, 0, 0],
  "workspace:size": [4_100, 4_300, 0],
  "workspace:open": [20, 20, 3],
};

describe(`with ${JOBS} jobs and ${CUSTOMERS} customers`, () => {
  it.each(["jobs:getAll", "jobs:listDates"])(
    "%s, asked for all, is refused with a sentence rather than cut off",
    async (udfPath) => {
      await expect(call(udfPath, {})).rejects.toMatchObject({
        data: { message: expect.stringContaining("too many jobs") as string },
      });
    },
  );

  it.each(TABLE)(
    "%s stays within its budget",
    async (udfPath, args, budget) => {
      if (udfPath.startsWith("inventory:")) await findStock();
      const from = measures.length;
      results.set(udfPath, await call(udfPath, args()));
      const own = measures.slice(from).find((one) => one.udfPath === udfPath);
      expectWithin(own!, budget);
    },
    SLOW_MS,
  );

  it(
    "changes:undoRun restores what a deletion removed, in steps",
    async () => {
      const before = await call("customers:listMin", {});
      const builder = { customer_id: "C-1001" };
      const deleted = await call("customers:deleteWithJobs", builder);
      const { jobsDeleted } = deleted as { jobsDeleted: number };
      expect(jobsDeleted).toBeGreaterThanOrEqual(JOBS_OF_THE_BUILDER);
      const run = (await call("changes:lastRun", {})) as { id: string };
      expect(await call("changes:undoRun", { id: run.id })).toMatchObject({
        rowsRestored: jobsDeleted + 1,
      });
      expect(await call("customers:listMin", {})).toEqual(before);
    },
    SLOW_MS,
  );

  it(
    "scheduled functions stay within the same limits",
    async () => {
      aheadMs = 31 * DAY;
      // It schedules its next batch immediately, which wakes the scheduler for everything that is due.
      const change = { customer_id: "C-1001", customer_name: "Another name" };
      await call("customers:update", change);
      for (const path of WAITING)
        await vi.waitFor(() => expect(measured(path), path).not.toEqual([]), {
          timeout: 50_000,
        });
    },
    SLOW_MS,
  );

  it.each(DELETIONS)(
    "%s goes through everything in steps",
    async (udfPath) => {
      const isOfOne = udfPath === "customers:deleteWithJobs";
      await call(udfPath, isOfOne ? { customer_id: "C-1001" } : {});
      expect(measured(udfPath)).not.toEqual([]);
    },
    SLOW_MS,
  );

  it.each(Object.entries(STEPS))("each step of %s stays within its budget", (path, budget) => {
    expect(measured(path)).not.toEqual([]);
    for (const one of measured(path)) expectWithin(one, budget);
  });

  it("what the server or its operator calls stays within its budget", async () => {
    await engine.runInternalQuery("rebuild:status", {});
    const storageId = await upload();
    expect(await engine.runInternalQuery("files:isServed", { storageId })).toBe(true);
    for (let i = 0; i < 60; i++) await call("jobs:generateUploadUrl", {});
    const person = { workspaceId: "org_1", by: "user_1" };
    await engine.runInternalMutation("files:endTickets", person);
    await engine.runInternalMutation("files:endInterrupted", {});
    await engine.runInternalMutation("operations:endInterrupted", {});
    const workspaceId = "org_1";
    const closed = { workspaceId };
    await engine.runInternalMutation("workspace:close", closed);
    await engine.runInternalMutation("workspace:open", closed);
    // The first rows of the office, and the next ones of a table that is larger than a batch.
    const first = await engine.runInternalQuery("workspace:size", {
      workspaceId: "org_0",
    });
    const { next } = first as { next: JSONValue };
    expect(next).not.toBeNull();
    const further = { workspaceId, at: next };
    await engine.runInternalQuery("workspace:size", further);
    const udfPath = "uploads:scheduleList";
    const listing = { udfPath, args: { after: workspaceId }, caller: CALLER };
    valueOf((await engine.runMutation(listing)).outcome);
    await vi.waitFor(() => expect(measured("workspace:list")).not.toEqual([]), {
      timeout: 50_000,
    });
    const left = { workspaceId: "org_left" };
    const seeding = { udfPath: "inventorySeed:seedDefaults", args: {} };
    const caller = callerAs("user_1", left.workspaceId);
    valueOf((await engine.runMutation({ ...seeding, caller })).outcome);
    await engine.runInternalMutation("workspace:close", left);
    await engine.runInternalMutation("workspace:erase", left);
    const move = { from: "org_1", to: "org_moved" };
    await engine.runInternalMutation("workspace:move", move);
    for (const [path, budget] of Object.entries(OF_THE_SERVER)) {
      expect(measured(path), path).not.toEqual([]);
      for (const one of measured(path)) expectWithin(one, budget);
    }
  });

  it("covers every function", () => {
    const called = new Set([...measures.map(({ udfPath }) => udfPath), ...FORMER_PATHS]);
    expect(allFunctions().filter((path) => !called.has(path))).toEqual([]);
  });

  it("every call stays within Convex's published limits", () => {
    for (const measure of measures) {
      const { udfPath, usage, kind } = measure;
      for (const [key, limit] of Object.entries(TRANSACTION_LIMITS))
        expect(usage?.[key as UsageKey] ?? 0, udfPath).toBeLessThan(limit);
      expect(measure.argsBytes, udfPath).toBeLessThan(MAX_ARGS_BYTES);
      expect(measure.resultBytes, udfPath).toBeLessThan(MAX_RESULT_BYTES);
      if (kind !== "action") expect(measure.cpuMs, udfPath).toBeLessThan(MAX_CPU_MS);
    }
  });
});

async function rebuild() {
  const udfPath = "uploads:forgetVersion";
  const forgotten = { udfPath, args: {}, caller: CALLER };
  valueOf((await engine.runMutation(forgotten)).outcome);
  await engine.runInternalMutation("rebuild:start");
  await vi.waitFor(async () => expect(await call("workspace:isSearchReady", {})).toBe(true), {
    timeout: 50_000,
  });
}

function measured(path: string): CallMeasure[] {
  return measures.filter(({ udfPath }) => udfPath === path);
}

function expectWithin(measure: CallMeasure, budget: Budget) {
  const { usage, udfPath } = measure;
  const took = [
    usage?.documentsRead ?? 0,
    Math.ceil((usage?.bytesRead ?? 0) / 1024),
    usage?.documentsWritten ?? 0,
  ];
  const [documents, kib, written] = budget;
  const seen = `${udfPath} took ${took.join(", ")}`;
  expect(took[0], `${seen}: documents read`).toBeLessThanOrEqual(documents);
  expect(took[1], `${seen}: KiB read`).toBeLessThanOrEqual(kib);
  expect(took[2], `${seen}: documents written`).toBeLessThanOrEqual(written);
}

async function call(udfPath: string, args: JSONValue): Promise<JSONValue> {
  const request = { udfPath, args, caller: CALLER };
  const [module, name] = udfPath.split(":") as [string, string];
  const { isQuery, isMutation } = modules[module]![name] as Exported;
  if (isQuery) return valueOf((await engine.runQuery(request)).outcome);
  if (isMutation) return valueOf((await engine.runMutation(request)).outcome);
  return valueOf(await engine.runAction(request));
}

interface Exported {
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  readonly isAction?: boolean;
}

function allFunctions(): string[] {
  return Object.entries(modules).flatMap(([module, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => {
      const found = value as Exported | undefined;
      const isFunction = found?.isQuery ?? found?.isMutation ?? found?.isAction ?? false;
      return isFunction ? [`${module}:${name}`] : [];
    }),
  );
}

async function makeJobs(from: number, until: number) {
  for (let first = from; first < until; first += 250) {
    const numbers = Array.from({ length: 250 }, (_, i) => first + i);
    await Promise.all(numbers.map((i) => call("jobs:create", newJob(i))));
  }
}

function newJob(i: number, newCustomer?: string): JSONValue {
  const isBuilders = i >= CUSTOMERS && i < CUSTOMERS + JOBS_OF_THE_BUILDER;
  const existing = isBuilders ? "C-1001" : `C-${1001 + (i % CUSTOMERS)}`;
  return {
    ...(i < CUSTOMERS || newCustomer !== undefined
      ? { customer: customerOf(i, newCustomer) }
      : { job_customer_id: existing }),
    job_address: `${i} Maple Street`,
    job_city: "Minneapolis",
    job_status: ["lead", "approved", "completed", "installed_paid"][i % 4]!,
    job_categories: ["Gutters and downspout Replacement", "Fascia Replace"],
    job_estimate_date: START + ((i % 700) - 350) * DAY,
    ...(i % 3 === 0 ? {} : { job_install_date: START + ((i % 700) - 329) * DAY }),
    jobs_price: 1800 + i,
    job_notes: "Valley leaks over the porch; bring the long ladder. ".repeat(6),
  };
}

/** A further job of a customer, with notes of so many different words. */
function jobWithNotes(count: number): JSONValue {
  const words = Array.from({ length: count }, (_, at) => `note${at}`);
  const job = newJob(CUSTOMERS + 1) as Record<string, JSONValue>;
  return { ...job, job_notes: words.join(" ") };
}

/** Every hundredth customer is a duplicate of the one before it. */
function customerOf(i: number, name?: string) {
  const who = i % 100 === 99 ? i - 1 : i;
  return {
    customer_name: name ?? `Customer Number ${who}`,
    customer_phone: String(6_125_550_000 + who),
    customer_email: `customer${who}@example.test`,
  };
}

async function upload(): Promise<string> {
  const url = (await call("jobs:generateUploadUrl", {})) as string;
  const request = new Request(url, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: imageBytes("image/png"),
  });
  const response = await engine.runHttpAction(request, CALLER);
  return ((await response!.json()) as { storageId: string }).storageId;
}

async function findStock() {
  type Stock = Record<string, string>[];
  const items = (await call("inventory:listItems", {})) as Stock;
  const colors = (await call("inventory:listColors", {})) as Stock;
  itemId = items[0]!._id!;
  colorNumber = colors[0]!.colorNumber!;
}

function intake(): JSONValue {
  return { itemId, type: "intake", quantity: 3, colorNumber };
}
