import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewJob, FRIDAY_2_PM } from "../support/builders";
import { openForTwo, refusalOf, refused } from "../support/convexHarness";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const from = FRIDAY_2_PM;
const until = from + 8 * DAY;

describe("jobs.forDevice", () => {
  it("returns whole jobs with a time in the range, each once, and their customers", async () => {
    const { anna, bo } = openForTwo();
    const add = async (address: string, dates: object) =>
      await anna.mutation(api.jobs.create, {
        ...aNewJob({ job_address: address, job_notes: `Notes of ${address}` }),
        ...dates,
      });
    await add("before", { job_estimate_date: from - 1 });
    await add("first", { job_estimate_date: from });
    await add("both", {
      job_estimate_date: from + HOUR,
      job_install_date: from + DAY,
    });
    await add("install", { job_install_date: until - 1 });
    await add("after", { job_install_date: until });
    await add("undated", {});

    const copy = await anna.query(api.jobs.forDevice, { from, until });
    expect(copy.until).toBe(until);
    expect(copy.jobs.map((job) => job.job_address)).toEqual(["first", "both", "install"]);
    expect(copy.jobs[0]?.job_notes).toBe("Notes of first");
    expect(copy.customers.map((customer) => customer.customer_id)).toEqual(
      copy.jobs.map((job) => job.job_customer_id),
    );
    expect(await bo.query(api.jobs.forDevice, { from, until })).toEqual({
      jobs: [],
      customers: [],
      templates: {},
      settings: {},
      until,
    });
  });

  it("a copy for a device with too many installs ends at the first that it lacks", async () => {
    const { anna } = openForTwo();
    const at = (index: number) => from + index * HOUR;
    await anna.mutation(api.jobs.create, aNewJob());
    await anna.run(async (ctx) => {
      const { _id, _creationTime, ...job } = (await ctx.db.query("jobs").first())!;
      for (let index = 0; index < 202; index++)
        await ctx.db.insert("jobs", {
          ...{ ...job, job_install_date: at(index / 2) },
        });
    });
    const copy = await anna.query(api.jobs.forDevice, { from, until });
    expect(copy.until).toBe(at(100));
    expect(copy.jobs).toHaveLength(200);
  });

  it.each([
    ["ends before it begins", { from, until: from - 1 }],
    ["is empty", { from, until: from }],
    ["is longer than ten days", { from, until: from + 10 * DAY + 1 }],
    ["is no number", { from: Number.NaN, until }],
  ])("refuses a range that %s", async (_, range) => {
    const { anna } = openForTwo();
    expect(await refusalOf(anna.query(api.jobs.forDevice, range))).toEqual(
      refused("until", "A copy holds from one to ten days."),
    );
  });
});
