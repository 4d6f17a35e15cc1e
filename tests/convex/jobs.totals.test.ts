import fc from "fast-check";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { JOB_STATUSES, type JobStatus } from "@domain/job/jobs";
import { NAMES_VERSION } from "@domain/names/search";
import { aNewJob } from "../support/builders";
import { openBackend, openForTwo, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;
/** More than one batch of the rebuild counts. */
const MANY = 130;

const totalsOf = async (caller: Caller) => await caller.query(api.jobs.totals, {});

/** What the totals have to be: the jobs, counted one by one. */
async function countedJobs(caller: Caller): Promise<Record<string, number>> {
  const jobs = await caller.query(api.jobs.getAll, {});
  const counts: Record<string, number> = {};
  for (const { job_status } of jobs) counts[job_status] = (counts[job_status] ?? 0) + 1;
  return counts;
}

async function create(caller: Caller, job_status: JobStatus = "lead") {
  return await caller.mutation(api.jobs.create, aNewJob({ job_status }));
}

/** As if the version before had stored all rows. */
async function forgetTotals(caller: Caller): Promise<void> {
  await caller.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("jobTotals").collect())
      await ctx.db.delete("jobTotals", _id);
    for (const { _id } of await ctx.db.query("jobSummaries").collect())
      await ctx.db.patch("jobSummaries", _id, { isCounted: undefined });
    for (const { _id } of await ctx.db.query("derivedVersions").collect())
      await ctx.db.patch("derivedVersions", _id, { version: NAMES_VERSION });
  });
}

async function settled(caller: Caller): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    vi.advanceTimersByTime(1);
    await caller.finishInProgressScheduledFunctions();
  }
}

describe("jobs.totals", () => {
  it("counts the jobs of each status, for each office alone", async () => {
    const { t, anna, bo } = openForTwo();
    expect(await totalsOf(anna)).toEqual({});
    const first = await create(anna);
    await create(anna);
    await create(anna, "approved");
    await create(bo, "service");
    expect(await totalsOf(anna)).toEqual({ lead: 2, approved: 1 });
    await anna.mutation(api.jobs.update, { id: first, job_status: "called" });
    expect(await totalsOf(anna)).toEqual({ lead: 1, called: 1, approved: 1 });
    expect(await totalsOf(bo)).toEqual({ service: 1 });
    await expect(t.query(api.jobs.totals, {})).rejects.toThrow(ConvexError);
  });

  it("a person's changes write a row of their own, and only if a status changes", async () => {
    const t = openBackend();
    const people = ["ann", "bob"].map((subject) =>
      t.withIdentity({ subject, org_id: "office" }),
    ) as [Caller, Caller];
    const id = await create(people[0]);
    await create(people[0]);
    await people[1].mutation(api.jobs.update, { id, job_status: "called" });
    const rows = async () => await t.run(async (ctx) => await ctx.db.query("jobTotals").collect());
    const before = await rows();
    expect(before.map(({ counts }) => counts)).toEqual([{ lead: 2 }, { lead: -1, called: 1 }]);
    await people[1].mutation(api.jobs.update, { id, job_notes: "Ring twice" });
    expect(await rows()).toEqual(before);
    expect(await totalsOf(people[0])).toEqual({ lead: 1, called: 1 });
  });

  it("a database of the version before has no totals until its jobs are counted, and counts each once", async () => {
    const { anna, bo } = openForTwo();
    const ids = [await create(anna), await create(anna, "approved")];
    await create(bo);
    await copySummaries(anna);
    await forgetTotals(anna);
    expect(await totalsOf(anna)).toBeNull();
    const [changed = "", deleted = ""] = ids;
    await anna.mutation(api.jobs.update, { id: changed, job_status: "called" });
    await anna.mutation(internal.rebuild.start, {});
    await anna.mutation(api.jobs.deleteJob, { id: deleted });
    await create(anna, "service");
    expect(await totalsOf(anna)).toBeNull();
    await settled(anna);
    expect(await totalsOf(anna)).toEqual({
      lead: MANY,
      called: 1,
      service: 1,
    });
    await anna.mutation(internal.rebuild.start, {});
    await settled(anna);
    expect(await totalsOf(anna)).toMatchObject({ lead: MANY });
    expect(await totalsOf(bo)).toEqual({ lead: 1 });
  });

  it("the totals are those of the jobs after any changes of any people, also while they are rebuilt", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(99)), {
          minLength: 4,
          maxLength: 12,
        }),
        async (steps) => {
          const t = openBackend();
          const people = ["ann", "bob"].map((subject) =>
            t.withIdentity({ subject, org_id: "office" }),
          );
          for (const [step, at] of steps) {
            const person = people[at % 2]!;
            await CHANGES[step](person, at);
            vi.advanceTimersByTime(3 * MINUTE_MS);
          }
          await people[0]!.mutation(internal.rebuild.start, {});
          await settled(people[0]!);
          expect(await totalsOf(people[0]!)).toEqual(await countedJobs(people[0]!));
        },
      ),
      { numRuns: 25, seed: 24, examples: [[DELETED_AND_RESTORED]] },
    );
  });
});

