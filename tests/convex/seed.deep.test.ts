import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { TableNames } from "@convex/_generated/dataModel";
import { isTrashKey } from "@domain/history/trashKeys";
import { TEXT_LIMITS } from "@domain/calls/inputLimits";
import { OPERATION_RUNNING, OPERATIONS } from "@domain/calls/operations";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf, stillThere, type Caller } from "../support/convexHarness";

/** convex-test stores 600 files one by one, which is slow on a busy machine. */
const SLOW_MS = 30_000;

const RUNNING = { code: "CONFLICT", message: OPERATION_RUNNING };
/** Jobs, customers and what is derived from them. */
const TABLES_OF_JOBS = ["customers", "jobs", "jobSummaries", "searchWords", "noteWords"] as const;
/** The words of one row of notes. */
const WORDS_OF_ROW = Object.fromEntries([..."abcdefgh"].map((place) => [place, place]));

/** The rows of all workspaces, without those in the trash. */
async function countOf(caller: Caller, table: TableNames): Promise<number> {
  return await caller.run(async (ctx) => {
    const rows = await ctx.db.query(table).take(20_000);
    return rows.filter((row) => !isTrashKey(row.workspaceId)).length;
  });
}

function withoutSystem<Row extends { _id: unknown; _creationTime: number }>(
  row: Row,
): Omit<Row, "_id" | "_creationTime"> {
  const { _id, _creationTime, ...fields } = row;
  return fields;
}

async function generate(caller: Caller, customers: number, jobsPerCustomer: number) {
  return await caller.action(api.seed.generateFakeData, {
    customers,
    jobsPerCustomer,
  });
}

describe("seed.deleteCustomersAndJobs", () => {
  it("deletes jobs and customers of maximum size within Convex's limits", async () => {
    const { anna } = openForTwo();
    await generate(anna, 1, 1);
    await anna.run(async (ctx) => {
      const customer = await ctx.db.query("customers").first();
      const job = await ctx.db.query("jobs").first();
      const row = await ctx.db.query("jobSummaries").first();
      const words = await ctx.db.query("searchWords").collect();
      if (!customer || !job || !row) throw new Error("There is no row to copy.");
      // The longest notes, of characters with the most bytes.
      const job_notes = "\u{1F3E0}".repeat(TEXT_LIMITS.job_notes.max / 2);
      for (let at = 1; at < 260; at++)
        await ctx.db.insert("customers", {
          ...withoutSystem(customer),
          customer_id: `C-${1001 + at}`,
        });
      for (let at = 1; at < 210; at++) {
        const jobId = await ctx.db.insert("jobs", {
          ...withoutSystem(job),
          job_notes,
        });
        await ctx.db.insert("jobSummaries", {
          ...withoutSystem(row),
          jobId,
        });
        for (const word of words.filter(({ rowId }) => rowId === job._id))
          await ctx.db.insert("searchWords", {
            ...withoutSystem(word),
            rowId: jobId,
          });
      }
    });
    // As many rows of words as the longest notes have. Each job's are one transaction.
    const jobs = await anna.run(async (ctx) => await ctx.db.query("jobs").collect());
    for (const { workspaceId, _id: jobId, _creationTime: createdAt } of jobs)
      await anna.run(async (ctx) => {
        for (let row = 0; row < 64; row++)
          await ctx.db.insert("noteWords", {
            ...{ workspaceId, jobId, createdAt },
            ...WORDS_OF_ROW,
          });
      });
    expect(await anna.action(api.seed.deleteCustomersAndJobs, {})).toEqual({
      customersDeleted: 260,
      jobsDeleted: 210,
    });
    for (const table of TABLES_OF_JOBS) expect(await countOf(anna, table)).toBe(0);
  });

  it(
    "deletes jobs with hundreds of photos in small batches",
    async () => {
      const { anna } = openForTwo();
      const ids = [];
      for (let job = 0; job < 4; job++) {
        const photos = await anna.run(async (ctx) => {
          const stored = [];
          for (let at = 0; at < 150; at++) {
            const storageId = await ctx.storage.store(new Blob(["x"]));
            await ctx.db.insert("files", {
              workspaceId: "anna",
              storageId,
              contentType: "image/png",
              size: 1,
              uses: 0,
            });
            stored.push(storageId);
          }
          return stored;
        });
        ids.push(...photos);
        await anna.mutation(
          api.jobs.create,
          aNewJob({
            job_photo_estimate: photos.slice(0, 75),
            job_photo_install: photos.slice(75),
          }),
        );
      }
      const operationId = await anna.mutation(internal.operations.begin, {
        member: { workspaceId: "anna", by: "anna", byName: "Anna" },
        task: "deleteCustomersAndJobs",
      });
      const step = () => anna.mutation(internal.operations.deleteBatch, { operationId });
      const counts = async () => (await anna.query(api.seed.progress, {}))?.counts;
      expect(await step()).toBe(false);
      expect(await counts()).toEqual({ jobsDeleted: 1 });
      while (!(await step()));
      expect(await counts()).toEqual({ customersDeleted: 4, jobsDeleted: 4 });
      expect(new Set(await stillThere(anna, ids))).toEqual(new Set([false]));
      expect(await countOf(anna, "files")).toBe(0);
    },
    SLOW_MS,
  );
});

