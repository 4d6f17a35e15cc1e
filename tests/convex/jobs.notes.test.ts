import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { DERIVED_VERSION, TOTALS_VERSION } from "@domain/names/search";
import { aNewJob } from "../support/builders";
import { openForTwo, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function create(caller: Caller, job_notes: string) {
  return await caller.mutation(api.jobs.create, aNewJob({ job_notes }));
}

async function found(
  caller: Caller,
  search: string,
  view: { sort?: "nearest"; status?: "lead" | "approved" } = {},
): Promise<string[]> {
  const { jobs } = await caller.query(api.jobs.search, {
    ...{ search, now: 0, count: 9 },
    sort: view.sort ?? "created_desc",
    status: view.status ?? null,
  });
  return jobs.map(({ _id }) => _id);
}

const PLACES = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** The stored words of each row. */
async function storedWords(caller: Caller): Promise<string[][]> {
  return await caller.run(async (ctx) => {
    const rows = await ctx.db.query("noteWords").collect();
    return rows.map((row) => PLACES.flatMap((place) => row[place] ?? []).sort());
  });
}

describe("the search of notes", () => {
  it("finds notes by the beginnings of their words in any order, without accents, in each order and status", async () => {
    const { anna, bo } = openForTwo();
    const cafe = await create(anna, "Ring at the Café; gate code 4417");
    const gate = await create(anna, "The gate sticks");
    await create(bo, "Gate code 4417");
    expect(await found(anna, "gat")).toEqual([gate, cafe]);
    expect(await found(anna, "441 CAFÉ")).toEqual([cafe]);
    expect(await found(anna, "ate")).toEqual([]);
    expect(await found(anna, "gate", { sort: "nearest" })).toEqual([gate, cafe]);
    expect(await found(anna, "gate", { status: "lead" })).toHaveLength(2);
    expect(await found(anna, "gate", { status: "approved" })).toEqual([]);
  });

  it("stores eight words of notes to a row, and of a changed note only the difference", async () => {
    const { anna } = openForTwo();
    const id = await create(anna, "one two three four five six seven eight");
    const all = ["eight", "five", "four", "one", "seven", "six", "three"];
    expect(await storedWords(anna)).toEqual([[...all, "two"]]);
    const change = async (job_notes: string | null) =>
      await anna.mutation(api.jobs.update, { id, job_notes });
    await change("one nine three four five six seven eight ten");
    expect(await storedWords(anna)).toEqual([
      ["eight", "five", "four", "nine", "one", "seven", "six", "three"],
      ["ten"],
    ]);
    expect(await found(anna, "two")).toEqual([]);
    await change("Ten");
    expect(await storedWords(anna)).toEqual([["ten"]]);
    await change(null);
    expect(await storedWords(anna)).toEqual([]);
  });

  it("finds the notes of a deleted job again once it is restored", async () => {
    const { anna } = openForTwo();
    const id = await create(anna, "The gate sticks");
    await anna.mutation(api.jobs.deleteJob, { id });
    expect(await storedWords(anna)).toEqual([]);
    const { page } = await anna.query(api.changes.deleted, {
      paginationOpts: { numItems: 9, cursor: null },
    });
    await anna.mutation(api.changes.restore, { id: page[0]!._id });
    expect(await found(anna, "gate")).toEqual([id]);
  });
});

/** As the version before stored notes: those with accents a second time, in the summary. */
async function storeAsBefore(
  caller: Caller,
  folded: Readonly<Record<Id<"jobs">, string>>,
): Promise<void> {
  await caller.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("noteWords").collect())
      await ctx.db.delete("noteWords", _id);
    for (const { _id, jobId } of await ctx.db.query("jobSummaries").collect())
      await ctx.db.patch("jobSummaries", _id, { foldedNotes: folded[jobId] });
    for (const { _id } of await ctx.db.query("derivedVersions").collect())
      await ctx.db.patch("derivedVersions", _id, { version: TOTALS_VERSION });
  });
}

describe("the rebuild of notes", () => {
  it("finds the notes of the version before until it and after it, and not by words that a change has removed", async () => {
    const { t, anna } = openForTwo();
    const plain = await create(anna, "The gate sticks");
    const cafe = await create(anna, "Ring at the Café");
    const creme = await create(anna, "Trim: crème");
    await storeAsBefore(anna, {
      [cafe]: "ring at the cafe",
      [creme]: "trim creme",
    });
    const expectFound = async () => {
      expect(await found(anna, "gate")).toEqual([plain]);
      expect(await found(anna, "cafe ring")).toEqual([cafe]);
    };
    await expectFound();
    expect(await found(anna, "creme")).toEqual([creme]);
    // The first change puts the office into the queue of the rebuild.
    await anna.mutation(api.jobs.update, { id: creme, job_notes: "Trim: été" });
    await expectFound();
    expect(await found(anna, "creme")).toEqual([]);
    expect(await found(anna, "ete")).toEqual([creme]);
    for (let round = 0; round < 12; round++) {
      vi.advanceTimersByTime(1);
      await t.finishInProgressScheduledFunctions();
      await expectFound();
    }
    expect(await storedWords(anna)).toHaveLength(3);
    const summaries = await anna.run(async (ctx) => await ctx.db.query("jobSummaries").collect());
    expect(summaries.filter((row) => "foldedNotes" in row)).toEqual([]);
    const [derived] = await anna.run(
      async (ctx) => await ctx.db.query("derivedVersions").collect(),
    );
    expect(derived).toMatchObject({ version: DERIVED_VERSION });
  });
});
