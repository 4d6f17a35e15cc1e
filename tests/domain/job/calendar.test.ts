import { describe, expect, it } from "vitest";
import {
  calendarEntries,
  MAX_ENTRIES_PER_DAY,
  entryColor,
  entriesByDay,
  type DatedJob,
} from "@domain/job/calendar";
import { inZone, ZONES } from "../../support/zones";

const at = (day: number, hours: number, minutes = 0) =>
  new Date(2026, 10, day, hours, minutes).getTime();

function aDatedJob(change: Partial<DatedJob> = {}): DatedJob {
  return {
    _id: "job1",
    customer_name: "Maria Lopez",
    job_address: "12 Oak St",
    job_status: "approved",
    ...change,
  };
}

describe("the entries of the calendar", () => {
  // Spec 3.13
  it("a job's calendar entries are its estimate and its install, each on its own day", () => {
    const job = aDatedJob({
      job_estimate_date: at(20, 14),
      job_install_date: at(23, 8),
    });
    expect(calendarEntries([job])).toEqual([
      {
        date: "2026-11-20",
        name: "Maria Lopez",
        type: "estimate",
        at: at(20, 14),
        jobId: "job1",
        address: "12 Oak St",
        end: "finished",
      },
      {
        date: "2026-11-23",
        name: "Maria Lopez",
        type: "install",
        at: at(23, 8),
        jobId: "job1",
        address: "12 Oak St",
        end: null,
      },
    ]);
  });

  it("a job without dates has no calendar entries", () => {
    expect(calendarEntries([aDatedJob()])).toEqual([]);
  });

  it("calendar entries are ordered by time, whatever the order of the jobs", () => {
    const names = calendarEntries([
      aDatedJob({ customer_name: "Late", job_estimate_date: at(20, 18) }),
      aDatedJob({ customer_name: "Early", job_install_date: at(20, 7) }),
    ]).map(({ name }) => name);
    expect(names).toEqual(["Early", "Late"]);
  });

  it("calendar entries of a job that a device has made name its client key", () => {
    const [entry] = calendarEntries([
      aDatedJob({ clientKey: "key-1", job_estimate_date: at(20, 9) }),
    ]);
    expect(entry?.clientKey).toBe("key-1");
  });

  it("calendar entries show the address if the customer has no name", () => {
    const [entry] = calendarEntries([
      aDatedJob({ customer_name: " ", job_estimate_date: at(20, 9) }),
    ]);
    expect(entry?.name).toBe("12 Oak St");
  });
});

describe("days of the calendar", () => {
  const entriesOf = (count: number) =>
    calendarEntries(
      Array.from({ length: count }, (_, index) =>
        aDatedJob({ _id: `job${index}`, job_estimate_date: at(20, 8, index) }),
      ),
    );

  // Spec 2.44, 9.8
  it.each([
    [1, 1, 0],
    [MAX_ENTRIES_PER_DAY, 6, 0],
    [MAX_ENTRIES_PER_DAY + 1, 6, 1],
    [40, 6, 34],
  ])("a day of the calendar with %d entries shows %d and counts %d", (count, shown, hidden) => {
    const day = entriesByDay(entriesOf(count)).get("2026-11-20");
    expect(day?.shown).toHaveLength(shown);
    expect(day?.hidden).toHaveLength(hidden);
  });

  it("shows the earliest ones", () => {
    const day = entriesByDay(entriesOf(9)).get("2026-11-20");
    expect(day?.shown.map(({ jobId }) => jobId)).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `job${index}`),
    );
  });

  it("a day of the calendar is absent if it has no entries", () => {
    expect(entriesByDay(entriesOf(3)).get("2026-11-21")).toBeUndefined();
  });
});

describe("the day of an entry", () => {
  it.each(ZONES)("the day of an entry is the local one in %s, to the last minute", (zone) => {
    inZone(zone, () => {
      // The Sundays on which clocks change in New York and on Lord Howe Island.
      for (const [month, day, key] of [
        [2, 8, "2026-03-08"],
        [3, 5, "2026-04-05"],
        [9, 4, "2026-10-04"],
        [10, 1, "2026-11-01"],
      ] as const) {
        const dates = calendarEntries([
          aDatedJob({
            job_estimate_date: new Date(2026, month, day, 0, 0).getTime(),
            job_install_date: new Date(2026, month, day, 23, 59).getTime(),
          }),
        ]).map(({ date }) => date);
        expect(dates).toEqual([key, key]);
      }
    });
  });
});

describe("the color of an entry", () => {
  it("the color of an entry is dark red for an estimate and orange for an install", () => {
    expect(entryColor("estimate")).toBe("darkRed");
    expect(entryColor("install")).toBe("orange");
  });

  // Spec 2.46
  it("the color of an entry of any other type is one of three, and always the same one", () => {
    const types = Array.from({ length: 60 }, (_, index) => `type ${index}`);
    const colors = types.map(entryColor);
    expect(new Set(colors)).toEqual(new Set(["green", "amber", "sky"]));
    expect(types.map(entryColor)).toEqual(colors);
    expect(["green", "amber", "sky"]).toContain(entryColor(""));
  });
});

it("a stored time that is no date has no calendar entry", () => {
  const job = aDatedJob({
    job_estimate_date: Infinity,
    job_install_date: at(23, 8),
  });
  expect(calendarEntries([job]).map(({ type }) => type)).toEqual(["install"]);
});
