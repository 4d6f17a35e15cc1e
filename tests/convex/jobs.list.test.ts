import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Doc, Id } from "@convex/_generated/dataModel";
import {
  compareSortKeys,
  JOB_SORTS,
  jobSortKey,
  type JobSort,
} from "@domain/jobOrder";
import { TEXT_LIMITS } from "@domain/inputLimits";
import type { JobStatus } from "@domain/jobs";
import { aNewJob, FRIDAY_2_PM, type Job } from "../support/builders";
import {
  openForTwo,
  refusalOf,
  refused,
  type Caller,
} from "../support/convexHarness";
import { PagedList, type ListArgs } from "../support/pagedList";

const NOW = FRIDAY_2_PM;
const HOUR = 3_600_000;

const allJobs: ListArgs = {
  search: "",
  status: null,
  sort: "created_desc",
  now: NOW,
};

function listed(
  caller: Caller,
  args: Partial<ListArgs>,
  numItems = 3,
): PagedList {
  return new PagedList(
    async (paginationOpts) =>
      await caller.query(api.jobs.list, {
        ...allJobs,
        ...args,
        paginationOpts,
      }),
    numItems,
  );
}

function idsOf(jobs: readonly Job[]): string[] {
  return jobs.map((job) => job._id);
}

/** All jobs in the order of domain/jobOrder.ts. */
function inOrder(jobs: readonly Job[], sort: JobSort): Job[] {
  const sortKeyOf = (job: Job) =>
    jobSortKey(
      { ...job, id: job._id, createdAt: job._creationTime },
      sort,
      NOW,
    );
  return [...jobs].sort((a, b) => compareSortKeys(sortKeyOf(a), sortKeyOf(b)));
}

type Dates = {
  estimate: number | null;
  install: number | null;
  status: JobStatus;
};

async function addJobs(
  caller: Caller,
  dates: readonly Dates[],
): Promise<Id<"jobs">[]> {
  const ids: Id<"jobs">[] = [];
  for (const { estimate, install, status } of dates)
    ids.push(
      await caller.mutation(
        api.jobs.create,
        aNewJob({
          job_status: status,
          ...(estimate === null
            ? {}
            : { job_estimate_date: NOW + estimate * HOUR }),
          ...(install === null
            ? {}
            : { job_install_date: NOW + install * HOUR }),
        }),
      ),
    );
  return ids;
}

/** Few distances, so that many jobs tie. */
const anyDistance = fc.option(fc.integer({ min: -4, max: 4 }), { nil: null });
const anyDates = fc.record({
  estimate: anyDistance,
  install: anyDistance,
  status: fc.constantFrom<JobStatus>("lead", "approved"),
});

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
            const wanted = all.filter(
              (job) => status === null || job.job_status === status,
            );
            const pages = listed(anna, { sort, status }, numItems);
            expect(idsOf(await pages.loadAll())).toEqual(
              idsOf(inOrder(wanted, sort)),
            );
            const found = listed(
              anna,
              { sort, status, search: "elm" },
              numItems,
            );
            expect(idsOf(await found.loadAll())).toEqual(
              idsOf(inOrder(wanted, sort)),
            );
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
    await addJobs(anna, [
      { estimate: null, install: null, status: "cancelled" },
    ]);
    expect(await listed(anna, {}).loadAll()).toHaveLength(1);
    expect(await listed(anna, { status: "cancelled" }).loadAll()).toHaveLength(
      1,
    );
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
    expect(idsOf(await listed(anna, { search: second }).loadAll())).toEqual([
      second,
    ]);
  });

  it("finds nothing for other text, another status or another workspace", async () => {
    const { anna, bo } = await openWithJobs();
    expect(await listed(anna, { search: "elm oak" }).loadAll()).toEqual([]);
    expect(
      await listed(anna, { search: "elm", status: "approved" }).loadAll(),
    ).toEqual([]);
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
  ] as const)(
    "sorts and filters the results by a new %s",
    async (_, change, args) => {
      const { anna, second } = await openWithJobs();
      await anna.mutation(
        api.jobs.create,
        aNewJob({ job_address: "9 Oak Lane" }),
      );
      await anna.mutation(api.jobs.update, { id: second, ...change });
      const found = await listed(anna, { ...args, search: "lane" }).loadAll();
      expect(idsOf(found)[0]).toBe(second);
    },
  );

  it("finds a job by its new customer, and not by the former one", async () => {
    const { anna, first } = await openWithJobs();
    await anna.mutation(api.jobs.update, {
      id: first,
      job_customer_id: "C-1002",
    });
    const found = async (search: string) =>
      idsOf(await listed(anna, { search }).loadAll());
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
    expect(
      idsOf(
        await listed(anna, { search: "birch", status: "approved" }).loadAll(),
      ),
    ).toEqual([first]);
    expect(await listed(anna, { search: "elm" }).loadAll()).toEqual([]);
    expect(await listed(anna, { search: "dog" }).loadAll()).toEqual([]);
    const byDistance = await listed(anna, {
      search: "c",
      sort: "nearest",
    }).loadAll();
    expect(byDistance.map((job) => job.job_estimate_date)).toEqual([
      NOW,
      undefined,
    ]);
  });
});

