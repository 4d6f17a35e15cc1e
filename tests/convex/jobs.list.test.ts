import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { JOB_SORTS } from "@domain/job/jobOrder";
import type { JobStatus } from "@domain/job/jobs";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf, refused } from "../support/convexHarness";
import { addJobs, allJobs, anyDates, idsOf, inOrder, listed, NOW } from "../support/listedJobs";

describe("jobs.list", () => {
  // Spec 2.56, 2.58
  it.each(JOB_SORTS)(
    "jobs.list by %s returns every job once, in the domain's order, page by page",
    async (sort) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyDates, { maxLength: 14 }),
          fc.integer({ min: 1, max: 5 }),
          fc.constantFrom<JobStatus | null>(null, "lead"),
          async (dates, numItems, status) => {
            const { anna, bo } = openForTwo();
            await addJobs(anna, dates);
            await addJobs(bo, dates.slice(0, 2));
            const all = await anna.query(api.jobs.getAll, {});
            const wanted = all.filter((job) => status === null || job.job_status === status);
            const pages = listed(anna, { sort, status }, numItems);
            expect(idsOf(await pages.loadAll())).toEqual(idsOf(inOrder(wanted, sort)));
            const found = listed(anna, { sort, status, search: "elm" }, numItems);
            expect(idsOf(await found.loadAll())).toEqual(idsOf(inOrder(wanted, sort)));
          },
        ),
        { numRuns: 8 },
      );
    },
  );

  it("returns nothing from another workspace", async () => {
    const { anna, bo } = openForTwo();
    await addJobs(anna, [{ estimate: 1, install: null, status: "lead" }]);
    for (const sort of JOB_SORTS)
      for (const search of ["", "elm"])
        expect(await listed(bo, { sort, search }).loadAll()).toEqual([]);
  });

  it("shows cancelled jobs under All and under their own status", async () => {
    const { anna } = openForTwo();
    await addJobs(anna, [{ estimate: null, install: null, status: "cancelled" }]);
    expect(await listed(anna, {}).loadAll()).toHaveLength(1);
    expect(await listed(anna, { status: "cancelled" }).loadAll()).toHaveLength(1);
    expect(await listed(anna, { status: "lead" }).loadAll()).toHaveLength(0);
  });

  it("refuses a current time of NaN", async () => {
    const { anna } = openForTwo();
    const call = listed(anna, { sort: "nearest", now: Number.NaN }).load();
    expect(await refusalOf(call)).toEqual(
      refused("now", "The list needs the time from which it counts."),
    );
  });

  it.each(["garbage", "[1,2]", '["a","b","c"]', "[1,2,3]"])(
    "tells the client to start over after the cursor %j",
    async (cursor) => {
      const { anna } = openForTwo();
      const call = anna.query(api.jobs.list, {
        ...allJobs,
        sort: "nearest",
        paginationOpts: { numItems: 3, cursor },
      });
      await expect(call).rejects.toThrow("InvalidCursor");
    },
  );
});

describe("the search of jobs.list", () => {
  async function openWithJobs() {
    const { anna, bo } = openForTwo();
    const first = await anna.mutation(
      api.jobs.create,
      aNewJob({
        customer: {
          customer_name: "José Muñoz",
          customer_phone: "(212) 555-0101",
        },
        job_address: "12 Elm Street",
        job_city: "Dover",
        job_notes: "Leaf guards; the dog bites.",
      }),
    );
    const second = await anna.mutation(
      api.jobs.create,
      aNewJob({
        customer: { customer_name: "Anna Bell" },
        job_address: "7 Oak Lane",
        job_status: "approved",
      }),
    );
    return { anna, bo, first, second };
  }

  // Spec 2.54
  it.each([
    ["name", "munoz"],
    ["beginning of the name", "muñ"],
    ["address", "12 elm"],
    ["city", "dover"],
    ["notes", "guards dog"],
    ["phone", "212.555"],
    ["customer id", "c-1001"],
    ["all at once", "c-1001 0101 elm jose"],
  ])("finds a job by its %s", async (_, search) => {
    const { anna, first } = await openWithJobs();
    expect(idsOf(await listed(anna, { search }).loadAll())).toEqual([first]);
  });

  // Spec 2.54
  it("finds a job by its own id", async () => {
    const { anna, second } = await openWithJobs();
    expect(idsOf(await listed(anna, { search: second }).loadAll())).toEqual([second]);
  });

  it("finds nothing for other text, another status or another workspace", async () => {
    const { anna, bo } = await openWithJobs();
    expect(await listed(anna, { search: "elm oak" }).loadAll()).toEqual([]);
    expect(await listed(anna, { search: "elm", status: "approved" }).loadAll()).toEqual([]);
    expect(await listed(bo, { search: "elm" }).loadAll()).toEqual([]);
  });

  it.each([
    ["address", { job_address: "90 Birch Road" }],
    ["city", { job_city: "Birch Hill" }],
    ["notes", { job_notes: "Under the birch." }],
    ["customer's name", { customer: { customer_name: "Mary Birch" } }],
    ["customer's phone", { customer: { customer_phone: "555 2478" } }],
  ])("finds a job after a change of only the %s", async (_, change) => {
    const { anna, first } = await openWithJobs();
    await anna.mutation(api.jobs.update, { id: first, ...change });
    const [search] = JSON.stringify(change).match(/birch|2478/i) ?? [];
    expect(idsOf(await listed(anna, { search }).loadAll())).toEqual([first]);
  });

  it.each([
    ["status", { job_status: "service" }, { status: "service" }],
    ["estimate", { job_estimate_date: NOW }, { sort: "nearest" }],
    ["install", { job_install_date: NOW }, { sort: "nearest" }],
  ] as const)("sorts and filters the results by a new %s", async (_, change, args) => {
    const { anna, second } = await openWithJobs();
    await anna.mutation(api.jobs.create, aNewJob({ job_address: "9 Oak Lane" }));
    await anna.mutation(api.jobs.update, { id: second, ...change });
    const found = await listed(anna, { ...args, search: "lane" }).loadAll();
    expect(idsOf(found)[0]).toBe(second);
  });

  it("finds a job by its new customer, and not by the former one", async () => {
    const { anna, first } = await openWithJobs();
    await anna.mutation(api.jobs.update, {
      id: first,
      job_customer_id: "C-1002",
    });
    const found = async (search: string) => idsOf(await listed(anna, { search }).loadAll());
    expect(await found("anna elm")).toEqual([first]);
    expect(await found("c-1002 elm")).toEqual([first]);
    expect(await found("munoz")).toEqual([]);
  });

  it("finds a job by its current text, and not by its former text", async () => {
    const { anna, first } = await openWithJobs();
    await anna.mutation(api.jobs.update, {
      id: first,
      job_address: "90 Birch Road",
      job_notes: null,
      job_status: "approved",
      job_estimate_date: NOW,
    });
    expect(idsOf(await listed(anna, { search: "birch", status: "approved" }).loadAll())).toEqual([
      first,
    ]);
    expect(await listed(anna, { search: "elm" }).loadAll()).toEqual([]);
    expect(await listed(anna, { search: "dog" }).loadAll()).toEqual([]);
    const byDistance = await listed(anna, {
      search: "c",
      sort: "nearest",
    }).loadAll();
    expect(byDistance.map((job) => job.job_estimate_date)).toEqual([NOW, undefined]);
  });
});
