import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Doc } from "@convex/_generated/dataModel";
import { JOB_SORTS } from "@domain/job/jobOrder";
import { TEXT_LIMITS } from "@domain/calls/inputLimits";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf } from "../support/convexHarness";
import {
  addJobs,
  allJobs,
  anyDates,
  HOUR,
  idsOf,
  inOrder,
  listed,
  NOW,
  type Dates,
} from "../support/listedJobs";

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
                  job_estimate_date: dates.estimate === null ? null : NOW + dates.estimate * HOUR,
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
      expect((await queryPage(second.continueCursor, second.continueCursor)).page).toEqual([]);
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
    message: "There are too many jobs for one list. Search for them, or go through them by page.",
  };

  async function openWithMany(count: number, job_notes: string) {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob({ job_estimate_date: NOW, job_notes }));
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
    const anna = await openWithMany(1_250, "\u96E8".repeat(TEXT_LIMITS.job_notes.max));
    const { jobs } = await listed(anna, { sort: "nearest" }, 50).load();
    expect(jobs).toHaveLength(50);
    expect(await refusalOf(anna.query(api.jobs.getAll, {}))).toEqual(tooMany);
  });
});

function withoutSystem<Row extends Doc<"jobs" | "jobSummaries" | "searchWords">>(
  row: Row,
): Omit<Row, "_id" | "_creationTime"> {
  const { _id, _creationTime, ...fields } = row;
  return fields;
}
