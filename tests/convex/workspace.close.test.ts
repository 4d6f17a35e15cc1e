import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ANNA = { workspaceId: "anna" };
/** Two offices with a job each. */
async function twoOffices() {
  const { t, anna, bo } = openForTwo();
  await bo.mutation(api.jobs.create, aNewJob());
  const job = await anna.mutation(api.jobs.create, aNewJob());
  return { t, anna, bo, job };
}

const close = (t: Caller, isSuspended?: boolean) =>
  t.mutation(internal.workspace.close, { ...ANNA, isSuspended });
const open = (t: Caller, isRestored?: boolean) =>
  t.mutation(internal.workspace.open, { ...ANNA, isRestored });
describe("workspace.close", () => {
  it("refuses changes of that office alone, until it opens", async () => {
    const { t, anna, bo, job } = await twoOffices();
    expect(await close(t)).toBe("anna is closed: nobody can change anything in it.");
    expect(await close(t)).toContain("is closed");
    const update = { id: job, job_notes: "Late." };
    await expect(anna.mutation(api.jobs.update, update)).rejects.toThrow(
      "are being moved, or it is closed",
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
      expect(await refusalOf(t.mutation(internal.workspace.move, of))).toMatchObject({
        message: "Another move of one of the two is not done yet, or one of them is closed.",
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

describe("a suspended office", () => {
  const NOBODY = "anna is closed and suspended: nobody can read or change anything in it.";
  const suspended = {
    code: "CONFLICT",
    message: "This office is suspended. Ask the operator of Downspout.",
  };

  it("members of a suspended office read nothing until it is only closed, and other offices read on", async () => {
    const { t, anna, bo, job } = await twoOffices();
    expect(await close(t, true)).toBe(NOBODY);
    const read = async () => await anna.query(api.jobs.get, { id: job });
    expect(await refusalOf(read())).toEqual(suspended);
    expect(await refusalOf(anna.query(api.workspace.epoch, {}))).toEqual(suspended);
    expect(await bo.query(api.jobs.getAll, {})).toHaveLength(1);
    expect(await close(t)).toContain("is closed: nobody can change");
    expect(await read()).not.toBeNull();
    expect(await close(t, true)).toBe(NOBODY);
    await open(t);
    expect(await read()).not.toBeNull();
    await close(t);
    expect(await read()).not.toBeNull();
  });

  it("actions of a suspended office read nothing either", async () => {
    const { t, anna } = await twoOffices();
    const read = async () => await anna.action(api.customers.sharedContacts, {});
    await close(t);
    expect(await read()).toBeDefined();
    await close(t, true);
    expect(await refusalOf(read())).toEqual(suspended);
  });
});

describe("workspace.open", () => {
  it("names another epoch of an office with rows of another time, and of no other", async () => {
    const { t, anna, bo } = await twoOffices();
    const epochs: string[] = [];
    for (const isRestored of [false, true, true, false]) {
      await close(t);
      await open(t, isRestored);
      epochs.push(await anna.query(api.workspace.epoch, {}));
    }
    expect(epochs).toEqual(["0", ".1", ".2", ".2"]);
    expect(await bo.query(api.workspace.epoch, {})).toBe("0");
  });

  it("the epoch of an office goes along when it moves", async () => {
    const { t } = await twoOffices();
    await close(t);
    await open(t, true);
    const move = { from: "anna", to: "org_new" };
    await t.mutation(internal.workspace.move, move);
    const member = t.withIdentity({ subject: "anna", org_id: "org_new" });
    expect(await member.query(api.workspace.epoch, {})).toBe(".1");
    expect(await member.query(api.workspace.former, {})).toEqual({
      workspaceId: "org_new",
      ids: ["anna"],
    });
  });
});
