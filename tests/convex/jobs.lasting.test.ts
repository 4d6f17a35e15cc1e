import { expect, it } from "vitest";
import fc from "fast-check";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { MAX_LENGTH } from "@domain/job/jobInput";
import { aNewJob, FRIDAY_2_PM } from "../support/builders";
import { openForTwo } from "../support/convexHarness";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = FRIDAY_2_PM;

type Office = ReturnType<typeof openForTwo>["anna"];

async function lastingAt(anna: Office, time = at): Promise<string[]> {
  const jobs = await anna.query(api.jobs.listLasting, { at: time });
  return jobs.map((job) => job.job_address);
}

async function install(
  anna: Office,
  job_address: string,
  [begins, length]: readonly [number, number?],
) {
  return await anna.mutation(api.jobs.create, {
    ...aNewJob({ job_address, job_install_date: begins }),
    ...(length !== undefined && { job_install_length: length }),
  });
}

it("lists the jobs with a visit that lasts beyond a time, by its begin", async () => {
  const { anna, bo } = openForTwo();
  await install(anna, "since yesterday", [at - DAY, 2 * 1440]);
  await install(anna, "since a week", [at - 7 * DAY, 8 * 1440]);
  await install(anna, "over night", [at - 4 * HOUR, 6 * 60]);
  await install(anna, "over", [at - 2 * DAY, 600]);
  await install(anna, "without a length", [at - HOUR]);
  await install(anna, "later", [at, 2 * 1440]);
  await anna.mutation(api.jobs.create, {
    ...aNewJob({ job_address: "estimate" }),
    ...{ job_estimate_date: at - 2 * DAY, job_estimate_length: 3 * 1440 },
  });
  expect(await lastingAt(anna)).toEqual([
    "since a week",
    "estimate",
    "since yesterday",
    "over night",
  ]);
  expect(await lastingAt(bo)).toEqual([]);
});

it("follows a visit that is moved, shortened, deleted and restored", async () => {
  const { anna } = openForTwo();
  const id = await install(anna, "long", [at - DAY, 2 * 1440]);
  await anna.mutation(api.jobs.update, { id, job_install_length: 600 });
  expect(await lastingAt(anna)).toEqual([]);
  await anna.mutation(api.jobs.update, { id, job_install_length: 4000 });
  await anna.mutation(api.jobs.update, { id, job_install_date: at + 1 });
  expect(await lastingAt(anna)).toEqual([]);
  expect(await lastingAt(anna, at + DAY)).toEqual(["long"]);
  await anna.mutation(api.jobs.deleteJob, { id });
  expect(await lastingAt(anna, at + DAY)).toEqual([]);
  const [entry] = await anna.query(api.changes.recent, {});
  await anna.mutation(api.changes.undo, { id: entry!._id as Id<"changes"> });
  expect(await lastingAt(anna, at + DAY)).toEqual(["long"]);
});

it("lists each visit that lasts beyond a time, and none that ends two hours before", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: MAX_LENGTH }),
      fc.integer({ min: -MAX_LENGTH, max: MAX_LENGTH + 240 }),
      async (length, since) => {
        const { anna } = openForTwo();
        await install(anna, "one", [at - since * MINUTE, length]);
        const isListed = (await lastingAt(anna)).length > 0;
        if (since > 0 && since < length) expect(isListed).toBe(true);
        if (since <= 0 || since >= length + 120) expect(isListed).toBe(false);
      },
    ),
    { numRuns: 40 },
  );
});

it("a phone's copy has the jobs that last into its days, within the limit of jobs", async () => {
  const { anna } = openForTwo();
  await install(anna, "long", [at - 3 * DAY, 5 * 1440]);
  await install(anna, "over", [at - 3 * DAY, 600]);
  await install(anna, "today", [at]);
  const range = { from: at - HOUR, until: at + DAY };
  const copy = await anna.query(api.jobs.forDevice, range);
  expect(copy.jobs.map((job) => job.job_address)).toEqual(["long", "today"]);
  expect(copy.until).toBe(range.until);
});

it("lists the last forty visits to begin", async () => {
  const { anna } = openForTwo();
  await install(anna, "first", [at - 2 * DAY, 4 * 1440]);
  await anna.run(async (ctx) => {
    const job = (await ctx.db.query("jobs").first())!;
    const summary = (await ctx.db.query("jobSummaries").first())!;
    const { _id, _creationTime, ...fields } = job;
    const { _id: _summary, _creationTime: _created, ...rest } = summary;
    for (let index = 1; index <= 40; index++) {
      const date = { job_install_date: at - 2 * DAY + index };
      const jobId = await ctx.db.insert("jobs", {
        ...{ ...fields, ...date, job_address: String(index) },
      });
      await ctx.db.insert("jobSummaries", { ...rest, ...date, jobId });
    }
  });
  const listed = await lastingAt(anna);
  expect(listed).toHaveLength(40);
  expect(listed).not.toContain("first");
});
