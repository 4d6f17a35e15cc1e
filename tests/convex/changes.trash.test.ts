import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { NOT_UNDOABLE } from "@domain/history/history";
import { aNewCustomer, aNewJob } from "../support/builders";
import { aStoredPhoto, openForTwo, refusalOf, type Caller } from "../support/convexHarness";
import { colorNumbered, itemNamed } from "../support/inventory";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const DAY_MS = 24 * 60 * 60 * 1000;
const WHO = { workspaceId: "anna", by: "anna", byName: "Anna" };

async function trashOf(caller: Caller) {
  const { page } = await caller.query(api.changes.deleted, {
    paginationOpts: { numItems: 50, cursor: null },
  });
  return page;
}

async function undoLast(caller: Caller): Promise<void> {
  const [last] = await caller.query(api.changes.recent, {});
  const id = last!._id as Id<"changes">;
  await caller.mutation(api.changes.undo, { id });
}

describe("changes.deleted", () => {
  it("the trash lists the last deletion first, and no row of a run", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.customers.create, aNewCustomer());
    for (const job_address of ["1 Elm", "2 Elm", "3 Elm"]) {
      const job = aNewJob({ job_customer_id: "C-1001", job_address });
      const id = await anna.mutation(api.jobs.create, job);
      if (job_address === "3 Elm") break;
      vi.setSystemTime(Date.now() + 1_000);
      await anna.mutation(api.jobs.deleteJob, { id });
    }
    await anna.action(api.seed.deleteCustomersAndJobs, {});
    expect((await trashOf(anna)).map(({ label }) => label)).toEqual([
      "Anna Bell, 2 Elm",
      "Anna Bell, 1 Elm",
    ]);
  });

  it("the trash does not give back a photo without its job", async () => {
    const { anna } = openForTwo();
    const fileId = await aStoredPhoto(anna);
    const field = "job_drawings" as const;
    const job = aNewJob({ [field]: [fileId] });
    const id = await anna.mutation(api.jobs.create, job);
    await anna.mutation(api.jobs.removeFile, { id, field, fileId });
    const [photo] = await trashOf(anna);
    const call = anna.mutation(api.changes.restore, { id: photo!._id });
    expect(await refusalOf(call)).toMatchObject({ message: NOT_UNDOABLE });
  });

  it("the run of a deletion is not offered before its end", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.customers.create, aNewCustomer());
    const task = "deleteCustomersAndJobs" as const;
    const operationId = await anna.mutation(internal.operations.begin, {
      member: WHO,
      task,
    });
    await anna.mutation(internal.operations.deleteBatch, { operationId });
    expect(await anna.query(api.changes.lastRun, {})).toBeNull();
    await anna.mutation(internal.operations.end, { operationId });
    expect(await anna.query(api.changes.lastRun, {})).toMatchObject({
      kind: task,
    });
  });
});

describe("a deleted row whose place was taken since", () => {
  it("a deleted price does not come back beside a new one", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const { _id: itemId } = await itemNamed(anna, "A Elbow");
    const set = async (price: number | null, intentId?: string) =>
      await anna.mutation(api.inventory.upsertPrice, {
        ...{ itemId, size: "5" as const, price },
        ...(intentId !== undefined && { intentId }),
      });
    const undoneIntent = crypto.randomUUID();
    await set(null, undoneIntent);
    await set(9);
    const call = anna.mutation(api.changes.undoIntent, { undoneIntent });
    expect((await refusalOf(call)).message).toContain("the price");
    expect((await itemNamed(anna, "A Elbow"))._prices).toEqual([
      { size: "5", price: 9 },
      { size: "6", price: 4.65 },
    ]);
  });

  it("an undone reorder level does not come back beside a new one", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const set = async (level: number) =>
      await anna.mutation(api.inventory.setReorderLevel, {
        ...{ colorNumber: "180", size: "5" as const, level },
      });
    await set(10);
    vi.setSystemTime(Date.now() + 1_000);
    await undoLast(anna);
    const [undo] = await anna.query(api.changes.recent, {});
    vi.setSystemTime(Date.now() + 1_000);
    await set(20);
    const id = undo!._id as Id<"changes">;
    const call = anna.mutation(api.changes.undo, { id });
    expect((await refusalOf(call)).message).toContain("reorder level");
    expect((await colorNumbered(anna, "180")).levels).toEqual([{ size: "5", level: 20 }]);
  });

  it("deleted messages to customers do not come back beside new ones", async () => {
    const { anna } = openForTwo();
    const write = async (message_done: string) =>
      await anna.mutation(api.messages.setTemplates, { message_done });
    await write("Done.");
    await anna.mutation(api.jobs.create, aNewJob());
    await anna.action(api.seed.deleteAllData, {});
    await write("Ready.");
    const run = await anna.query(api.changes.lastRun, {});
    const call = anna.action(api.changes.undoRun, { id: run!.id });
    expect((await refusalOf(call)).message).toContain("messages to customers");
    expect(await anna.query(api.messages.templates, {})).toEqual({
      message_done: "Ready.",
    });
  });

  it("deleted office settings do not come back beside new ones", async () => {
    const { anna } = openForTwo();
    const name = async (company_name: string) =>
      await anna.mutation(api.office.setSettings, { company_name });
    await name("Elm Gutters");
    await anna.mutation(api.jobs.create, aNewJob());
    await anna.action(api.seed.deleteAllData, {});
    await name("Oak Gutters");
    const run = await anna.query(api.changes.lastRun, {});
    const call = anna.action(api.changes.undoRun, { id: run!.id });
    expect((await refusalOf(call)).message).toContain("the office settings");
    expect(await anna.query(api.office.settings, {})).toEqual({
      company_name: "Oak Gutters",
    });
  });
});

