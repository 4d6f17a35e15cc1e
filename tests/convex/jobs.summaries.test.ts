import { describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { isTrashKey } from "@domain/history/trashKeys";
import { aNewCustomer, aNewJob, FRIDAY_2_PM } from "../support/builders";
import { openForTwo, type Caller } from "../support/convexHarness";

const DAY = 86_400_000;

async function summaryOf(caller: Caller, id: Id<"jobs">) {
  const rows = await caller.run(async (ctx) => await ctx.db.query("jobSummaries").collect());
  return rows.find(({ jobId, workspaceId }) => jobId === id && !isTrashKey(workspaceId));
}

describe("the summary of a job", () => {
  it("the summary of a job is written only when something that it shows has changed", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const before = await summaryOf(anna, id);
    const wordsBefore = await wordsOf(anna);
    await anna.mutation(api.jobs.update, { id, jobs_price: 1200 });
    await anna.mutation(api.jobs.update, { id, job_notes: "Call first" });
    expect(await summaryOf(anna, id)).toEqual(before);
    expect(await wordsOf(anna)).toEqual(wordsBefore);
    await anna.mutation(api.jobs.update, { id, job_address: "9 Birch Road" });
    expect(await summaryOf(anna, id)).toMatchObject({
      job_address: "9 Birch Road",
    });
  });

  it("the summary of a job has the client key, by which lists by date name the job", async () => {
    const { anna } = openForTwo();
    const clientKey = crypto.randomUUID();
    const id = await anna.mutation(
      api.jobs.create,
      aNewJob({ clientKey, job_estimate_date: FRIDAY_2_PM }),
    );
    expect(await summaryOf(anna, id)).toMatchObject({ clientKey });
    expect(await anna.query(api.jobs.listDates, {})).toMatchObject([{ _id: id, clientKey }]);
  });

  it("knows since when the job has its status, also after the job was restored", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    vi.setSystemTime(Date.now() + DAY);
    const deliveredAt = Date.now();
    await anna.mutation(api.jobs.update, { id, job_status: "estimate_sent" });
    vi.setSystemTime(Date.now() + DAY);
    await anna.mutation(api.jobs.update, { id, jobs_price: 1200 });
    const before = await summaryOf(anna, id);
    expect(before?.statusChangedAt).toBe(deliveredAt);
    await anna.mutation(api.jobs.deleteJob, { id });
    expect(await summaryOf(anna, id)).toBeUndefined();
    const { page } = await anna.query(api.changes.deleted, {
      paginationOpts: { numItems: 9, cursor: null },
    });
    await anna.mutation(api.changes.restore, { id: page[0]!._id });
    expect(await summaryOf(anna, id)).toEqual(before);
    vi.useRealTimers();
  });

  it("a summary that is left of a deleted job does not break a list", async () => {
    const { anna } = openForTwo();
    const gone = await anna.mutation(api.jobs.create, aNewJob());
    const kept = await anna.mutation(api.jobs.create, aNewJob());
    await anna.run(async (ctx) => await ctx.db.delete("jobs", gone));
    const listing = { status: null, now: 0, sort: "nearest" } as const;
    const found = await anna.query(api.jobs.search, {
      ...listing,
      search: "elm",
      count: 9,
    });
    const listed = await anna.query(api.jobs.list, {
      ...listing,
      search: "",
      paginationOpts: { numItems: 9, cursor: null },
    });
    for (const jobs of [found.jobs, listed.page])
      expect(jobs.map(({ _id }) => _id)).toEqual([kept]);
  });
});

async function wordsOf(caller: Caller) {
  return await caller.run(async (ctx) => await ctx.db.query("searchWords").collect());
}

describe("jobs.countWaiting", () => {
  it("counts jobs without install date, estimates without answer and unpaid installs, up to 100", async () => {
    const { anna, bo } = openForTwo();
    const made = async (job_status: string, dates = {}) =>
      await anna.mutation(api.jobs.create, aNewJob({ job_status, ...dates }));
    await made("lead");
    await made("called");
    await made("lead", { job_estimate_date: Date.now() });
    await made("approved");
    await made("approved", { job_install_date: Date.now() });
    await made("estimate_sent");
    await made("completed");
    await made("completed");
    await made("installed_paid");
    const counted = async (caller: Caller, deliveredBefore: number) =>
      await caller.query(api.jobs.countWaiting, { deliveredBefore });
    expect(await counted(anna, Date.now() + DAY)).toEqual({
      withoutEstimate: 2,
      approvedWithoutInstall: 1,
      estimatesDelivered: 1,
      installedUnpaid: 2,
      dueAgain: 0,
    });
    expect(await counted(anna, Date.now() - DAY)).toMatchObject({
      estimatesDelivered: 0,
    });
    expect(await counted(bo, Date.now() + DAY)).toEqual({
      withoutEstimate: 0,
      approvedWithoutInstall: 0,
      estimatesDelivered: 0,
      installedUnpaid: 0,
      dueAgain: 0,
    });
    const summary = await anna.run(
      async (ctx) =>
        await ctx.db
          .query("jobSummaries")
          .filter((q) => q.eq(q.field("job_status"), "approved"))
          .first(),
    );
    const { _id, _creationTime, ...fields } = summary!;
    await anna.run(async (ctx) => {
      for (let at = 0; at < 120; at++) await ctx.db.insert("jobSummaries", fields);
    });
    expect(await counted(anna, 0)).toMatchObject({
      approvedWithoutInstall: 100,
    });
  });
});

