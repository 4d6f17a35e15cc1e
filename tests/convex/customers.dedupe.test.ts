import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Doc } from "@convex/_generated/dataModel";
import { aNewCustomer, aNewJob, type NewCustomer } from "../support/builders";
import { openForTwo, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ONE_PHONE = "5551234567";
const SAME = { customer_phone: ONE_PHONE };

async function create(caller: Caller, ...customers: Partial<NewCustomer>[]) {
  const ids = [];
  for (const customer of customers)
    ids.push(await caller.mutation(api.customers.create, aNewCustomer(customer)));
  return ids;
}

/** Runs the dedupe and the scheduled functions that update jobs of the kept customers. */
async function dedupe(caller: Caller) {
  const result = await caller.action(api.customers.dedupeForUser, {});
  await caller.finishAllScheduledFunctions(vi.runAllTimers);
  return result;
}

async function namesFound(caller: Caller, term: string): Promise<string[]> {
  const found = await caller.query(api.customers.search, { term });
  return found.map(({ customer_name }) => customer_name);
}

async function jobsFound(caller: Caller, search: string): Promise<string[]> {
  const { page } = await caller.query(api.jobs.list, {
    paginationOpts: { numItems: 200, cursor: null },
    search,
    status: null,
    sort: "created_asc",
    now: 0,
  });
  return page.map((job) => job.job_address);
}

/** Inserts copies of the caller's first job and of its derived rows. */
async function copyJob(caller: Caller, copies: number): Promise<void> {
  await caller.run(async (ctx) => {
    const job = await ctx.db.query("jobs").first();
    const row = await ctx.db.query("jobSummaries").first();
    const words = await ctx.db.query("searchWords").collect();
    if (!job || !row) throw new Error("There is no job.");
    const { _id, _creationTime, ...fields } = job;
    const { _id: _rowId, _creationTime: _rowTime, ...rowFields } = row;
    for (let at = 0; at < copies; at++) {
      const jobId = await ctx.db.insert("jobs", fields);
      await ctx.db.insert("jobSummaries", { ...rowFields, jobId });
      for (const { _id: _wordId, _creationTime: _wordTime, ...word } of words)
        if (word.rowId === _id) await ctx.db.insert("searchWords", { ...word, rowId: jobId });
    }
  });
}

describe("customers.dedupeForUser", () => {
  // Spec 7.13
  it("keeps the most complete duplicate, fills its empty fields from the others and moves their jobs to it", async () => {
    const { anna } = openForTwo();
    await create(
      anna,
      { customer_name: "Bob Smith", customer_phone: ONE_PHONE },
      {
        customer_name: "B. Smith",
        customer_phone: "(555) 123-4567",
        customer_obtained_type: "Referral",
      },
      { customer_name: "Smith, Bob", customer_phone: ONE_PHONE },
      { customer_name: "Ann Smith", customer_phone: ONE_PHONE },
    );
    const ids = ["C-1001", "C-1002", "C-1003", "C-1004"];
    for (const job_customer_id of ids)
      await anna.mutation(
        api.jobs.create,
        aNewJob({ job_customer_id, job_address: `${job_customer_id} Street` }),
      );
    expect(await dedupe(anna)).toEqual({
      groupsAffected: 1,
      duplicatesRemoved: 2,
    });
    const [kept, removed] = await Promise.all(
      ["C-1001", "C-1002"].map((customer_id) =>
        anna.query(api.customers.getByCustomerId, { customer_id }),
      ),
    );
    expect(kept).toMatchObject({
      customer_id: "C-1001",
      customer_name: "Bob Smith",
      customer_phone: ONE_PHONE,
      customer_obtained_type: "Referral",
    });
    expect(removed).toBeNull();
    const jobs = await anna.query(api.jobs.getAll, {});
    const ofBob = jobs.filter((job) => job.job_customer_id === "C-1001");
    expect(ofBob.map((job) => job.job_address).sort()).toEqual(
      ids.slice(0, 3).map((id) => `${id} Street`),
    );
    for (const job of ofBob)
      expect(job).toMatchObject({
        customer_name: "Bob Smith",
        job_customer_phone: ONE_PHONE,
      });
    expect(jobs).toHaveLength(4);
  });

  it("updates the search of customers and jobs", async () => {
    const { anna } = openForTwo();
    await create(
      anna,
      { customer_name: "Bob Quentin Smith", customer_email: "b@example.com" },
      { customer_name: "Ann Field" },
      { customer_name: "B. Q. Smith", customer_email: "b@example.com" },
    );
    for (const job_customer_id of ["C-1001", "C-1003"])
      await anna.mutation(
        api.jobs.create,
        aNewJob({ job_customer_id, job_address: `${job_customer_id} Street` }),
      );
    await anna.mutation(api.customers.update, {
      customer_id: "C-1003",
      customer_phone: ONE_PHONE,
    });
    expect(await dedupe(anna)).toEqual({
      groupsAffected: 1,
      duplicatesRemoved: 1,
    });
    const kept = ["Bob Quentin Smith"];
    expect(await namesFound(anna, "b smith")).toEqual(kept);
    expect(await namesFound(anna, "b@example")).toEqual(kept);
    expect(await namesFound(anna, "1234567")).toEqual(kept);
    expect(await namesFound(anna, "C-1003")).toEqual([]);
    // The kept customer's own job is also found by the phone number that came from a duplicate.
    for (const search of ["bob smith", "c-1001", "555-123-4567"])
      expect(await jobsFound(anna, search)).toEqual(["C-1001 Street", "C-1003 Street"]);
  });

  it("counts nothing without duplicates, and nothing in a second run", async () => {
    const { anna } = openForTwo();
    const nothing = { groupsAffected: 0, duplicatesRemoved: 0 };
    expect(await dedupe(anna)).toEqual(nothing);
    await create(anna, SAME, SAME, { ...SAME, customer_name: "Bo" });
    expect(await dedupe(anna)).toEqual({
      groupsAffected: 1,
      duplicatesRemoved: 1,
    });
    expect(await dedupe(anna)).toEqual(nothing);
  });

  // Spec 6.7
  it("leaves another workspace's customers alone", async () => {
    const { anna, bo } = openForTwo();
    for (const caller of [anna, bo]) await create(caller, SAME, SAME, SAME);
    await dedupe(anna);
    expect(await anna.query(api.customers.listMin, {})).toHaveLength(1);
    expect(await bo.query(api.customers.listMin, {})).toHaveLength(3);
  });

  it("a dedupe stays within Convex's limits with many groups, customers and jobs", async () => {
    const { anna } = openForTwo();
    const pairs = Array.from({ length: 52 }, (_, at) => ({
      customer_name: `Customer ${at}`,
      customer_phone: `55512300${at + 10}`,
    }));
    await create(anna, ...pairs, ...pairs);
    // 80 customers with one phone number, one of them with 120 jobs.
    await create(anna, ...Array.from({ length: 80 }, () => ({ customer_phone: ONE_PHONE })));
    await anna.mutation(api.jobs.create, aNewJob({ job_customer_id: "C-1150" }));
    await copyJob(anna, 119);
    expect(await dedupe(anna)).toEqual({
      groupsAffected: 53,
      duplicatesRemoved: 52 + 79,
    });
    expect(await anna.query(api.customers.listMin, {})).toHaveLength(53);
    const jobs = await anna.query(api.jobs.getAll, {});
    expect(jobs).toHaveLength(120);
    expect(new Set(jobs.map((job) => job.job_customer_id))).toEqual(new Set(["C-1105"]));
  });

  it("updates every job of a customer that received a phone number", async () => {
    const { anna } = openForTwo();
    const email = { customer_email: "bob@example.com" };
    await create(
      anna,
      { ...email, customer_obtained_type: "Referral" },
      { ...email, customer_phone: ONE_PHONE },
    );
    await anna.mutation(api.jobs.create, aNewJob({ job_customer_id: "C-1001" }));
    await copyJob(anna, 119);
    await anna.action(api.customers.dedupeForUser, {});
    await anna.finishAllScheduledFunctions(vi.runAllTimers);
    const jobs = await anna.query(api.jobs.getAll, {});
    expect(jobs).toHaveLength(120);
    expect(new Set(jobs.map((job) => job.job_customer_phone))).toEqual(new Set([ONE_PHONE]));
  });
});

describe("a merge of customers that were compared in an earlier transaction", () => {
  async function openWithCompared() {
    const { anna } = openForTwo();
    await create(
      anna,
      { customer_phone: ONE_PHONE },
      { customer_phone: ONE_PHONE },
      { customer_phone: ONE_PHONE },
    );
    const { customers } = await anna.query(internal.operations.customersToCompare, {
      workspaceId: "anna",
      cursor: null,
    });
    const [kept, ...duplicates] = customers;
    if (kept === undefined) throw new Error("There is no customer to keep.");
    const operationId = await anna.mutation(internal.operations.begin, {
      member: { workspaceId: "anna", by: "anna", byName: "Anna" },
      task: "dedupe",
    });
    const merge = async () =>
      await anna.mutation(internal.operations.mergeBatch, {
        operationId,
        groups: [{ kept, duplicates, isAffected: false }],
      });
    const namesLeft = async () =>
      (await anna.query(api.customers.listMin, {})).map(({ customer_id }) => customer_id);
    return { anna, merge, namesLeft };
  }

  const counts = async (caller: Caller) => (await caller.query(api.seed.progress, {}))?.counts;

  it.each([
    { customer_phone: "5559999991" },
    { customer_phone: null },
    { customer_email: "new@example.com" },
  ])("skips a duplicate that has changed since: %j", async (change) => {
    const { anna, merge, namesLeft } = await openWithCompared();
    await anna.mutation(api.customers.update, {
      customer_id: "C-1002",
      ...change,
    });
    expect(await merge()).toEqual([]);
    expect(await namesLeft()).toEqual(["C-1001", "C-1002"]);
    expect(await counts(anna)).toEqual({
      groupsAffected: 1,
      duplicatesRemoved: 1,
    });
  });

  it("skips a group if the customer to keep has changed or was deleted", async () => {
    const { anna, merge, namesLeft } = await openWithCompared();
    await anna.mutation(api.customers.update, {
      customer_id: "C-1001",
      customer_email: "new@example.com",
    });
    expect(await merge()).toEqual([]);
    await anna.run(async (ctx) => {
      const kept: Doc<"customers"> | null = await ctx.db.query("customers").first();
      if (kept) await ctx.db.delete("customers", kept._id);
    });
    expect(await merge()).toEqual([]);
    expect(await namesLeft()).toEqual(["C-1002", "C-1003"]);
    expect(await counts(anna)).toEqual({
      groupsAffected: 0,
      duplicatesRemoved: 0,
    });
  });
});

describe("customers who share a contact under different names", () => {
  const couple = [
    { customer_name: "Ann Field", customer_phone: ONE_PHONE },
    { customer_name: "Bob Field", customer_phone: ONE_PHONE },
  ];

  it("customers who share a contact under different names are listed for a person to decide, and merged pair by pair", async () => {
    const { anna, bo } = openForTwo();
    await create(anna, ...couple, { customer_name: "Cy" });
    await create(bo, { customer_name: "Di", customer_phone: ONE_PHONE });
    await anna.mutation(api.jobs.create, aNewJob({ job_customer_id: "C-1002" }));
    await copyJob(anna, 199);
    expect(await dedupe(anna)).toEqual({
      groupsAffected: 0,
      duplicatesRemoved: 0,
    });
    expect(await anna.action(api.customers.sharedContacts, {})).toMatchObject({
      total: 1,
      sets: [[{ customer_id: "C-1001" }, { customer_id: "C-1002" }]],
    });

    const before = await anna.query(api.jobs.getAll, {});
    const { run } = await anna.action(api.customers.merge, {
      kept: "C-1001",
      duplicate: "C-1002",
    });
    const jobs = await anna.query(api.jobs.getAll, {});
    expect(jobs).toHaveLength(200);
    expect(new Set(jobs.map((job) => job.customer_name))).toEqual(new Set(["Ann Field"]));
    expect(await namesFound(anna, "field")).toEqual(["Ann Field"]);
    expect(await anna.action(api.customers.sharedContacts, {})).toEqual({
      total: 0,
      sets: [],
    });

    await anna.action(api.changes.undoRun, { id: run });
    expect(await namesFound(anna, "field")).toEqual(["Ann Field", "Bob Field"]);
    const namesOf = (rows: typeof before) =>
      rows.map(({ _id, customer_name }) => `${_id} ${customer_name}`).sort();
    expect(namesOf(await anna.query(api.jobs.getAll, {}))).toEqual(namesOf(before));
    const [undone] = await anna.query(api.changes.recent, {});
    expect(undone).toMatchObject({
      kind: "undoRun",
      subjectLabel: "Merged customers",
    });
  });

  it("customers who share a contact under different names are not merged with themselves, nor with an unknown customer", async () => {
    const { anna, bo } = openForTwo();
    await create(anna, ...couple);
    await create(bo, ...couple, {});
    for (const duplicate of ["C-1001", "C-1003"])
      await expect(
        anna.action(api.customers.merge, { kept: "C-1001", duplicate }),
      ).rejects.toThrow();
    expect(await anna.query(api.customers.listMin, {})).toHaveLength(2);
    expect(await bo.query(api.customers.listMin, {})).toHaveLength(3);
  });
});

describe("customers.removeObsoleteObtainedDateField", () => {
  // Spec 3.4, 7.14
  it("cleans only old records and counts the scanned ones", async () => {
    const { anna, bo } = openForTwo();
    await create(anna, {}, {}, {});
    await create(bo, {});
    await anna.run(async (ctx) => {
      const [first, second, , ofBo] = await ctx.db.query("customers").take(4);
      if (!first || !second || !ofBo) throw new Error("There are too few customers.");
      const patch = async ({ _id }: Doc<"customers">, obtained_date: string | number | null) =>
        await ctx.db.patch("customers", _id, { obtained_date });
      await patch(first, "2019-05-01");
      await patch(second, null);
      await patch(ofBo, 1_500_000_000_000);
    });
    const clean = async (caller: Caller) =>
      await caller.action(api.customers.removeObsoleteObtainedDateField, {});
    expect(await clean(anna)).toEqual({ cleaned: 2, scanned: 3 });
    expect(await clean(anna)).toEqual({ cleaned: 0, scanned: 3 });
    // A run that changed nothing is no line of the history.
    const lines = await anna.query(api.changes.recent, {});
    expect(lines.filter(({ isRun }) => isRun)).toHaveLength(1);
    expect(
      await anna.run(
        async (ctx) =>
          (await ctx.db.query("customers").take(4)).filter((row) => "obtained_date" in row).length,
      ),
    ).toBe(1);
    expect(await clean(bo)).toEqual({ cleaned: 1, scanned: 1 });
  });

  it("scans more rows than one transaction may read", async () => {
    const { anna } = openForTwo();
    await create(anna, {});
    await anna.run(async (ctx) => {
      const one = await ctx.db.query("customers").first();
      if (one === null) throw new Error("There is no customer.");
      const { _id, _creationTime, ...fields } = one;
      for (let at = 1; at < 700; at++)
        await ctx.db.insert("customers", {
          ...fields,
          customer_id: `C-${1001 + at}`,
          ...(at % 2 === 0 ? { obtained_date: "2019-05-01" } : {}),
        });
    });
    expect(await anna.action(api.customers.removeObsoleteObtainedDateField, {})).toEqual({
      cleaned: 349,
      scanned: 700,
    });
  });
});
