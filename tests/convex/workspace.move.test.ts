import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { TableNames } from "@convex/_generated/dataModel";
import schema from "@convex/schema";
import { DERIVED_VERSION } from "@domain/names/search";
import { aNewCustomer, aNewJob } from "../support/builders";
import { aStoredPhoto, openForTwo, refusalOf, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Two offices: Anna's has jobs with photos, demo data, stock and deleted rows; Bo's has a job. */
async function twoOffices() {
  const { t, anna, bo } = openForTwo();
  await bo.mutation(api.jobs.create, aNewJob());
  await anna.action(api.seed.generateFakeData, {
    customers: 4,
    jobsPerCustomer: 2,
  });
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  await anna.mutation(api.customers.create, aNewCustomer());
  const job_drawings = [await aStoredPhoto(anna)];
  const [kept, deleted] = [
    await anna.mutation(api.jobs.create, aNewJob({ job_drawings })),
    await anna.mutation(api.jobs.create, aNewJob({ job_notes: "Gate 4." })),
  ];
  await anna.mutation(api.jobs.deleteJob, { id: deleted });
  await anna.finishInProgressScheduledFunctions();
  return { t, anna, bo, kept };
}

/** Every row, apart from its workspace, by that workspace. */
async function rowsOf(t: Caller): Promise<Record<string, string[]>> {
  return await t.run(async (ctx) => {
    const rows: Record<string, string[]> = {};
    for (const table of Object.keys(schema.tables) as TableNames[])
      if (table !== "workspaceMoves")
        for (const row of await ctx.db.query(table).collect()) {
          const { workspaceId, ...fields } = row;
          (rows[workspaceId] ??= []).push(JSON.stringify([table, fields]));
        }
    return rows;
  });
}

const MOVE = { from: "anna", to: "org_new" };

describe("workspace.move", () => {
  it("gives every row to the new organization, resumed after each batch", async () => {
    const { t, anna, kept } = await twoOffices();
    const { anna: own, "trash:anna": deleted, ...others } = await rowsOf(t);
    expect(deleted).not.toBeUndefined();
    let calls = 0;
    let answer: string;
    // Fake timers hold what is scheduled: each batch is one that nothing followed.
    do {
      answer = await t.mutation(internal.workspace.move, MOVE);
      calls += 1;
      if (!answer.startsWith("All"))
        await expect(
          anna.mutation(api.jobs.update, { id: kept, job_notes: "Late." }),
        ).rejects.toThrow("are being moved");
    } while (answer !== "All rows of anna are org_new's.");
    expect(calls).toBeGreaterThan(3);
    expect(await rowsOf(t)).toEqual({
      ...others,
      org_new: own,
      "trash:org_new": deleted,
    });
    expect(await t.mutation(internal.workspace.move, MOVE)).toBe("anna has no rows.");

    const member = t.withIdentity({ subject: "anna", org_id: "org_new" });
    await member.mutation(api.jobs.update, { id: kept, job_notes: "New." });
    expect(await member.query(api.workspace.former, {})).toEqual({
      workspaceId: "org_new",
      ids: ["anna"],
    });
    expect(await anna.query(api.workspace.former, {})).toEqual({
      workspaceId: "anna",
      ids: [],
    });
    const found = await member.query(api.changes.recent, {});
    expect(found.length).toBeGreaterThan(1);
  });

  it("goes on by itself to the last row", async () => {
    const { t } = await twoOffices();
    const { anna: own } = await rowsOf(t);
    await t.mutation(internal.workspace.move, MOVE);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    const after = await rowsOf(t);
    expect(after["anna"]).toBeUndefined();
    expect(after["org_new"]).toEqual(own);
  });

  it("refuses operations meanwhile, and the end of an upload that has begun", async () => {
    const { t, anna } = await twoOffices();
    const photo = await aStoredPhoto(anna);
    const url = await anna.mutation(api.jobs.generateUploadUrl, {});
    const { ticket = "", key = "" } = Object.fromEntries(new URL(url).searchParams);
    const claim = await t.mutation(internal.files.claim, { ticket, key });
    await t.mutation(internal.workspace.move, MOVE);
    expect(await refusalOf(anna.action(api.seed.deleteCustomersAndJobs, {}))).toMatchObject({
      message: "This office is being moved or restored. Try again in some minutes.",
    });
    await expect(
      t.mutation(internal.files.record, {
        ...(claim as Exclude<typeof claim, string | null>),
        storageId: photo,
        contentType: "image/png",
        size: 1,
      }),
    ).rejects.toThrow("are being moved");
  });

  it("refuses an organization that has rows, and moves nothing", async () => {
    const { t } = await twoOffices();
    const before = await rowsOf(t);
    for (const to of ["bo", "anna"])
      expect(
        await refusalOf(t.mutation(internal.workspace.move, { from: "anna", to })),
      ).toMatchObject({
        message: `${to} has rows already. Nothing was moved.`,
      });
    expect(await rowsOf(t)).toEqual(before);
  });

  it("a move refuses an id that is not an organization's, and moves nothing", async () => {
    const { t } = await twoOffices();
    const before = await rowsOf(t);
    for (const move of [
      { from: "anna", to: "" },
      { from: "anna", to: "trash:org_new" },
      { from: "trash:anna", to: "org_new" },
    ])
      expect(await refusalOf(t.mutation(internal.workspace.move, move))).toMatchObject({
        message: "Give the ids of two organizations.",
      });
    expect(await rowsOf(t)).toEqual(before);
  });

  it("the deleted rows of an office that has moved are removed in their time", async () => {
    const { t } = await twoOffices();
    await t.mutation(internal.workspace.move, MOVE);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(await rowsOf(t)).toHaveProperty(["trash:org_new"]);
    for (let round = 0; round < 3; round += 1) {
      vi.advanceTimersByTime(20 * 24 * 60 * 60 * 1000);
      await t.finishInProgressScheduledFunctions();
    }
    expect(await rowsOf(t)).not.toHaveProperty(["trash:org_new"]);
  });

  it("refuses an office while one of its operations is running", async () => {
    const { t } = await twoOffices();
    await t.run(async (ctx) => {
      await ctx.db.insert("rebuilds", {
        workspaceId: "anna",
        version: DERIVED_VERSION,
        step: "jobs",
        cursor: null,
      });
    });
    expect(await refusalOf(t.mutation(internal.workspace.move, MOVE))).toMatchObject({
      message: "An operation of anna is running. Try again later.",
    });
  });
});