describe("the pages of a list that changes", () => {
  const spread = Array.from({ length: 12 }, (_, at): Dates => ({
    estimate: at % 3 === 2 ? null : at + 1,
    install: at % 4 === 1 ? -at : null,
    status: "lead",
  }));

  it.each(["nearest", "farthest"] as const)(
    "the pages of a list by %s never miss or repeat a job when jobs are added, moved or deleted",
    async (sort) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(), anyDates), {
            minLength: 1,
            maxLength: 6,
          }),
          fc.constantFrom("", "elm"),
          async (changes, search) => {
            const { anna } = openForTwo();
            const ids = await addJobs(anna, spread);
            const pages = listed(anna, { sort, search });
            await pages.load();
            await pages.loadMore();
            await pages.load();
            for (const [pick, dates] of changes) {
              const id = ids[pick % ids.length];
              if (pick % 3 === 0) ids.push(...(await addJobs(anna, [dates])));
              else if (pick % 3 === 1 && id) {
                await anna.mutation(api.jobs.deleteJob, { id });
                ids.splice(pick % ids.length, 1);
              } else if (id)
                await anna.mutation(api.jobs.update, {
                  id,
                  job_estimate_date:
                    dates.estimate === null
                      ? null
                      : NOW + dates.estimate * HOUR,
                });
            }
            const all = inOrder(await anna.query(api.jobs.getAll, {}), sort);
            const { jobs } = await pages.load();
            expect(idsOf(jobs)).toEqual(idsOf(all).slice(0, jobs.length));
            expect(idsOf(await pages.loadAll())).toEqual(idsOf(all));
          },
        ),
        { numRuns: 8 },
      );
    },
  );

  it.each(JOB_SORTS)(
    "the pages of a list by %s end at the end cursor of the client",
    async (sort) => {
      const { anna } = openForTwo();
      await addJobs(anna, spread);
      const queryPage = async (cursor: string | null, endCursor?: string) =>
        await anna.query(api.jobs.list, {
          ...allJobs,
          sort,
          paginationOpts: {
            numItems: 2,
            cursor,
            ...(endCursor === undefined ? {} : { endCursor }),
          },
        });
      const first = await queryPage(null);
      const second = await queryPage(first.continueCursor);
      const both = await queryPage(null, second.continueCursor);
      expect(idsOf(both.page)).toEqual(idsOf([...first.page, ...second.page]));
      expect(both.isDone).toBe(false);
      expect(
        (await queryPage(second.continueCursor, second.continueCursor)).page,
      ).toEqual([]);
    },
  );

  it("the pages of a list recommend a split into two halves with fixed ends", async () => {
    const { anna } = openForTwo();
    await addJobs(anna, spread);
    const page = await anna.query(api.jobs.list, {
      ...allJobs,
      sort: "nearest",
      paginationOpts: { numItems: 4, cursor: null },
    });
    expect(page).toMatchObject({
      isDone: false,
      pageStatus: "SplitRecommended",
    });
    const half = await anna.query(api.jobs.list, {
      ...allJobs,
      sort: "nearest",
      paginationOpts: {
        numItems: 4,
        cursor: null,
        endCursor: page.splitCursor ?? null,
      },
    });
    expect(idsOf(half.page)).toEqual(idsOf(page.page).slice(0, 2));
    expect(half.pageStatus).toBeUndefined();
  });
});

