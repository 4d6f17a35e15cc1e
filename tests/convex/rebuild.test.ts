import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Doc } from "@convex/_generated/dataModel";
import { DERIVED_VERSION, TOTALS_VERSION } from "@domain/names/search";
import { aNewCustomer, aNewJob } from "../support/builders";
import { openForTwo, type Caller } from "../support/convexHarness";
import { listed } from "../support/listedJobs";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Marker = Pick<Doc<"derivedVersions">, "version" | "step">;

/** Anna's office with one job, and the marker that an earlier version left. */
async function openWith(marker: Marker | null) {
  const { t, anna, bo } = openForTwo();
  await anna.mutation(api.jobs.create, aNewJob({ job_address: "4 Elm Street" }));
  await t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("derivedVersions").collect())
      if (marker === null) await ctx.db.delete("derivedVersions", _id);
      else await ctx.db.patch("derivedVersions", _id, marker);
  });
  return { t, anna, bo };
}

async function finish(t: Caller): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    vi.advanceTimersByTime(1);
    await t.finishInProgressScheduledFunctions();
  }
}

const status = async (t: Caller) => await t.query(internal.rebuild.status, {});

const REBUILT = {
  version: DERIVED_VERSION,
  workspaces: 1,
  rebuilt: 1,
  running: null,
  waiting: 0,
  failed: [],
};

const UNMARKED: readonly (readonly [string, Marker | null])[] = [
  ["that an earlier version was rebuilding", { version: 4, step: "jobs" }],
  ["of a version before search words", null],
];

describe("the rebuild of derived rows", () => {
  it.each(UNMARKED)(
    "makes the rows of an office %s found, from its first change on",
    async (_name, marker) => {
      const { t, anna } = await openWith(marker);
      expect(await anna.query(api.workspace.isSearchReady, {})).toBe(false);
      await anna.mutation(api.jobs.create, aNewJob());
      await finish(t);
      expect(await anna.query(api.workspace.isSearchReady, {})).toBe(true);
      expect(await status(t)).toEqual(REBUILT);
    },
  );

  it("until its rebuild an office's calendar has the jobs with a date, and no others", async () => {
    const { anna } = await openWith({ version: 4, step: "jobs" });
    const at = Date.UTC(2026, 10, 20, 9);
    await anna.mutation(
      api.jobs.create,
      aNewJob({ job_address: "5 Elm Street", job_install_date: at }),
    );
    expect(await anna.query(api.workspace.isSearchReady, {})).toBe(false);
    for (const args of [{}, { range: { from: at, until: at + 1 } }]) {
      const dates = await anna.query(api.jobs.listDates, args);
      expect(dates).toMatchObject([{ job_address: "5 Elm Street" }]);
    }
  });

  it("until its rebuild an order by date lists the jobs without summaries too", async () => {
    const { t, anna } = await openWith({ version: 1, step: "jobs" });
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("jobSummaries").collect())
        await ctx.db.delete("jobSummaries", _id);
    });
    const found = listed(anna, { sort: "nearest", search: "elm" });
    expect(await found.loadAll()).toMatchObject([{ job_address: "4 Elm Street" }]);
  });

  it("the rebuild of an office is not started by another office's change, nor for a current office", async () => {
    const { t, bo } = await openWith({ version: DERIVED_VERSION - 1 });
    await bo.mutation(api.jobs.create, aNewJob());
    await finish(t);
    expect(await status(t)).toEqual({ ...REBUILT, workspaces: 2 });
  });

  it("writes the search words of a customer in the form of this version", async () => {
    const { t, anna } = await openWith({ version: DERIVED_VERSION - 1 });
    await anna.mutation(api.customers.create, aNewCustomer({ customer_name: "Łukasz O'Brien" }));
    // As version 5 has stored them: with the letter, and without the part after the apostrophe.
    await t.run(async (ctx) => {
      for (const { _id, word } of await ctx.db.query("searchWords").collect())
        if (word.startsWith("brien")) await ctx.db.delete("searchWords", _id);
        else if (word.startsWith("lukasz"))
          await ctx.db.patch("searchWords", _id, { word: "łukasz obrien" });
    });
    const found = async (term: string) => (await anna.query(api.customers.search, { term })).length;
    expect([await found("lukasz"), await found("brien")]).toEqual([0, 0]);
    await anna.mutation(api.jobs.create, aNewJob());
    await finish(t);
    expect([await found("lukasz"), await found("brien")]).toEqual([1, 1]);
    expect(await status(t)).toEqual(REBUILT);
  });

  it("starts over for a version that is deployed while an office waits", async () => {
    const { t, anna } = await openWith({ version: TOTALS_VERSION - 1 });
    await anna.mutation(api.jobs.create, aNewJob());
    await t.run(async (ctx) => {
      const [queued] = await ctx.db.query("rebuilds").collect();
      const [derived] = await ctx.db.query("derivedVersions").collect();
      const version = DERIVED_VERSION + 1;
      await ctx.db.patch("rebuilds", queued!._id, { version });
      await ctx.db.patch("derivedVersions", derived!._id, {
        requested: version,
      });
    });
    await finish(t);
    expect(await status(t)).toEqual(REBUILT);
  });

  it("resumes by rebuild:start after an import, which loses what was scheduled", async () => {
    const { t, anna } = await openWith({ version: TOTALS_VERSION - 1 });
    await anna.mutation(api.jobs.create, aNewJob());
    await t.run(async (ctx) => {
      const [queued] = await ctx.db.query("rebuilds").collect();
      await ctx.scheduler.cancel(
        ctx.db.system.normalizeId("_scheduled_functions", queued!.scheduledId!)!,
      );
      await ctx.db.patch("rebuilds", queued!._id, {
        scheduledId: "of-another-deployment",
      });
    });
    await finish(t);
    expect(await status(t)).toMatchObject({ rebuilt: 0 });
    await t.mutation(internal.rebuild.start, {});
    await finish(t);
    expect(await status(t)).toEqual(REBUILT);
  });
});
