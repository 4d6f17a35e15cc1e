import fc from "fast-check";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { dueAgain, monthsAfter, overdueBefore } from "@domain/job/dueAgain";
import { isTrashKey } from "@domain/history/trashKeys";
import { historyText } from "@domain/history/historyText";
import { aNewCustomer, aNewJob, type NewJob } from "../support/builders";
import { openForTwo, type Caller } from "../support/convexHarness";

const NOW = Date.UTC(2026, 9, 20, 13);
const MINUTE_MS = 60_000;
const DAY = 86_400_000;
const LAST_FALL = Date.UTC(2025, 9, 15, 13);
const EVERY_PAGE = { numItems: 2, cursor: null as string | null };

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

/** Arguments of a cleaning that was done last fall. */
const aCleaning = (of: Partial<NewJob> = {}): NewJob =>
  aNewJob({
    job_status: "installed_paid",
    job_categories: ["Gutter cleaning"],
    job_install_date: LAST_FALL,
    ...of,
  });

async function openYearly() {
  const { t, anna, bo } = openForTwo();
  await anna.mutation(api.office.setSettings, { due_months: 12 });
  return { t, anna, bo };
}

/** The list, in pages of two. */
async function listed(caller: Caller, now = NOW) {
  const ids: string[] = [];
  let cursor = EVERY_PAGE.cursor;
  for (;;) {
    const paginationOpts = { ...EVERY_PAGE, cursor };
    const of = { now, paginationOpts };
    const { page, ...rest } = await caller.query(api.jobs.listDue, of);
    ids.push(...page.map(({ _id }) => _id));
    if (rest.isDone) return ids;
    cursor = rest.continueCursor;
  }
}

const overdue = (caller: Caller, now = NOW) => caller.query(api.jobs.countOverdue, { now });

async function searched(caller: Caller, search: string) {
  const view = { status: null, sort: "created_desc", now: NOW } as const;
  const of = { ...view, search, count: 24 };
  return (await caller.query(api.jobs.search, of)).jobs.map(({ _id }) => _id);
}

/** The same by the rule, over all jobs. */
async function computed(caller: Caller) {
  const jobs = await caller.query(api.jobs.getAll, {});
  const summaries = await caller.run((ctx) => ctx.db.query("jobSummaries").collect());
  const since = new Map(
    summaries
      .filter(({ workspaceId }) => !isTrashKey(workspaceId))
      .map((one) => [one.jobId as string, one.statusChangedAt]),
  );
  const office = await caller.query(api.office.settings, {});
  const all = dueAgain(
    jobs.map((job) => ({ ...job, statusChangedAt: since.get(job._id) })),
    office,
    NOW,
  );
  const aYearAgo = overdueBefore(NOW);
  const list = all.filter(({ at }) => at > aYearAgo);
  return {
    due: list.map(({ job }) => job._id),
    overdue: all.length - list.length,
  };
}

it("last fall's cleaning is listed, counted and found, and no other office reads it", async () => {
  const { anna, bo } = await openYearly();
  const id = await anna.mutation(api.jobs.create, aCleaning());
  expect(await listed(anna)).toEqual([id]);
  expect(await listed(anna, LAST_FALL + 300 * DAY)).toEqual([]);
  const deliveredBefore = NOW - 7 * DAY;
  const counts = { deliveredBefore };
  expect(await anna.query(api.jobs.countWaiting, counts)).toMatchObject({
    dueAgain: 1,
  });
  expect(await searched(anna, "is:due")).toEqual([id]);
  expect(await searched(anna, "is:due elm")).toEqual([id]);
  expect(await searched(anna, "is:due oak")).toEqual([]);
  expect(await searched(anna, "is:due is:unpaid")).toEqual([]);
  expect(await searched(anna, "is:due is:overdue")).toEqual([]);
  await bo.mutation(api.office.setSettings, { due_months: 12 });
  expect(await listed(bo)).toEqual([]);
});

it("an import of ten years does not bury the list: cleanings overdue for more than a year are only counted", async () => {
  const { anna } = await openYearly();
  for (let year = 2016; year < 2026; year++)
    await anna.mutation(
      api.jobs.create,
      aCleaning({
        job_address: `${year} Elm Street`,
        job_install_date: Date.UTC(year, 9, 15),
      }),
    );
  expect(await listed(anna)).toHaveLength(1);
  expect(await overdue(anna)).toBe(9);
  expect(await searched(anna, "is:overdue")).toHaveLength(9);
});