describe("the removal of what is kept for a time", () => {
  const remove = async (caller: Caller) =>
    await caller.mutation(internal.changes.removeExpired, {
      workspaceId: "anna",
    });

  async function next(caller: Caller): Promise<void> {
    vi.advanceTimersByTime(1);
    await caller.finishInProgressScheduledFunctions();
  }

  it("more than a batch of the trash is removed on one day", async () => {
    const { anna } = openForTwo();
    await anna.run(async (ctx) => {
      for (let at = 0; at < 101; at++)
        await ctx.db.insert("trash", {
          ...{ ...WHO, table: "jobs", rowId: `gone${at}`, label: "" },
        });
    });
    vi.setSystemTime(Date.now() + 30 * DAY_MS + 1_000);
    await remove(anna);
    expect(await trashOf(anna)).toHaveLength(1);
    await next(anna);
    expect(await trashOf(anna)).toEqual([]);
  });

  it("more than a batch of the history of a row is removed with the row", async () => {
    const { anna } = openForTwo();
    const of = { workspaceId: "anna", subject: "row" };
    await anna.run(async (ctx) => {
      const entry = { ...WHO, ...of, subjectLabel: "", writes: [] };
      for (let at = 0; at < 201; at++)
        await ctx.db.insert("changes", { ...entry, kind: "jobs.update" });
    });
    await anna.mutation(internal.changes.forget, of);
    await next(anna);
    expect(await anna.query(api.changes.recent, {})).toEqual([]);
  });

  it("the history of a customer is removed with the customer", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.customers.create, aNewCustomer());
    const subjects = async () =>
      await anna.run(async (ctx) =>
        (await ctx.db.query("changes").collect())
          .map(({ subject }) => subject)
          .filter((subject) => subject !== ""),
      );
    expect(await subjects()).toHaveLength(1);
    await anna.action(api.customers.deleteWithJobs, { customer_id: "C-1001" });
    vi.setSystemTime(Date.now() + 30 * DAY_MS + 1_000);
    await remove(anna);
    expect(await subjects()).toEqual([]);
  });

  it("the removal of expired rows is scheduled again where an import has lost it, and only there", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.customers.create, aNewCustomer());
    const dueAt = async (overdueMs?: number) =>
      await anna.run(async (ctx) => {
        const row = (await ctx.db.query("retention").unique())!;
        if (overdueMs !== undefined)
          await ctx.db.patch("retention", row._id, {
            dueAt: Date.now() - overdueMs,
          });
        return row.dueAt;
      });
    const due = await dueAt();
    vi.setSystemTime(Date.now() + 1_000);
    await anna.mutation(api.customers.create, aNewCustomer());
    expect(await dueAt()).toBe(due);
    await dueAt(2 * DAY_MS);
    await anna.mutation(api.customers.create, aNewCustomer());
    expect(await dueAt()).toBe(Date.now() + 20 * DAY_MS);
  });
});
