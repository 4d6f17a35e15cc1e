import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { TableNames } from "@convex/_generated/dataModel";
import schema from "@convex/schema";
import { aNewJob } from "../support/builders";
import {
  aStoredPhoto,
  openForTwo,
  refusalOf,
  type Caller,
} from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ANNA = { workspaceId: "anna" };
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

interface Step {
  readonly table: string;
  readonly rowId?: string;
  readonly fields?: object;
}

/** Two offices with a job each; Anna's has a photo. */
async function twoOffices() {
  const { t, anna, bo } = openForTwo();
  const other = await bo.mutation(api.jobs.create, aNewJob());
  const photo = await aStoredPhoto(anna);
  const job = await anna.mutation(
    api.jobs.create,
    aNewJob({ job_drawings: [photo] }),
  );
  return { t, anna, bo, job, other, photo };
}

/** As `npx convex import --append` does. */
async function importSteps(t: Caller, steps: readonly Step[], from = 0) {
  await t.run(async (ctx) => {
    for (const [at, step] of steps.entries())
      await ctx.db.insert("restoreSteps", {
        workspaceId: "anna",
        number: from + at,
        ...step,
      });
  });
}

async function rowsOf(t: Caller): Promise<Record<string, unknown[]>> {
  return await t.run(async (ctx) => {
    const rows: Record<string, unknown[]> = {};
    for (const table of Object.keys(schema.tables) as TableNames[])
      if (table !== "workspaceMoves")
        rows[table] = await ctx.db.query(table).collect();
    return rows;
  });
}

const close = (t: Caller) => t.mutation(internal.workspace.close, ANNA);
const open = (t: Caller) => t.mutation(internal.workspace.open, ANNA);
const restore = (t: Caller, steps: number) =>
  t.mutation(internal.workspace.restore, { ...ANNA, steps });

/** A hundred insertions and one. */
const MANY = Array.from({ length: 101 }, (_, i) => ({
  table: "uploadedBytes",
  fields: { ...ANNA, hourBeganAt: 0, bytes: i },
}));

describe("workspace.close", () => {
  it("refuses changes of that office alone, until it opens", async () => {
    const { t, anna, bo, job } = await twoOffices();
    expect(await close(t)).toBe(
      "anna is closed: nobody can change anything in it.",
    );
    expect(await close(t)).toContain("is closed");
    const update = { id: job, job_notes: "Late." };
    await expect(anna.mutation(api.jobs.update, update)).rejects.toThrow(
      "are being moved or restored",
    );
    await bo.mutation(api.jobs.create, aNewJob());
    expect(await open(t)).toBe("anna is open.");
    await anna.mutation(api.jobs.update, update);
    expect(await anna.query(api.workspace.epoch, {})).toBe("0");
    expect(await refusalOf(open(t))).toMatchObject({
      message: "anna is not closed. Call workspace:close first.",
    });
  });

  it("refuses an office without rows, or whose operation is running", async () => {
    const { t } = await twoOffices();
    const none = t.mutation(internal.workspace.close, { workspaceId: "carl" });
    expect(await refusalOf(none)).toMatchObject({
      message: "carl has no rows.",
    });
    const running = {
      message: "An operation of anna is running. Try again later.",
    };
    const operationId = await t.mutation(internal.operations.begin, {
      member: { ...ANNA, by: "anna", byName: "Anna" },
      task: "dedupe",
    });
    expect(await refusalOf(close(t))).toMatchObject(running);
    await t.mutation(internal.operations.end, { operationId });
    await t.run(async (ctx) => {
      await ctx.db.insert("rebuilds", {
        workspaceId: "anna",
        version: 1,
        step: "jobs",
        cursor: null,
      });
    });
    expect(await refusalOf(close(t))).toMatchObject(running);
  });

  it("an office cannot be closed during a move, nor moved while it is closed", async () => {
    const { t } = await twoOffices();
    const move = { from: "anna", to: "org_new" };
    await close(t);
    for (const of of [move, { from: "anna", to: "anna" }])
      expect(
        await refusalOf(t.mutation(internal.workspace.move, of)),
      ).toMatchObject({
        message:
          "Another move or a restoration of one of the two is not done yet.",
      });
    await open(t);
    await t.run(async (ctx) => {
      for (const workspaceId of ["anna", "org_new"])
        await ctx.db.insert("workspaceMoves", {
          ...move,
          workspaceId,
          isDone: false,
        });
    });
    expect(await refusalOf(close(t))).toMatchObject({
      message: "The rows of anna are being moved.",
    });
  });
});

