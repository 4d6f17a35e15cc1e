import { describe, expect, it } from "vitest";
import { copiedDay, type DayCopy } from "@/offline/days/copiedDay";
import {
  copiedRange,
  isExpired,
  isRefreshDue,
  picturesToDrop,
  withDay,
} from "@/offline/days/copyRules";
import { dayRange } from "@domain/dates/days";
import { aJob } from "../../../support/builders";
import { inZone } from "../../../support/zones";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = new Date(2026, 10, 20, 13).getTime();

const copyOf = (jobs: DayCopy["jobs"], change: Partial<DayCopy> = {}) => ({
  jobs,
  customers: new Map(),
  range: copiedRange(now),
  savedAt: now,
  ...change,
});

const jobAt = (id: string, at: number) => aJob({ _id: id as never, job_estimate_date: at });
const ids = (jobs: readonly { _id: string }[] | null) => jobs?.map(({ _id }) => _id);

it("holds the days from yesterday to six days ahead", () => {
  expect(copiedRange(now)).toEqual({
    from: dayRange("2026-11-19").from,
    until: dayRange("2026-11-26").until,
  });
});

describe("days of the copy", () => {
  it("a day of the copy has its jobs by their first time on it", () => {
    const { from } = dayRange("2026-11-21");
    const copy = copyOf([
      jobAt("late", from + 9 * 60 * MINUTE),
      jobAt("other day", from - 1),
      jobAt("early", from),
    ]);
    expect(ids(copiedDay(copy, dayRange("2026-11-21")))).toEqual(["early", "late"]);
  });

  it.each(["2026-11-18", "2026-11-27"])("a day of the copy is null outside: %s", (day) => {
    expect(copiedDay(copyOf([]), dayRange(day))).toBeNull();
  });

  it("a day of the copy is that of the zone in which the phone is now", () => {
    const at = Date.UTC(2026, 10, 21, 3);
    const copy = copyOf([jobAt("evening", at)], {
      range: { from: at - 3 * DAY, until: at + 3 * DAY },
    });
    const shownOn = (day: string) => ids(copiedDay(copy, dayRange(day)));
    inZone("America/New_York", () => {
      expect(shownOn("2026-11-20")).toEqual(["evening"]);
    });
    inZone("Asia/Kolkata", () => {
      expect(shownOn("2026-11-20")).toEqual([]);
      expect(shownOn("2026-11-21")).toEqual(["evening"]);
    });
  });
});

describe("days that the server answered", () => {
  const day = dayRange("2026-11-20");
  const other = dayRange("2026-11-21").from;
  const copy = copyOf([jobAt("stays", day.from), jobAt("leaves", day.from), jobAt("b", other)], {
    customers: new Map([["C-1001", {} as never]]),
  });

  it("a day from the server replaces the copied day, so that a job that left it is dropped", () => {
    const answered = [jobAt("stays", day.from + 1), jobAt("new", day.from)];
    const after = withDay(copy, day, answered);
    expect(ids(copiedDay(after.copy, day))).toEqual(["new", "stays"]);
    expect(ids(after.copy.jobs)).not.toContain("leaves");
    expect(ids(after.copy.jobs)).toContain("b");
    expect(after.isIncomplete).toBe(true);
  });

  it("a day from the server takes over a job that came from another day", () => {
    const answered = [
      jobAt("stays", day.from),
      jobAt("leaves", day.from),
      jobAt("b", day.from + 1),
    ];
    const after = withDay(copy, day, answered);
    expect(ids(copiedDay(after.copy, dayRange("2026-11-21")))).toEqual([]);
    expect(after.isIncomplete).toBe(false);
  });

  it("a day from the server is incomplete if a customer is not in the copy", () => {
    const answered = [...copy.jobs.slice(0, 2)].map((job) => ({
      ...job,
      job_customer_id: "C-1009",
    }));
    expect(withDay(copy, day, answered).isIncomplete).toBe(true);
  });
});

it.each([
  ["there is none", null, true],
  ["it is fresh", copyOf([], { savedAt: now - 14 * MINUTE }), false],
  ["it is 15 minutes old", copyOf([], { savedAt: now - 15 * MINUTE }), true],
  ["the clock was set back", copyOf([], { savedAt: now + MINUTE }), true],
  ["a new day began", copyOf([], { savedAt: now - MINUTE, range: copiedRange(now - DAY) }), true],
])("the copy is read again, or not, when %s", (_, copy, isDue) => {
  expect(isRefreshDue(copy, now)).toBe(isDue);
});

it("a copy expires 7 days after the last contact", () => {
  expect(isExpired(now - 7 * DAY, now)).toBe(false);
  expect(isExpired(now - 7 * DAY - 1, now)).toBe(true);
  expect(isExpired(now + DAY, now)).toBe(false);
});

it("drops the oldest pictures beyond 15 MB", () => {
  const MB = 1024 * 1024;
  const picture = (fileId: string, size: number, at: number) => ({
    fileId,
    size,
    at,
  });
  expect(
    picturesToDrop([
      picture("oldest", 1, 1),
      picture("old", 6 * MB, 2),
      picture("newer", 5 * MB, 3),
      picture("newest", 5 * MB, 4),
    ]),
  ).toEqual(["old", "oldest"]);
  expect(picturesToDrop([picture("a", 15 * MB, 1)])).toEqual([]);
});
