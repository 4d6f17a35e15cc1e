/**
 * Every internal function, on the largest rows that the limits of fields, files and histories allow. A batch ends by
 * the bytes that it has read: one that ended by its number of rows alone would fail on these, however often it is
 * tried.
 */
import { makeFunctionReference, mutationGeneric, type MutationBuilder } from "convex/server";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { DataModel, TableNames } from "@convex/_generated/dataModel";
import { TRASH_KEPT_MS } from "@domain/history/history";
import { MAX_ROW_LENGTH } from "@domain/imports/chunks";
import { FIELDS } from "@domain/calls/fields";
import { LIST_LIMITS, MAX_CHUNK_LENGTH } from "@domain/calls/inputLimits";
import { JOB_CATEGORIES } from "@domain/job/jobs";
import { MAX_LENGTH } from "@domain/job/jobInput";
import {
  type CallMeasure,
  type Engine,
  IN_MEMORY,
  openEngine,
} from "../packages/embedded-convex/src/runtime/engine";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { loadModules } from "../server/modules";
import { callerAs } from "./support/callers";
import { imageBytes } from "./support/images";
import { aCustomerRow, aJobRow } from "./support/importRows";

const MIB = 1024 * 1024;
const DAY = 86_400_000;
const SLOW_MS = 600_000;
const OFFICE = "org_1";
const CALLER = callerAs("user_1", OFFICE);

/** After these bytes no further row is begun (convex/model/batches.ts). */
const BATCH = 4;

/**
 * MiB that one call may read: a batch, and what its last row reads. The history of a customer's imported details is
 * one row of half a MiB; a job's status is looked up in 50 entries of its history; of a merged customer, 50 rows of
 * details are moved.
 */
const PAGED: Readonly<Record<string, number>> = {
  "changes:checkRun": BATCH + 1,
  "changes:forget": BATCH + 1,
  "changes:removeExpired": BATCH + 1,
  "customers:followOn": BATCH + 1,
  "imports:beginCheck": BATCH + 1,
  "imports:importBatch": BATCH + 3,
  "imports:removeRows": BATCH + 2,
  "imports:undoPage": BATCH + 6,
  "operations:cleanBatch": BATCH,
  "operations:customersToCompare": BATCH,
  "operations:deleteBatch": BATCH,
  "operations:mergeBatch": BATCH + 4,
  "operations:resume": BATCH,
  "operations:undoBatch": BATCH + 6,
  "rebuild:batch": BATCH + 5,
  "rebuild:step": BATCH + 5,
  "workspace:erase": BATCH + 2,
  "workspace:move": BATCH + 2,
  // The first row of each table is read to find the next office.
  "workspace:size": BATCH + 2,
};

/** Of few rows, whatever they hold, or of rows of a fixed size. */
const NOT_PAGED = [
  "changes:beginUndo",
  "files:claim",
  "files:endInterrupted",
  "files:endTickets",
  "files:expire",
  "files:isServed",
  "files:record",
  "files:sweep",
  "files:sweepOrphans",
  "files:sweepStrays",
  "imports:beginRun",
  "imports:expire",
  "imports:knownKeys",
  "imports:rowsToCheck",
  "imports:savePlans",
  "operations:admit",
  "operations:begin",
  "operations:beginCustomerDeletion",
  "operations:customersToMerge",
  "operations:end",
  // A small row of each office, and on one machine only.
  "operations:endInterrupted",
  "operations:generateBatch",
  "operations:generateStock",
  "rebuild:start",
  "rebuild:status",
  "tasks:carryOn",
  "workspace:close",
  // An action, which reads by "workspace:size".
  "workspace:list",
  "workspace:open",
];

/** So many characters of three bytes each, in words. */
function text(length: number): string {
  let words = "";
  for (let at = 0; words.length < length; at++)
    words += `水${String.fromCodePoint(0x4e_00 + (at % 20_000))}漏檐沟管槽 `;
  return words.slice(0, length - 1).padEnd(length, "水");
}