describe("workspace.restore", () => {
  it("replaces, inserts and deletes rows of the office alone, and names another epoch", async () => {
    const { t, anna, bo, job, other } = await twoOffices();
    const stored = await t.run((ctx) => ctx.db.get("jobs", job));
    const { _id, _creationTime, ...fields } = stored!;
    const [added] = await t.run((ctx) => ctx.db.query("counters").collect());
    await close(t);
    await importSteps(t, [
      { table: "jobs", rowId: job, fields: { ...fields, job_notes: "Then." } },
      { table: "counters", fields: { ...ANNA, lastCustomerNumber: 7 } },
      { table: "jobs", rowId: other },
      { table: "jobs", rowId: other, fields },
      { table: "counters", rowId: added!._id },
    ]);
    const ofBo = await t.run((ctx) => ctx.db.get("jobs", other));
    expect(await restore(t, 5)).toBe("0 steps of anna are left.");
    expect(await restore(t, 5)).toBe(
      "All steps of anna are done. Compare it, and open it.",
    );
    expect(await anna.query(api.workspace.epoch, {})).toBe(".1");
    expect(await open(t)).toBe("anna is open.");
    expect(await t.run((ctx) => ctx.db.get("jobs", job))).toEqual({
      ...stored,
      job_notes: "Then.",
    });
    expect(await t.run((ctx) => ctx.db.get("jobs", other))).toEqual(ofBo);
    expect(await anna.query(api.workspace.epoch, {})).toBe(".2");
    expect(await bo.query(api.workspace.epoch, {})).toBe("0");
    expect(await anna.query(api.workspace.former, {})).toEqual({
      ...ANNA,
      ids: [],
    });
  });

  it("resumes after each batch, and opens after the last one only", async () => {
    const { t } = await twoOffices();
    await close(t);
    await importSteps(t, MANY);
    expect(await restore(t, 101)).toBe("1 steps of anna are left.");
    expect(await refusalOf(open(t))).toMatchObject({
      message:
        "anna is half restored: 1 steps are left. Call workspace:restore again.",
    });
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(await restore(t, 101)).toContain("All steps of anna are done.");
    expect(await open(t)).toBe("anna is open.");
  });

  it.each([
    ["half imported", MANY.slice(0, 3), 4, 0],
    ["imported twice", [...MANY.slice(0, 3)], 3, 1],
    ["of another list", MANY.slice(0, 3), 2, 0],
  ])(
    "changes nothing if the steps are %s, and can be given up",
    async (_, steps, count, again) => {
      const { t, anna } = await twoOffices();
      const before = await rowsOf(t);
      await close(t);
      await importSteps(t, steps);
      if (again === 1) await importSteps(t, steps);
      expect((await refusalOf(restore(t, count))).message).toContain(
        `The imported steps of anna are not these ${count}. Nothing was changed.`,
      );
      await open(t);
      expect(await rowsOf(t)).toEqual(before);
      expect(await anna.query(api.workspace.epoch, {})).toBe("0");
    },
  );

  it("gives up more steps than fit into a batch", async () => {
    const { t } = await twoOffices();
    const before = await rowsOf(t);
    await close(t);
    await importSteps(t, MANY);
    expect(await open(t)).toContain("are being discarded");
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(await rowsOf(t)).toEqual(before);
    expect((await refusalOf(open(t))).message).toContain("is not closed");
  });

  it("refuses an office that is open, and rows of another office", async () => {
    const { t } = await twoOffices();
    await importSteps(t, [
      { table: "counters", fields: { workspaceId: "bo" } },
    ]);
    expect((await refusalOf(restore(t, 1))).message).toContain("is not closed");
    await close(t);
    const before = await rowsOf(t);
    expect(await refusalOf(restore(t, 1))).toMatchObject({
      message: "Step 0 has a row of another workspace.",
    });
    expect(await rowsOf(t)).toEqual(before);
  });

  it("a second restoration names the epoch after that of the first", async () => {
    const { t, anna } = await twoOffices();
    const epoch = async () => await anna.query(api.workspace.epoch, {});
    for (const [closed, restored, opened] of [
      ["0", ".1", ".2"],
      [".2", ".3", ".4"],
    ]) {
      await close(t);
      expect(await epoch()).toBe(closed);
      await importSteps(t, MANY.slice(0, 1));
      await restore(t, 1);
      expect(await epoch()).toBe(restored);
      await open(t);
      expect(await epoch()).toBe(opened);
    }
  });

  it("gives its epoch to the organization that the office moves to", async () => {
    const { t } = await twoOffices();
    await close(t);
    await importSteps(t, MANY.slice(0, 1));
    await restore(t, 1);
    await open(t);
    const move = { from: "anna", to: "org_new" };
    await t.mutation(internal.workspace.move, move);
    const member = t.withIdentity({ subject: "anna", org_id: "org_new" });
    expect(await member.query(api.workspace.epoch, {})).toBe(".2");
    expect(await member.query(api.workspace.former, {})).toEqual({
      workspaceId: "org_new",
      ids: ["anna"],
    });
  });
});

describe("files.deleteUnrecorded", () => {
  async function afterDeletedRow(
    change: (t: Caller, row: { storageId: string }) => Promise<unknown>,
  ) {
    const { t, photo } = await twoOffices();
    const rows = await t.run((ctx) => ctx.db.query("files").collect());
    await close(t);
    await importSteps(t, [{ table: "files", rowId: rows[0]!._id }]);
    await restore(t, 1);
    await open(t);
    const isStored = () => t.run((ctx) => ctx.db.system.get("_storage", photo));
    vi.advanceTimersByTime(WEEK_MS - 60_000);
    await t.finishInProgressScheduledFunctions();
    expect(await isStored()).not.toBeNull();
    const { _id, _creationTime, ...row } = rows[0]!;
    await change(t, row);
    vi.advanceTimersByTime(120_000);
    await t.finishInProgressScheduledFunctions();
    return (await isStored()) !== null;
  }

  it("deletes a photo that was added after the export, a week later", async () => {
    expect(await afterDeletedRow(() => Promise.resolve())).toBe(false);
  });

  it.each(["anna", "trash:anna"])(
    "keeps a photo whose row has come back, in %s",
    async (workspaceId) => {
      expect(
        await afterDeletedRow((t, row) =>
          t.run((ctx) =>
            ctx.db.insert("files", { ...row, workspaceId } as never),
          ),
        ),
      ).toBe(true);
    },
  );

  it("keeps a photo of an office that has moved", async () => {
    expect(
      await afterDeletedRow((t) =>
        t.mutation(internal.workspace.move, { from: "anna", to: "org_new" }),
      ),
    ).toBe(true);
  });
});