describe("lists of many jobs", () => {
  const tooMany = {
    code: "CONFLICT",
    message:
      "There are too many jobs for one list. Search for them, or go through them by page.",
  };

  async function openWithMany(count: number, job_notes: string) {
    const { anna } = openForTwo();
    const id = await anna.mutation(
      api.jobs.create,
      aNewJob({ job_estimate_date: NOW, job_notes }),
    );
    const fields = await anna.run(async (ctx) => {
      const job = await ctx.db.get("jobs", id);
      const row = await ctx.db.query("jobSummaries").first();
      if (!job || !row) throw new Error("The job is missing.");
      const words = await ctx.db.query("searchWords").collect();
      const elm = words.find(({ word, of }) => word === "elm" && of === "jobs");
      if (!elm) throw new Error("The job has no word.");
      return {
        job: withoutSystem(job),
        row: withoutSystem(row),
        word: withoutSystem(elm),
      };
    });
    await anna.run(async (ctx) => {
      for (let at = 1; at < count; at++) {
        const job_estimate_date = NOW + at * HOUR * (at % 2 === 0 ? 1 : -1);
        const jobId = await ctx.db.insert("jobs", {
          ...fields.job,
          job_estimate_date,
        });
        await ctx.db.insert("jobSummaries", {
          ...fields.row,
          jobId,
          jobCreatedAt: at,
          job_estimate_date,
        });
        await ctx.db.insert("searchWords", {
          ...fields.word,
          rowId: jobId,
          createdAt: at,
        });
      }
    });
    return anna;
  }

  it.each([
    ["limits an enormous page to 200 jobs", 1e9, 200],
    ["limits an infinite page to 200 jobs", Infinity, 200],
    ["gives one job for a page size of 0", 0, 1],
    ["gives one job for a negative page size", -17, 1],
    ["rounds a fractional page size down", 2.5, 2],
    ["gives one job for a page size of NaN", NaN, 1],
  ])("a list of many jobs %s", async (_, numItems, expected) => {
    const anna = await openWithMany(201, "");
    for (const sort of ["created_desc", "nearest"] as const) {
      const { page } = await anna.query(api.jobs.list, {
        ...allJobs,
        sort,
        paginationOpts: { numItems, cursor: null, maximumRowsRead: 0 },
      });
      expect(page).toHaveLength(expected);
    }
  });

  it("a list of many jobs with the longest notes is paged, and refused as a whole", async () => {
    // 12,000 bytes of notes each: more than the 14 MiB that one list reads.
    const anna = await openWithMany(
      1_250,
      "\u96E8".repeat(TEXT_LIMITS.job_notes.max),
    );
    const { jobs } = await listed(anna, { sort: "nearest" }, 50).load();
    expect(jobs).toHaveLength(50);
    expect(await refusalOf(anna.query(api.jobs.getAll, {}))).toEqual(tooMany);
  });
});

function withoutSystem<
  Row extends Doc<"jobs" | "jobSummaries" | "searchWords">,
>(row: Row): Omit<Row, "_id" | "_creationTime"> {
  const { _id, _creationTime, ...fields } = row;
  return fields;
}