const NOTES = text(FIELDS.job_notes.max);
const CATEGORIES = Array.from(
  { length: LIST_LIMITS.job_categories.max },
  (_, at) => JOB_CATEGORIES[at % JOB_CATEGORIES.length]!,
);
const DETAILS = text(MAX_ROW_LENGTH - 200);
const JOBS = 120;
const HISTORY = 60;
const DETAIL_ROWS = 50;

let photo = "";

function customerRow(at: number, name = `${text(110)} ${at}`) {
  return {
    workspaceId: OFFICE,
    customer_id: `C-${1001 + at}`,
    customer_name: name,
    customer_phone: String(6_125_550_000 + at),
    customer_email: `${"a".repeat(240)}${at}@a.test`,
    obtained_date: text(100),
  };
}

function valuesOfJob() {
  return {
    job_address: text(FIELDS.job_address.max),
    job_city: text(FIELDS.job_city.max),
    job_estimate_crew: text(FIELDS.job_estimate_crew.max),
    job_install_crew: text(FIELDS.job_install_crew.max),
    job_estimate_length: MAX_LENGTH,
    job_install_length: MAX_LENGTH,
    job_estimate_window: MAX_LENGTH,
    job_install_window: MAX_LENGTH,
    job_status: "lead",
    job_categories: CATEGORIES,
    job_notes: NOTES,
    job_photo_estimate: photos(),
    job_photo_install: photos(),
    job_drawings: photos(),
  };
}

function photos(): string[] {
  return Array.from({ length: LIST_LIMITS.fileIds.max }, () => photo);
}

function jobRow(at: number, customerId = "C-1001") {
  return {
    ...valuesOfJob(),
    workspaceId: OFFICE,
    job_customer_id: customerId,
    customer_name: text(FIELDS.customer_name.max),
    job_estimate_date: at,
  };
}

/** An edit of everything in a job. */
function changeRow(subject: string, others: object = {}) {
  const { job_address, job_notes, ...rest } = valuesOfJob();
  const before = { job_address, job_notes: job_notes.slice(1), ...rest };
  return {
    ...{ workspaceId: OFFICE, by: "user_1", byName: text(100) },
    ...{ kind: "jobs.update", subject, subjectLabel: text(300) },
    writes: [
      {
        ...{ table: "jobs", id: subject, before },
        after: { job_address, job_notes, ...rest },
      },
    ],
    ...others,
  };
}

const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;

type Insertion = readonly [table: TableNames, row: object];

/** Inserts rows as they are, without what follows from them. */
const insert = mutation(async ({ db }, { rows }: { rows: readonly Insertion[] }) => {
  const ids: string[] = [];
  for (const [table, row] of rows) ids.push(await db.insert(table, row as never));
  return ids;
});

/** The engine runs an internal action as a scheduled one only. */
const scheduleList = mutation(async ({ scheduler }) => {
  const list = makeFunctionReference<"action">("workspace:list");
  await scheduler.runAfter(0, list, {});
});

const modules = loadModules();
const measures: CallMeasure[] = [];
const log = memoryLog();
let engine: Engine;

beforeAll(async () => {
  engine = openEngine({
    dataDir: IN_MEMORY,
    modules: { ...modules, fixtures: { insert, scheduleList } },
    blobs: memoryBlobs(),
    log,
    // Looked up at each call: the test of what expires replaces it.
    clock: () => Date.now(),
    onCall: (measure) => measures.push(measure),
  });
  photo = await upload();
}, SLOW_MS);
afterAll(() => engine.close());

