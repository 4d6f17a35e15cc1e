import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewCustomer, aNewJob } from "../support/builders";
import { openForTwo, refusalOf, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const FIRST_PAGE = { numItems: 2, cursor: null };
const DAY = Date.UTC(2026, 10, 20);
const OF_ANN = { customer_id: "C-1001" };

async function createAnn(caller: Caller, jobs: object[]): Promise<void> {
  const ann = aNewCustomer({ customer_name: "Ann Field" });
  await caller.mutation(api.customers.create, ann);
  for (const job of jobs)
    await caller.mutation(api.jobs.create, aNewJob({ job_customer_id: "C-1001", ...job }));
}

async function addressesOf(caller: Caller): Promise<string[]> {
  const { page } = await caller.query(api.jobs.ofCustomer, {
    ...OF_ANN,
    paginationOpts: { numItems: 500, cursor: null },
  });
  return page.map((job) => job.job_address);
}

describe("jobs.ofCustomer and jobs.totalsOfCustomer", () => {
  it("a customer's jobs come in pages, the newest first, and none of another workspace", async () => {
    const { anna, bo } = openForTwo();
    await createAnn(
      anna,
      [1, 2, 3].map((at) => ({ job_address: `${at} Elm St` })),
    );
    await createAnn(bo, [{ job_address: "Bo's" }]);
    const first = await anna.query(api.jobs.ofCustomer, {
      ...OF_ANN,
      paginationOpts: FIRST_PAGE,
    });
    expect(first.page.map((job) => job.job_address)).toEqual(["3 Elm St", "2 Elm St"]);
    const second = await anna.query(api.jobs.ofCustomer, {
      ...OF_ANN,
      paginationOpts: { numItems: 2, cursor: first.continueCursor },
    });
    expect(second.page.map((job) => job.job_address)).toEqual(["1 Elm St"]);
  });

  it("the totals of a customer name their sums and the next visit, and say if they are cut", async () => {
    const { anna } = openForTwo();
    await createAnn(anna, [
      { job_status: "installed_paid", jobs_price: 0.1 },
      { job_status: "installed_paid", jobs_price: 0.2 },
      { job_status: "completed", jobs_price: 40, job_install_date: DAY },
      { job_estimate_date: DAY + 2 },
    ]);
    const of = { ...OF_ANN, now: DAY + 1 };
    expect(await anna.query(api.jobs.totalsOfCustomer, of)).toMatchObject({
      jobs: 4,
      paid: 0.3,
      complete: 40,
      unpriced: 1,
      nextVisit: { field: "job_estimate_date", at: DAY + 2 },
      isWhole: true,
    });
    const copy = async (copies: number) =>
      await anna.run(async (ctx) => {
        const job = await ctx.db.query("jobs").first();
        if (job === null) throw new Error("There is no job.");
        const { _id, _creationTime, ...fields } = job;
        for (let at = 0; at < copies; at++) await ctx.db.insert("jobs", fields);
      });
    await copy(296);
    expect(await anna.query(api.jobs.totalsOfCustomer, of)).toMatchObject({
      jobs: 300,
      isWhole: true,
    });
    await copy(1);
    expect(await anna.query(api.jobs.totalsOfCustomer, of)).toMatchObject({
      jobs: 300,
      isWhole: false,
    });
  });
});

describe("customers.deleteWithJobs", () => {
  it("a deleted customer takes all their jobs into the trash as one line of the history, and one undo restores them", async () => {
    const { anna, bo } = openForTwo();
    const many = Array.from({ length: 120 }, (_, at) => ({
      job_address: `${at} Elm St`,
    }));
    await createAnn(anna, many);
    await anna.mutation(api.jobs.create, aNewJob({ job_address: "Another" }));
    await createAnn(bo, [{ job_address: "Bo's" }]);
    const before = await addressesOf(anna);

    const deleted = await anna.action(api.customers.deleteWithJobs, OF_ANN);
    expect(deleted).toMatchObject({ customersDeleted: 1, jobsDeleted: 120 });
    expect(await anna.query(api.customers.getByCustomerId, OF_ANN)).toBeNull();
    expect(await anna.query(api.jobs.getAll, {})).toHaveLength(1);
    expect(await addressesOf(bo)).toEqual(["Bo's"]);
    const [entry, next] = await anna.query(api.changes.recent, {});
    expect(entry).toMatchObject({
      _id: deleted.run,
      kind: "deleteCustomer",
      subjectLabel: "Ann Field",
      counts: { customersDeleted: 1, jobsDeleted: 120 },
      isUndoable: true,
    });
    expect(next?.kind).toBe("jobs.create");

    await anna.action(api.changes.undoRun, { id: deleted.run });
    expect(await addressesOf(anna)).toEqual(before);
    expect(await anna.query(api.customers.getByCustomerId, OF_ANN)).toMatchObject({
      customer_name: "Ann Field",
    });
  });

  it("deletes nothing of an unknown customer, and begins no operation", async () => {
    const { anna, bo } = openForTwo();
    await createAnn(anna, [{}]);
    expect(await refusalOf(bo.action(api.customers.deleteWithJobs, OF_ANN))).toMatchObject({
      code: "NOT_FOUND",
      field: "customer_id",
    });
    expect(await addressesOf(anna)).toHaveLength(1);
    expect(await bo.query(api.seed.progress, {})).toBeNull();
  });
});