it("the earlier cleaning is the newest again if the later one gets another address or goes into the trash", async () => {
  const { anna } = await openYearly();
  const at = { job_install_date: LAST_FALL - 30 * DAY };
  const before = await anna.mutation(api.jobs.create, aCleaning(at));
  await anna.mutation(api.customers.create, aNewCustomer());
  const customer = { job_customer_id: "C-1001" };
  const id = await anna.mutation(api.jobs.create, aCleaning(customer));
  expect(await listed(anna)).toEqual([id]);
  const moved = { id, job_address: "9 Oak" };
  await anna.mutation(api.jobs.update, moved);
  expect(await listed(anna)).toEqual([id, before]);
  await anna.mutation(api.jobs.update, { id, job_address: "12 Elm Street" });
  expect(await listed(anna)).toEqual([id]);
  await anna.mutation(api.jobs.deleteJob, { id });
  expect(await listed(anna)).toEqual([before]);
  await anna.mutation(api.changes.restoreJob, { id });
  expect(await listed(anna)).toEqual([id]);
});

it("another interval of the office moves the list without a write to any row", async () => {
  const { anna } = await openYearly();
  const id = await anna.mutation(api.jobs.create, aCleaning());
  const rows = () => anna.run((ctx) => ctx.db.query("cleanings").collect());
  const before = await rows();
  await anna.mutation(api.office.setSettings, { due_months: 24 });
  expect(await listed(anna)).toEqual([]);
  expect(await listed(anna, monthsAfter(LAST_FALL, 24))).toEqual([id]);
  await anna.mutation(api.office.setSettings, { due_months: null });
  expect(await listed(anna, NOW + 2_000 * DAY)).toEqual([]);
  expect(await rows()).toEqual(before);
});

it("“Later” and “Not again” take a job off the list, with a line of history and an undo", async () => {
  const { anna } = await openYearly();
  const id = await anna.mutation(api.jobs.create, aCleaning());
  const undoLast = async () => {
    const [last] = await anna.query(api.changes.recent, {});
    await anna.mutation(api.changes.undo, { id: last!._id as Id<"changes"> });
    vi.advanceTimersByTime(5 * MINUTE_MS);
    return historyText(last!, () => "in March");
  };
  vi.advanceTimersByTime(5 * MINUTE_MS);
  const later = { id, job_due_date: NOW + 90 * DAY };
  await anna.mutation(api.jobs.update, later);
  expect(await listed(anna)).toEqual([]);
  expect(await listed(anna, NOW + 90 * DAY)).toEqual([id]);
  expect(await undoLast()).toContain("Due again: empty → in March");
  expect(await listed(anna)).toEqual([id]);
  await anna.mutation(api.jobs.update, { id, job_due_months: 0 });
  expect(await listed(anna, NOW + 900 * DAY)).toEqual([]);
  expect(await undoLast()).toContain("Due again after: empty → not again");
  expect(await listed(anna)).toEqual([id]);
});

it.each([61, -1, 1.5])("refuses %d months of a job", async (job_due_months) => {
  const { anna } = await openYearly();
  const id = await anna.mutation(api.jobs.create, aCleaning());
  const call = anna.mutation(api.jobs.update, { id, job_due_months });
  await expect(call).rejects.toThrow("from 1 to 60 months");
});

it("refuses an office's interval of no months", async () => {
  const { anna } = await openYearly();
  const call = anna.mutation(api.office.setSettings, { due_months: 0 });
  await expect(call).rejects.toThrow("from 1 to 60 months");
});

const STATUSES = ["installed_paid", "completed", "lead", "cancelled"] as const;
const PLACES = ["12 Elm Street", "12 ELM street", "9 Oak"] as const;
const INSTALLS = [
  ...[null, LAST_FALL, Date.UTC(2026, 2, 31), NOW - DAY, NOW + 30 * DAY],
  Date.UTC(2019, 1, 28),
] as const;
const CATEGORIES = [["Gutter cleaning"], [], ["Fascia Replace"]] as const;
const CUSTOMERS = ["C-1001", "C-1002"] as const;

