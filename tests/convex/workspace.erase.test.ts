import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { TableNames } from "@convex/_generated/dataModel";
import schema from "@convex/schema";
import { aNewCustomer, aNewJob } from "../support/builders";
import { aStoredPhoto, openForTwo, refusalOf, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ANNA = { workspaceId: "anna" };

/** Two offices: Anna's has jobs with a photo, stock and deleted rows; Bo's has a job with a photo. */
async function twoOffices() {
  const { t, anna, bo } = openForTwo();
  const photos = [await aStoredPhoto(anna), await aStoredPhoto(bo)];
  await bo.mutation(api.jobs.create, aNewJob({ job_drawings: photos.slice(1) }));
  await anna.action(api.seed.generateFakeData, {
    customers: 4,
    jobsPerCustomer: 2,
  });
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  for (const job_drawings of [photos.slice(0, 1), []])
    await anna.mutation(api.jobs.create, aNewJob({ job_drawings }));
  const [last] = await anna.query(api.jobs.getAll, {});
  await anna.mutation(api.jobs.deleteJob, { id: last!._id });
  await anna.finishInProgressScheduledFunctions();
  const isStored = () =>
    t.run(async ({ db }) => {
      const found = [];
      for (const photo of photos) found.push((await db.system.get("_storage", photo)) !== null);
      return found;
    });
  return { t, anna, bo, isStored };
}

/** Every row as text, by its workspace. */
async function rowsOf(t: Caller): Promise<Record<string, string[]>> {
  return await t.run(async (ctx) => {
    const rows: Record<string, string[]> = {};
    for (const table of Object.keys(schema.tables) as TableNames[])
      for (const row of await ctx.db.query(table).collect())
        (rows[row.workspaceId] ??= []).push(JSON.stringify([table, row]));
    return rows;
  });
}

const close = (t: Caller) => t.mutation(internal.workspace.close, ANNA);
const open = (t: Caller) => t.mutation(internal.workspace.open, ANNA);
const erase = (t: Caller) => t.mutation(internal.workspace.erase, ANNA);

describe("workspace.erase", () => {
  it("refuses an office that is not closed, and deletes nothing of it", async () => {
    const { t } = await twoOffices();
    const before = await rowsOf(t);
    expect(await refusalOf(erase(t))).toMatchObject({
      message: "anna is not closed. Call workspace:close first.",
    });
    expect(await rowsOf(t)).toEqual(before);
  });

  it("deletes every row and photo of the office alone, resumed after each batch", async () => {
    const { t, isStored } = await twoOffices();
    const { bo } = await rowsOf(t);
    expect(await isStored()).toEqual([true, true]);
    await close(t);
    let calls = 0;
    let answer: string;
    // Fake timers hold what is scheduled: each batch is one that nothing followed.
    do {
      answer = await erase(t);
      calls += 1;
      if (answer.startsWith("The rows"))
        expect(await refusalOf(open(t))).toMatchObject({
          message: "anna is half erased. Call workspace:erase until all of it is.",
        });
    } while (answer === "The rows of anna are being erased.");
    expect(answer).toBe("All of anna is erased. It stays closed.");
    expect(calls).toBeGreaterThan(3);
    expect(await erase(t)).toBe("anna has no rows.");
    const { anna: marks = [], ...others } = await rowsOf(t);
    expect(others).toEqual({ bo });
    expect(marks.map((text) => text.split('"')[1])).toEqual(["workspaceMoves"]);
    expect(await isStored()).toEqual([false, true]);
  });

  it("goes on by itself to the last row", async () => {
    const { t } = await twoOffices();
    await close(t);
    await erase(t);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(await erase(t)).toBe("anna has no rows.");
  });

  it("an erased office takes no change until it opens, and is then a new one with another epoch", async () => {
    const { t, anna } = await twoOffices();
    const before = await anna.query(api.workspace.epoch, {});
    await close(t);
    while ((await erase(t)) !== "anna has no rows.");
    const create = async () => await anna.mutation(api.customers.create, aNewCustomer());
    await expect(create()).rejects.toThrow("is closed");
    expect(await open(t)).toBe("anna is open.");
    expect(await create()).toBe("C-1001");
    expect(await anna.query(api.workspace.epoch, {})).not.toBe(before);
  });

  it("an office that had another id forgets it", async () => {
    const { t, anna } = await twoOffices();
    const move = { from: "org_old", to: "anna" };
    await t.run((ctx) => ctx.db.insert("workspaceMoves", { ...ANNA, ...move, isDone: true }));
    await close(t);
    while ((await erase(t)) !== "anna has no rows.");
    expect(await anna.query(api.workspace.former, {})).toEqual({
      ...ANNA,
      ids: [],
    });
  });
});
