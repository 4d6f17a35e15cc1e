import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewJob, FRIDAY_2_PM } from "../support/builders";
import { openForTwo } from "../support/convexHarness";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const from = FRIDAY_2_PM;
const until = from + 8 * DAY;

describe("jobs.forDevice", () => {
  it("answers a crowded range in parts that follow each other", async () => {
    const { anna } = openForTwo();
    const at = (index: number) => from + index * HOUR;
    for (let index = 0; index < 205; index++)
      await anna.mutation(
        api.jobs.create,
        aNewJob({
          job_address: String(index),
          job_estimate_date: at(index / 2),
        }),
      );
    await anna.mutation(
      api.jobs.create,
      aNewJob({ job_address: "late install", job_install_date: at(103) }),
    );
    const first = await anna.query(api.jobs.forDevice, { from, until });
    expect(first.until).toBe(at(100));
    expect(first.jobs.map((job) => job.job_address)).toEqual(
      Array.from({ length: 200 }, (_, index) => String(index)),
    );
    const rest = await anna.query(api.jobs.forDevice, {
      from: first.until,
      until,
    });
    expect(rest.until).toBe(until);
    expect(rest.jobs.map((job) => job.job_address)).toEqual([
      "200",
      "201",
      "202",
      "203",
      "204",
      "late install",
    ]);
  });
});