describe("jobs.listWaiting", () => {
  it("lists the newest 50 jobs of a kind, and a phone only where the office is to call", async () => {
    const { anna, bo } = openForTwo();
    const made = async (job_status: string) =>
      await anna.mutation(
        api.jobs.create,
        aNewJob({
          job_status,
          customer: { customer_name: "Ann", customer_phone: "6125550100" },
        }),
      );
    const ids: string[] = [];
    for (let at = 0; at < 54; at++) ids.push(await made(at % 2 === 0 ? "lead" : "called"));
    await made("estimate_sent");
    const listed = async (caller: Caller, kind: "undated" | "stale") =>
      await caller.query(api.jobs.listWaiting, {
        kind,
        deliveredBefore: Date.now() + DAY,
      });
    const undated = await listed(anna, "undated");
    expect(undated.map(({ _id }) => _id)).toEqual(ids.slice(4).reverse());
    expect(undated[0]).not.toHaveProperty("customer_phone");
    expect(await listed(anna, "stale")).toMatchObject([
      { customer_name: "Ann", customer_phone: "6125550100" },
    ]);
    expect(await listed(bo, "undated")).toEqual([]);
    expect(await listed(bo, "stale")).toEqual([]);
  });
});

describe("a search for waiting jobs", () => {
  it("a search for waiting jobs finds the counted ones, also with words, a status and another order", async () => {
    const { anna, bo } = openForTwo();
    const made = async (name: string, fields: Partial<ListedFields>) =>
      await anna.mutation(api.jobs.create, {
        ...aNewJob(fields),
        customer: { customer_name: name },
      });
    await made("Ann Approved", { job_status: "approved" });
    await made("Bob Booked", {
      job_status: "approved",
      job_install_date: Date.now(),
    });
    await made("Eve Approved", { job_status: "approved" });
    await made("Dee Delivered", { job_status: "estimate_sent" });
    await made("Ian Installed", { job_status: "completed" });
    await made("Pam Paid", { job_status: "installed_paid" });
    const later = Date.now() + 8 * DAY;
    const found = async (search: string, change: Partial<typeof LISTING> = {}, caller = anna) => {
      const listing = { ...LISTING, now: later, ...change, search };
      const { jobs, total } = await caller.query(api.jobs.search, listing);
      expect(total).toBe(jobs.length);
      return jobs.map(({ customer_name }) => customer_name);
    };
    expect(await found("is:unscheduled")).toEqual(["Eve Approved", "Ann Approved"]);
    expect(await found("is:unscheduled", { sort: "created_asc" })).toEqual([
      "Ann Approved",
      "Eve Approved",
    ]);
    expect(await found("eve is:unscheduled")).toEqual(["Eve Approved"]);
    expect(await found("booked is:unscheduled")).toEqual([]);
    expect(await found("is:unscheduled", { status: "lead" })).toEqual([]);
    expect(await found("is:unscheduled is:unpaid")).toEqual([]);
    expect(await found("is:stale")).toEqual(["Dee Delivered"]);
    expect(await found("is:stale", { now: Date.now() })).toEqual([]);
    expect(await found("Is:Unpaid")).toEqual(["Ian Installed"]);
    expect(await found("is:unpaid", {}, bo)).toEqual([]);
  });
});

it("a search with crew: in its text finds the jobs that a crew visits, by its present name, in every order", async () => {
  const { anna, bo } = openForTwo();
  const made = async (customer_name: string, fields: object) =>
    await anna.mutation(
      api.jobs.create,
      aNewJob({ customer: aNewCustomer({ customer_name }), ...fields }),
    );
  await anna.mutation(api.office.setCrew, { key: "crew 1", name: "North" });
  await made("Ann Field", { job_install_crew: "Crew 1" });
  await made("Bob Field", { job_estimate_crew: "Crew 2" });
  await made("Cy Field", { job_install_date: Date.now() });
  await made("Dee Lake", {
    job_estimate_crew: "crew 2",
    job_install_crew: "Crew 1",
    job_status: "completed",
    job_install_date: Date.now(),
  });
  for (const sort of ["created_asc", "nearest"] as const) {
    const found = async (search: string, caller = anna) => {
      const listing = { ...LISTING, sort, search };
      const { jobs } = await caller.query(api.jobs.search, listing);
      return jobs.map(({ customer_name }) => customer_name).sort();
    };
    expect(await found("crew:2")).toEqual(["Bob Field", "Dee Lake"]);
    expect(await found("crew:north")).toEqual(["Ann Field", "Dee Lake"]);
    expect(await found('crew:"Crew 1" fie')).toEqual(["Ann Field"]);
    expect(await found("crew:1 crew:2")).toEqual(["Dee Lake"]);
    expect(await found("crew:2 is:unpaid")).toEqual(["Dee Lake"]);
    expect(await found("crew:none")).toEqual(["Cy Field"]);
    expect(await found("crew:3")).toEqual([]);
    expect(await found("crew:2", bo)).toEqual([]);
  }
});

type ListedFields = { job_status: string; job_install_date: number };

const LISTING: {
  status: "lead" | null;
  sort: "created_desc" | "created_asc";
  now: number;
  count: number;
} = { status: null, sort: "created_desc", now: 0, count: 9 };