const fields = fc.record(
  {
    job_status: fc.constantFrom(...STATUSES),
    job_address: fc.constantFrom(...PLACES),
    job_install_date: fc.constantFrom(...INSTALLS),
    job_categories: fc.constantFrom(...CATEGORIES).map((all) => [...all]),
    job_customer_id: fc.constantFrom(...CUSTOMERS),
    job_due_months: fc.constantFrom(null, 0, 6, 11),
    job_due_date: fc.constantFrom(null, NOW - DAY, NOW + DAY),
  },
  { requiredKeys: [] },
);

const step = fc.oneof(
  fc.record({ act: fc.constant("create" as const), fields }),
  fc.record({ act: fc.constant("update" as const), fields, at: fc.nat(9) }),
  fc.record({ act: fc.constantFrom("delete", "undo"), at: fc.nat(9) }),
  fc.record({
    act: fc.constantFrom("restore", "merge", "undo the run", "rebuild"),
  }),
  fc.record({
    act: fc.constant("office" as const),
    due_months: fc.constantFrom(null, 1, 12),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** A call that today's rows may refuse. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  await call.catch((error) => expect(error).toBeInstanceOf(ConvexError));
}

const withoutNulls = (of: object) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null));

async function take(caller: Caller, step: Step): Promise<void> {
  const jobs = await caller.query(api.jobs.getAll, {});
  const id = "at" in step ? jobs[step.at % (jobs.length || 1)]?._id : undefined;
  switch (step.act) {
    case "create":
      return await unlessRefused(
        caller.mutation(
          api.jobs.create,
          aCleaning({
            ...{ job_customer_id: CUSTOMERS[0] },
            ...withoutNulls((step as { fields: object }).fields),
          }),
        ),
      );
    case "update":
      if (id === undefined) return;
      return await unlessRefused(
        caller.mutation(api.jobs.update, {
          id,
          ...(step as { fields: object }).fields,
        }),
      );
    case "delete":
      if (id !== undefined) await caller.mutation(api.jobs.deleteJob, { id });
      return;
    case "undo": {
      const recent = await caller.query(api.changes.recent, {});
      const entry = recent[("at" in step ? step.at : 0) % (recent.length || 1)];
      if (entry?.isUndoable === true)
        await unlessRefused(
          caller.mutation(api.changes.undo, {
            id: entry._id as Id<"changes">,
          }),
        );
      return;
    }
    case "restore": {
      const { page } = await caller.query(api.changes.deleted, {
        paginationOpts: { numItems: 5, cursor: null },
      });
      const row = page.find(({ table }) => table === "jobs");
      if (row) await unlessRefused(caller.mutation(api.changes.restore, { id: row._id }));
      return;
    }
    case "merge":
      return await unlessRefused(
        caller.action(api.customers.merge, {
          ...{ kept: CUSTOMERS[0], duplicate: CUSTOMERS[1] },
        }),
      );
    case "undo the run": {
      const run = await caller.query(api.changes.lastRun, {});
      if (run !== null) await unlessRefused(caller.action(api.changes.undoRun, { id: run.id }));
      return;
    }
    case "rebuild":
      await caller.run(async (ctx) => {
        for (const { _id } of await ctx.db.query("cleanings").collect())
          await ctx.db.delete("cleanings", _id);
        const [marker] = await ctx.db.query("derivedVersions").collect();
        if (marker) await ctx.db.patch("derivedVersions", marker._id, { version: 6 });
      });
      return await settle(caller);
    default:
      await caller.mutation(api.office.setSettings, {
        due_months: (step as { due_months: number | null }).due_months,
      });
  }
}

/** Until every office is rebuilt. */
async function settle(caller: Caller): Promise<void> {
  await caller.mutation(internal.rebuild.start, {});
  for (let round = 0; round < 12; round += 1) {
    vi.advanceTimersByTime(1);
    await caller.finishInProgressScheduledFunctions();
  }
}

it("the list is that of the rule over all jobs, after any changes of jobs, customers, trash and office", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      vi.setSystemTime(NOW);
      const { anna } = await openYearly();
      for (const customer_name of ["Ann Field", "Bob Field"])
        await anna.mutation(api.customers.create, aNewCustomer({ customer_name }));
      for (const one of steps) {
        vi.advanceTimersByTime(3 * MINUTE_MS);
        await take(anna, one);
        const expected = await computed(anna);
        expect(await listed(anna)).toEqual(expected.due);
        expect(await overdue(anna)).toBe(expected.overdue);
      }
    }),
    { numRuns: 40 },
  );
});