/** Adds MANY leads with their summaries, as if earlier calls had. */
async function copySummaries(caller: Caller): Promise<void> {
  await caller.run(async (ctx) => {
    const all = await ctx.db.query("jobSummaries").collect();
    const first = all.find(({ job_status }) => job_status === "lead");
    if (first === undefined) throw new Error("There is no lead.");
    const { _id, _creationTime, ...fields } = first;
    for (let at = 0; at < MANY; at++) {
      const job = await ctx.db.get("jobs", first.jobId);
      if (job === null) throw new Error("The lead has no job.");
      const { _id: _job, _creationTime: _time, ...jobFields } = job;
      const jobId = await ctx.db.insert("jobs", jobFields);
      await ctx.db.insert("jobSummaries", { ...fields, jobId });
    }
  });
}

type Change = (caller: Caller, at: number) => Promise<unknown>;

const STEPS = [
  "create",
  "create",
  "status",
  "note",
  "delete",
  "restore",
  "undo",
  "delete all",
  "undo the run",
  "generate",
  "forget",
  "rebuild",
] as const;

const DELETED_AND_RESTORED: [(typeof STEPS)[number], number][] = [
  ["create", 0],
  ["delete", 0],
  ["restore", 0],
  ["note", 0],
];

const statusAt = (at: number) => JOB_STATUSES[at % JOB_STATUSES.length]!;

async function jobAt(caller: Caller, at: number) {
  const jobs = await caller.query(api.jobs.getAll, {});
  return jobs[at % Math.max(jobs.length, 1)]?._id;
}

/** A call that today's rows may refuse. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  await call.catch((error) => expect(error).toBeInstanceOf(ConvexError));
}

const CHANGES: Readonly<Record<(typeof STEPS)[number], Change>> = {
  create: (caller, at) => create(caller, statusAt(at)),
  status: async (caller, at) => {
    const id = await jobAt(caller, at);
    if (id !== undefined) await caller.mutation(api.jobs.update, { id, job_status: statusAt(at) });
  },
  note: async (caller, at) => {
    const id = await jobAt(caller, at);
    if (id !== undefined) await caller.mutation(api.jobs.update, { id, job_address: `${at} Oak` });
  },
  delete: async (caller, at) => {
    const id = await jobAt(caller, at);
    if (id !== undefined) await caller.mutation(api.jobs.deleteJob, { id });
  },
  restore: async (caller) => {
    const { page } = await caller.query(api.changes.deleted, {
      paginationOpts: { numItems: 5, cursor: null },
    });
    const row = page.find(({ table }) => table === "jobs");
    if (row !== undefined)
      await unlessRefused(caller.mutation(api.changes.restore, { id: row._id }));
  },
  undo: async (caller) => {
    const [last] = await caller.query(api.changes.recent, {});
    if (last?.isUndoable === true)
      await unlessRefused(caller.mutation(api.changes.undo, { id: last._id as Id<"changes"> }));
  },
  "delete all": (caller) => caller.action(api.seed.deleteCustomersAndJobs, {}),
  "undo the run": async (caller) => {
    const run = await caller.query(api.changes.lastRun, {});
    if (run !== null) await unlessRefused(caller.action(api.changes.undoRun, { id: run.id }));
  },
  generate: (caller) =>
    caller.action(api.seed.generateFakeData, {
      customers: 2,
      jobsPerCustomer: 2,
    }),
  forget: forgetTotals,
  rebuild: async (caller) => await caller.mutation(internal.rebuild.start, {}),
};
