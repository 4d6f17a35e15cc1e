import {
  cronJobs,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
  type Crons,
} from "convex/server";
import { describe, expect, test } from "vitest";
import { type CronSchedule, nextRun, readCrons, skippedRuns } from "../../src/runtime/cronSpecs";
import { Registry } from "../../src/runtime/registry";
import { StartupError } from "../../src/store/errors";

const run = makeFunctionReference<"mutation">("work:run");

function declared(declare: (crons: Crons) => void): CronSchedule[] {
  const crons = cronJobs();
  declare(crons);
  return readCrons({ default: crons }).map(({ schedule }) => schedule);
}

/** A Wednesday. */
const NOW = "2026-11-25T10:30:00.000Z";

function nextRuns(schedule: CronSchedule, count: number): string[] {
  const times: string[] = [];
  for (let now = Date.parse(NOW); times.length < count;) {
    now = nextRun(schedule, null, now);
    times.push(new Date(now).toISOString());
  }
  return times;
}

describe("the times of a schedule", () => {
  test.each<[string, (crons: Crons) => void, string[]]>([
    [
      "every hour at minute 0 without a minute",
      (crons) => crons.hourly("a", {}, run),
      ["2026-11-25T11:00:00.000Z", "2026-11-25T12:00:00.000Z"],
    ],
    [
      "every hour at a minute",
      (crons) => crons.hourly("a", { minuteUTC: 45 }, run),
      ["2026-11-25T10:45:00.000Z", "2026-11-25T11:45:00.000Z"],
    ],
    [
      "every day",
      (crons) => crons.daily("a", { hourUTC: 10, minuteUTC: 30 }, run),
      ["2026-11-26T10:30:00.000Z", "2026-11-27T10:30:00.000Z"],
    ],
    [
      "every week",
      (crons) => crons.weekly("a", { dayOfWeek: "sunday", hourUTC: 4 }, run),
      ["2026-11-29T04:00:00.000Z", "2026-12-06T04:00:00.000Z"],
    ],
    [
      "every month that has the day",
      (crons) => crons.monthly("a", { day: 31, hourUTC: 23, minuteUTC: 59 }, run),
      ["2026-12-31T23:59:00.000Z", "2027-01-31T23:59:00.000Z", "2027-03-31T23:59:00.000Z"],
    ],
    [
      "by a cron string",
      (crons) => crons.cron("a", "*/20 9-11 * * MON-FRI", run),
      ["2026-11-25T10:40:00.000Z", "2026-11-25T11:00:00.000Z"],
    ],
    [
      "by a cron string with a step from a number",
      (crons) => crons.cron("a", "5/30 * * * *", run),
      ["2026-11-25T10:35:00.000Z", "2026-11-25T11:05:00.000Z"],
    ],
    [
      "by a cron string with a day of the month or of the week",
      (crons) => crons.cron("a", "0 0 1 * 5", run),
      ["2026-11-27T00:00:00.000Z", "2026-12-01T00:00:00.000Z"],
    ],
  ])("%s", (_, declare, times) => {
    const [schedule] = declared(declare);
    expect(nextRuns(schedule!, times.length)).toEqual(times);
  });

  test.each<["seconds" | "minutes" | "hours", number]>([
    ["seconds", 1_000],
    ["minutes", 60_000],
    ["hours", 3_600_000],
  ])("an interval of 2 %s begins at once and keeps its rhythm", (unit, ms) => {
    const schedule: CronSchedule = { type: "interval", [unit]: 2 };
    expect(nextRun(schedule, null, 5)).toBe(5);
    expect(nextRun(schedule, 5, 6)).toBe(5 + 2 * ms);
    expect(skippedRuns(schedule, 5, 6)).toBe(0);
    // The time that is just now is not skipped.
    expect(nextRun(schedule, 5, 5 + 4 * ms)).toBe(5 + 4 * ms);
    expect(skippedRuns(schedule, 5, 5 + 4 * ms)).toBe(1);
    expect(nextRun(schedule, 5, 6 + 4 * ms)).toBe(5 + 6 * ms);
    expect(skippedRuns(schedule, 5, 6 + 4 * ms)).toBe(2);
  });
});

describe("what is refused, with Convex's sentences", () => {
  const registry = (crons: object) =>
    new Registry(
      {
        crons: { ...crons },
        work: { run: mutationGeneric(() => null), read: queryGeneric(() => 1) },
      },
      { nameOf: () => null, exists: () => false },
    );
  const withCron = (cron: string, name = "work:run") => {
    const crons = cronJobs();
    crons.cron("a", cron, makeFunctionReference<"mutation">(name));
    return { default: crons };
  };

  test.each([
    ["no default export", {}, "must have a default export of a Crons object."],
    ["another object", { default: {} }, "is not a Crons object."],
    [
      "an unknown function",
      withCron("* * * * *", "work:missing"),
      "The cron job 'a' schedules a function that does not exist: work:missing",
    ],
    [
      "a query",
      withCron("* * * * *", "work:read"),
      "The cron job 'a' schedules a query function, only actions and mutations can be scheduled: work:read",
    ],
    [
      "a time that never comes",
      withCron("0 0 31 2 *"),
      'The cron spec "0 0 31 2 *" will never match any time',
    ],
    ["a minute 61", withCron("61 * * * *"), "The cron job 'a' has an invalid schedule."],
    ["six fields", withCron("* * * * * *"), "The cron job 'a' has an invalid schedule."],
    ["no fields", withCron(""), "The cron job 'a' has an invalid schedule."],
  ])("%s", (_, crons, sentence) => {
    expect(() => registry(crons)).toThrow(StartupError);
    expect(() => registry(crons)).toThrow(sentence);
  });

  test("accepts mutations and actions", () => {
    expect(registry(withCron("* * * * *")).crons).toEqual([
      {
        name: "a",
        path: "work:run",
        args: {},
        schedule: { type: "cron", cron: "* * * * *" },
      },
    ]);
  });
});
