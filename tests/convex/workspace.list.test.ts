import { getDocumentSize } from "convex/values";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { TableNames } from "@convex/_generated/dataModel";
import schema from "@convex/schema";
import { trashKeyOf } from "@domain/history/trashKeys";
import { aNewCustomer, aNewJob } from "../support/builders";
import { aStoredPhoto, openBackend, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const memberOf = (t: Caller, org_id: string) => t.withIdentity({ subject: "anna", org_id });

const list = (t: Caller, after?: string) => t.action(internal.workspace.list, { after });

/** Rows and their bytes, counted in another way than the list does. */
async function sizeOf(t: Caller, workspaceId: string) {
  return await t.run(async (ctx) => {
    const sum = { rows: 0, bytes: 0 };
    for (const table of Object.keys(schema.tables) as TableNames[])
      for (const row of await ctx.db.query(table).collect()) {
        const key = row.workspaceId;
        if (key !== workspaceId && key !== trashKeyOf(workspaceId)) continue;
        if (table === "workspaceMoves") continue;
        sum.rows += 1;
        sum.bytes += getDocumentSize(row);
      }
    return sum;
  });
}

it("lists the rows, bytes, photos, last change and state of each office", async () => {
  const t = openBackend();
  const [first, second] = [memberOf(t, "org_1"), memberOf(t, "user_2")];
  await second.mutation(api.customers.create, aNewCustomer());
  const job_drawings = [await aStoredPhoto(first)];
  await first.mutation(api.jobs.create, aNewJob({ job_drawings }));
  const id = await first.mutation(api.jobs.create, aNewJob());
  const deletedAt = Date.now() + 60_000;
  vi.setSystemTime(deletedAt);
  await first.mutation(api.jobs.deleteJob, { id });
  const of = async (workspaceId: string, isSuspended: boolean) =>
    await t.mutation(internal.workspace.close, { workspaceId, isSuspended });
  const [photo] = await t.run((ctx) => ctx.db.query("files").collect());

  const open = await list(t);
  expect(open).toEqual({
    workspaces: [
      {
        workspaceId: "org_1",
        ...(await sizeOf(t, "org_1")),
        fileBytes: photo!.size,
        lastChange: new Date(deletedAt).toISOString(),
        state: "open",
      },
      {
        workspaceId: "user_2",
        ...(await sizeOf(t, "user_2")),
        fileBytes: 0,
        lastChange: expect.any(String) as string,
        state: "open",
      },
    ],
    after: null,
  });
  await of("org_1", false);
  await of("user_2", true);
  const states = (await list(t)).workspaces.map(({ state }) => state);
  expect(states).toEqual(["closed", "suspended"]);
});

it("continues after the given office, and skips the trash", async () => {
  const t = openBackend();
  // One sorts before the keys of the trash, two after them.
  for (const id of ["org_1", "trash", "user_1"]) {
    const member = memberOf(t, id);
    const job = await member.mutation(api.jobs.create, aNewJob());
    await member.mutation(api.jobs.deleteJob, { id: job });
  }
  const idsAfter = async (after?: string) =>
    (await list(t, after)).workspaces.map(({ workspaceId }) => workspaceId);
  expect(await idsAfter()).toEqual(["org_1", "trash", "user_1"]);
  expect(await idsAfter("org_1")).toEqual(["trash", "user_1"]);
  expect(await idsAfter("trash")).toEqual(["user_1"]);
  expect(await idsAfter("user_1")).toEqual([]);
});

it("a page has a hundred offices and says where the list goes on", async () => {
  const t = openBackend();
  const ids = Array.from({ length: 101 }, (_, at) => `org_${1_000 + at}`);
  await t.run(async (ctx) => {
    for (const workspaceId of ids)
      await ctx.db.insert("counters", { workspaceId, lastCustomerNumber: 1 });
  });
  const first = await list(t);
  expect(first.workspaces).toHaveLength(100);
  expect(first.after).toBe("org_1099");
  const { workspaces, after } = await list(t, first.after!);
  expect(workspaces).toMatchObject([{ workspaceId: "org_1100", rows: 1, lastChange: null }]);
  expect(after).toBeNull();
});

it("counts each row once of a table that is larger than a batch", async () => {
  const t = openBackend();
  // In the middle of others, and in the trash.
  for (const workspaceId of ["org_1", trashKeyOf("org_1")])
    await t.run(async (ctx) => {
      for (let bytes = 0; bytes < 4_100; bytes++)
        await ctx.db.insert("uploadedBytes", {
          workspaceId,
          hourBeganAt: 0,
          bytes,
        });
      await ctx.db.insert("counters", { workspaceId, lastCustomerNumber: 1 });
    });
  expect((await list(t)).workspaces).toMatchObject([await sizeOf(t, "org_1")]);
  expect(await sizeOf(t, "org_1")).toMatchObject({ rows: 8_202 });
});