describe("long-running operations", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** A deletion whose action stopped after its first batch. */
  async function openWithStoppedDeletion() {
    const { anna, bo } = openForTwo();
    // A batch deletes 15 jobs.
    await generate(anna, 26, 4);
    const operationId = await anna.mutation(internal.operations.begin, {
      member: { workspaceId: "anna", by: "anna", byName: "Anna" },
      task: "deleteCustomersAndJobs",
    });
    expect(await anna.mutation(internal.operations.deleteBatch, { operationId })).toBe(false);
    return { anna, bo, operationId };
  }

  it("a long-running operation shows its progress and its end to its own workspace", async () => {
    const { anna, bo, operationId } = await openWithStoppedDeletion();
    expect(await anna.query(api.seed.progress, {})).toEqual({
      task: "deleteCustomersAndJobs",
      isRunning: true,
      counts: { jobsDeleted: 15 },
    });
    expect(await bo.query(api.seed.progress, {})).toBeNull();
    while (!(await anna.mutation(internal.operations.deleteBatch, { operationId })));
    await anna.mutation(internal.operations.end, { operationId });
    expect(await anna.query(api.seed.progress, {})).toEqual({
      task: "deleteCustomersAndJobs",
      isRunning: false,
      counts: { jobsDeleted: 104, customersDeleted: 26 },
    });
  });

  it("holds the workspace's operation lock until its counts are returned", async () => {
    const { anna, operationId } = await openWithStoppedDeletion();
    while (!(await anna.mutation(internal.operations.deleteBatch, { operationId })));
    expect(await refusalOf(generate(anna, 1, 1))).toEqual(RUNNING);
    expect(await anna.mutation(internal.operations.end, { operationId })).toEqual({
      jobsDeleted: 104,
      customersDeleted: 26,
    });
    expect(await generate(anna, 1, 1)).toMatchObject({ jobsCreated: 1 });
  });

  it("runs one at a time in a workspace", async () => {
    const { anna, bo } = await openWithStoppedDeletion();
    expect(await refusalOf(generate(anna, 1, 1))).toEqual(RUNNING);
    expect(await refusalOf(anna.action(api.customers.dedupeForUser, {}))).toEqual(RUNNING);
    expect(await generate(bo, 1, 1)).toMatchObject({ jobsCreated: 1 });
  });

  it("a long-running operation that deletes is finished by the watchdog if its action stopped", async () => {
    const { anna } = await openWithStoppedDeletion();
    vi.advanceTimersByTime(59_000);
    await anna.finishInProgressScheduledFunctions();
    expect(await countOf(anna, "jobs")).toBe(89);
    await anna.finishAllScheduledFunctions(vi.runAllTimers);
    for (const table of TABLES_OF_JOBS) expect(await countOf(anna, table)).toBe(0);
    expect(await anna.query(api.seed.progress, {})).toEqual({
      task: "deleteCustomersAndJobs",
      isRunning: false,
      counts: { jobsDeleted: 104, customersDeleted: 26 },
    });
  });

  it("resumes by a watchdog that was scheduled under the former function path", async () => {
    const { anna, operationId } = await openWithStoppedDeletion();
    const { movedAt } = await anna.run(async (ctx) => (await ctx.db.get("tasks", operationId))!);
    await anna.mutation(internal.tasks.carryOn, {
      taskId: operationId,
      movedAt,
    });
    await anna.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await countOf(anna, "customers")).toBe(0);
  });

  it("a long-running operation is not resumed by the watchdog until a minute after its last progress", async () => {
    const { anna, operationId } = await openWithStoppedDeletion();
    vi.advanceTimersByTime(40_000);
    await anna.mutation(internal.operations.deleteBatch, { operationId });
    for (const seconds of [20, 39]) {
      vi.advanceTimersByTime(seconds * 1_000);
      await anna.finishInProgressScheduledFunctions();
      expect(await countOf(anna, "jobs")).toBe(74);
    }
    vi.advanceTimersByTime(1_000);
    await anna.finishInProgressScheduledFunctions();
    expect(await countOf(anna, "jobs")).toBeLessThan(74);
  });

  it.each(OPERATIONS)(
    "a long-running operation that a kill interrupted is over soon after the next start: %s",
    async (task) => {
      const { anna, bo } = openForTwo();
      await generate(anna, 1, 2);
      const [customer] = await anna.query(api.customers.listMin, {});
      await anna.mutation(internal.operations.begin, {
        member: { workspaceId: "anna", by: "anna", byName: "Anna" },
        task,
      });
      await anna.run(async (ctx) => {
        const [row] = await ctx.db.query("tasks").collect();
        await ctx.db.patch("tasks", row!._id, {
          customer_id: customer!.customer_id,
        });
      });
      expect(await refusalOf(generate(anna, 1, 0))).toEqual(RUNNING);
      await bo.mutation(internal.operations.endInterrupted, {});
      // Without a wait: the watchdog looks after 60 s.
      for (let step = 0; step < 20; step += 1) {
        vi.advanceTimersByTime(1);
        await anna.finishInProgressScheduledFunctions();
      }
      expect(await anna.query(api.seed.progress, {})).toMatchObject({
        task,
        isRunning: false,
      });
      expect(await generate(anna, 1, 0)).toMatchObject({ customersCreated: 1 });
    },
  );

  it("a start leaves operations alone that are over", async () => {
    const { anna } = openForTwo();
    await generate(anna, 1, 1);
    const before = await anna.run((ctx) => ctx.db.query("tasks").collect());
    await anna.mutation(internal.operations.endInterrupted, {});
    await anna.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await anna.run((ctx) => ctx.db.query("tasks").collect())).toEqual(before);
  });

  it("a long-running operation of another kind is ended by the watchdog, and can be started again", async () => {
    const { anna } = openForTwo();
    await anna.mutation(internal.operations.begin, {
      member: { workspaceId: "anna", by: "anna", byName: "Anna" },
      task: "generate",
    });
    await anna.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await anna.query(api.seed.progress, {})).toEqual({
      task: "generate",
      isRunning: false,
      counts: {},
    });
    expect(await generate(anna, 1, 0)).toMatchObject({ customersCreated: 1 });
  });

  it("a long-running operation is replaced after a minute without progress, even if no watchdog ran", async () => {
    const { anna } = openForTwo();
    await anna.mutation(internal.operations.begin, {
      member: { workspaceId: "anna", by: "anna", byName: "Anna" },
      task: "dedupe",
    });
    vi.setSystemTime(Date.now() + 60_000);
    expect(await generate(anna, 1, 0)).toMatchObject({ customersCreated: 1 });
    expect(await countOf(anna, "tasks")).toBe(1);
  });

  it("a long-running operation that fails does not block the next one", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    await anna.run(async (ctx) => {
      const counter = { workspaceId: "anna", lastCustomerNumber: 1001 };
      // `unique` throws on two counters.
      await ctx.db.insert("counters", counter);
      await ctx.db.insert("counters", counter);
    });
    await expect(generate(anna, 1, 0)).rejects.toThrow(/unique/);
    expect(await anna.query(api.seed.progress, {})).toMatchObject({
      isRunning: false,
    });
    expect(await anna.action(api.seed.deleteInventory, {})).toMatchObject({
      inventoryTxnsDeleted: 0,
    });
  });
});