describe("with the largest rows", () => {
  it(
    "the rows that earlier versions stored are rebuilt",
    async () => {
      await inserted("counters", [{ workspaceId: OFFICE, lastCustomerNumber: 1100 }]);
      const customers = await inserted(
        "customers",
        // Each two are the same person.
        Array.from({ length: 8 }, (_, at) => ({
          ...customerRow(at, `${text(100)} ${Math.floor(at / 2)}`),
          customer_phone: String(6_125_550_000 + Math.floor(at / 2)),
        })),
      );
      for (const customerId of customers) await addDetails(customerId);
      const jobs = await inserted(
        "jobs",
        Array.from({ length: JOBS }, (_, at) => jobRow(at, at < JOBS - 10 ? "C-1001" : "C-1002")),
      );
      for (const subject of jobs.slice(0, 6))
        await inserted(
          "changes",
          Array.from({ length: HISTORY }, () => changeRow(subject)),
        );
      await engine.runInternalMutation("rebuild:start");
      await until(async () => await call("workspace:isSearchReady", {}));
    },
    SLOW_MS,
  );

  it(
    "the copies of a customer's name are updated in all jobs",
    async () => {
      const customer_name = text(FIELDS.customer_name.max - 1);
      await call("customers:update", { customer_id: "C-1001", customer_name });
      await call("customers:update", {
        customer_id: "C-1001",
        customer_name: `${text(100)} 0`,
      });
      await until(() => measured("customers:followOn").length >= 2);
    },
    SLOW_MS,
  );

  it(
    "obsolete dates are removed",
    async () => {
      const result = await call("customers:removeObsoleteObtainedDateField", {});
      expect(result).toEqual({ cleaned: 8, scanned: 8 });
    },
    SLOW_MS,
  );

  it(
    "duplicates are merged, and the merge is undone",
    async () => {
      const merged = await call("customers:dedupeForUser", {});
      expect(merged).toEqual({ groupsAffected: 4, duplicatesRemoved: 4 });
      const undone = await undoLastRun();
      expect(undone).toMatchObject({ rowsRestored: 4 });
    },
    SLOW_MS,
  );

  it(
    "a file is imported, and its import is undone",
    async () => {
      const chunks = [
        ...Array.from({ length: 4 }, (_, of) => chunkOfCustomers(of)),
        ...chunkOfEach(JOBS, jobToImport),
      ];
      const importId = (await call("imports:begin", {
        ...{ kind: "customers", fileName: "a.csv" },
        ...{ rowCount: 100, chunkCount: 4 },
      })) as string;
      for (const [index, rows] of chunks.slice(0, 4).entries())
        await call("imports:stage", { importId, index, rows });
      await importAll(importId);
      const jobs = chunks.slice(4);
      const second = (await call("imports:begin", {
        ...{ kind: "jobs", fileName: "b.csv", rowCount: JOBS },
        chunkCount: jobs.length,
      })) as string;
      for (const [index, rows] of jobs.entries())
        await call("imports:stage", { importId: second, index, rows });
      const run = await importAll(second);
      await call("imports:undoCounts", { id: run });
      await call("changes:undoRun", { id: run });
    },
    SLOW_MS,
  );

  it(
    "a discarded file is deleted with all of its chunks and findings",
    async () => {
      const importId = await stageChunks(12);
      await call("imports:discard", { importId });
      await until(() => measured("imports:removeRows").length >= 3);
    },
    SLOW_MS,
  );

  it(
    "all data is deleted, and comes back",
    async () => {
      const deleted = (await call("seed:deleteCustomersAndJobs", {})) as {
        customersDeleted: number;
        jobsDeleted: number;
      };
      const { customersDeleted, jobsDeleted } = deleted;
      expect(jobsDeleted).toBe(JOBS);
      expect(await undoLastRun()).toMatchObject({
        rowsRestored: customersDeleted + jobsDeleted,
      });
    },
    SLOW_MS,
  );

  it(
    "expired rows are removed",
    async () => {
      const [job] = await inserted("jobs", [jobRow(0)]);
      for (let at = 0; at < 5; at++)
        await inserted(
          "changes",
          Array.from({ length: HISTORY }, () => changeRow(job!)),
        );
      await call("seed:deleteCustomersAndJobs", {});
      vi.useFakeTimers({
        toFake: ["Date"],
        now: Date.now() + TRASH_KEPT_MS + 21 * DAY,
      });
      await wake();
      await until(async () => {
        const [first] = (
          (await call("changes:deleted", {
            paginationOpts: { numItems: 1, cursor: null, id: 1 },
          })) as { page: unknown[] }
        ).page;
        return first === undefined && measured("changes:forget").length > 3;
      });
      vi.useRealTimers();
    },
    SLOW_MS,
  );

  it(
    "an office with staged files moves",
    async () => {
      await stageChunks(40);
      const customers = await inserted("customers", [customerRow(99)]);
      await addDetails(customers[0]!);
      const move = { from: OFFICE, to: "org_2" };
      await engine.runInternalMutation("workspace:move", move);
      await until(async () => {
        const former = await callAs("org_2", "workspace:former");
        return (former as { ids: string[] }).ids.includes(OFFICE);
      });
      expect(await callAs("org_2", "imports:staged")).toBeNull();
    },
    SLOW_MS,
  );

  it(
    "a closed office with staged files is listed, and erased",
    async () => {
      await stageChunks(40);
      const jobs = Array.from({ length: JOBS }, (_, at) => jobRow(at));
      const [job] = await inserted("jobs", jobs);
      const history = Array.from({ length: HISTORY }, () => changeRow(job!));
      await inserted("changes", history);
      const customers = await inserted("customers", [customerRow(98)]);
      await addDetails(customers[0]!);
      await call("fixtures:scheduleList", {});
      await until(() => measures.some(({ udfPath }) => udfPath === "workspace:list"));
      expect(measured("workspace:size").length).toBeGreaterThan(5);
      const of = { workspaceId: OFFICE };
      await engine.runInternalMutation("workspace:close", of);
      await engine.runInternalMutation("workspace:erase", of);
      const hasRows = async () =>
        (await engine.runInternalQuery("workspace:size", {
          workspaceId: OFFICE.slice(0, -1),
        })) as { workspaceId: string } | null;
      await until(async () => (await hasRows())?.workspaceId !== OFFICE);
      await engine.runInternalMutation("workspace:open", of);
    },
    SLOW_MS,
  );

  it.each(Object.entries(PAGED))("each call of %s reads at most %i MiB", (path, most) => {
    const all = measured(path);
    expect(all).not.toEqual([]);
    const read = Math.max(...all.map((one) => one.usage?.bytesRead ?? 0));
    expect(read / MIB).toBeLessThanOrEqual(most);
  });

  it("no call fails", () => {
    expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("has a place for every internal function", () => {
    const internal = Object.entries(modules).flatMap(([module, exports]) =>
      Object.entries(exports).flatMap(([name, value]) =>
        (value as { isInternal?: boolean } | undefined)?.isInternal === true
          ? [`${module}:${name}`]
          : [],
      ),
    );
    expect([...Object.keys(PAGED), ...NOT_PAGED].toSorted()).toEqual(internal.toSorted());
  });
});

async function call(udfPath: string, args: JSONValue): Promise<JSONValue> {
  return await callAs(OFFICE, udfPath, args);
}

async function callAs(office: string, udfPath: string, args: JSONValue = {}): Promise<JSONValue> {
  const request = { udfPath, args, caller: callerAs("user_1", office) };
  const [module, name] = udfPath.split(":") as [string, string];
  const { isQuery, isMutation } = (modules[module]?.[name] ?? {
    isMutation: true,
  }) as { isQuery?: boolean; isMutation?: boolean };
  if (isQuery) return valueOf((await engine.runQuery(request)).outcome);
  if (isMutation) return valueOf((await engine.runMutation(request)).outcome);
  return valueOf(await engine.runAction(request));
}

function measured(path: string): CallMeasure[] {
  return measures.filter(({ udfPath }) => udfPath === path);
}

async function until(holds: () => unknown): Promise<void> {
  await vi.waitFor(async () => expect(await holds()).toBe(true), {
    timeout: 60_000,
    interval: 100,
  });
}

/** In as many calls as their size needs. */
async function inserted(table: TableNames, rows: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < rows.length; at += 20) {
    const some = rows.slice(at, at + 20).map((row) => [table, row]);
    const args = { rows: some } as unknown as JSONValue;
    ids.push(...((await call("fixtures:insert", args)) as string[]));
  }
  return ids;
}

function detailsOf(customerId: string, of: string) {
  const lists = { addresses: [], cities: [], texts: [of] };
  return { workspaceId: OFFICE, customerId, ...lists };
}

async function addDetails(customerId: string): Promise<string[]> {
  return await inserted(
    "customerDetails",
    Array.from({ length: DETAIL_ROWS }, (_, at) => detailsOf(customerId, `${at} ${DETAILS}`)),
  );
}

async function undoLastRun(): Promise<JSONValue> {
  const run = (await call("changes:lastRun", {})) as { id: string };
  return await call("changes:undoRun", { id: run.id });
}

/** Four rows of one customer, and one of another. */
function chunkOfCustomers(of: number): string {
  const rows = Array.from({ length: 4 }, (_, at) =>
    aCustomerRow({
      line: of * 10 + at,
      customer_name: `Ann ${at === 3 ? of : "Field"}`,
      customer_phone: String(7_635_550_000 + (at === 3 ? of : 99)),
      leftovers: [{ label: "Notes", text: `${of} ${at} ${DETAILS}` }],
    }),
  );
  return JSON.stringify(rows);
}

function jobToImport(at: number) {
  return aJobRow({
    line: at,
    customer: { customer_name: text(120), customer_phone: "7635551111" },
    job_address: `${at} ${text(190)}`,
    job_city: text(100),
    job_categories: CATEGORIES,
    job_notes: `${at} ${text(3_900)}`,
    job_estimate_crew: text(60),
    job_install_crew: text(60),
  });
}

function chunkOfEach(count: number, row: (at: number) => object): string[] {
  const chunks: string[] = [];
  const rows = Array.from({ length: count }, (_, at) => row(at));
  while (rows.length > 0) {
    let most = rows.length;
    while (JSON.stringify(rows.slice(0, most)).length > MAX_CHUNK_LENGTH) most -= 10;
    chunks.push(JSON.stringify(rows.splice(0, Math.min(most, 100))));
  }
  return chunks;
}

async function importAll(importId: string): Promise<string> {
  await call("imports:check", { importId });
  await call("imports:decideAll", { importId, choice: "new" });
  const { run } = (await call("imports:start", { importId })) as {
    run: string;
  };
  return run;
}

/** A file whose chunks are as large as one may be, with the findings of a check. */
async function stageChunks(count: number): Promise<string> {
  const importId = (await call("imports:begin", {
    ...{ kind: "customers", fileName: "c.csv" },
    ...{ rowCount: count, chunkCount: count },
  })) as string;
  const of = { workspaceId: OFFICE, importId };
  const rows = text(MAX_CHUNK_LENGTH);
  for (let index = 0; index < count; index++)
    await inserted("importChunks", [{ ...of, index, rows, plans: "[]" }]);
  await inserted(
    "importFindings",
    Array.from({ length: 600 }, (_, line) => ({
      ...{ ...of, line, key: text(300), isFault: true, sentence: text(600) },
      customer: { customer_name: text(120), customer_email: text(254) },
    })),
  );
  return importId;
}

/** Schedules something for now, which wakes the scheduler for everything that is due. */
async function wake(): Promise<void> {
  const importId = await stageChunks(1);
  await call("imports:discard", { importId });
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
