import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cleaningTime,
  doneBefore,
  dueAgain,
  dueAt,
  dueFrom,
  isCleaning,
  monthsAfter,
  overdueBefore,
  placeOf,
  type Cleaning,
} from "@domain/job/dueAgain";

const DAY = 86_400_000;
const LAST_FALL = Date.UTC(2025, 9, 15, 13);
const NOW = Date.UTC(2026, 9, 20, 13);
const YEARLY = { due_months: 12 };

function aCleaning(of: Partial<Cleaning> = {}): Cleaning {
  return {
    _id: "a",
    _creationTime: LAST_FALL - 9 * DAY,
    job_customer_id: "C-1001",
    job_address: "12 Elm Street",
    job_status: "installed_paid",
    job_categories: ["Gutter cleaning"],
    job_install_date: LAST_FALL,
    statusChangedAt: LAST_FALL + DAY,
    ...of,
  };
}

const dueOf = (jobs: readonly Cleaning[], office = YEARLY, now = NOW) =>
  dueAgain(jobs, office, now).map(({ job, at }) => [job._id, at]);

describe("dueAgain", () => {
  it("last fall's cleaning is due a year after its install, and none is while the office has set no interval", () => {
    const due = Date.UTC(2026, 9, 15, 13);
    expect(dueOf([aCleaning()])).toEqual([["a", due]]);
    expect(dueOf([aCleaning()], YEARLY, due)).toHaveLength(1);
    expect(dueOf([aCleaning()], YEARLY, due - 1)).toEqual([]);
    expect(dueAgain([aCleaning()], {}, NOW)).toEqual([]);
  });

  it("the date of the status counts for a cleaning without an install date", () => {
    const job = aCleaning({ job_install_date: undefined });
    expect(dueOf([job])).toEqual([["a", Date.UTC(2026, 9, 16, 13)]]);
    const ofDevice = { ...job, statusChangedAt: undefined };
    expect(cleaningTime(ofDevice)).toBe(job._creationTime);
  });

  it("the job's own interval and date count before the office's, and nothing after “Not again”", () => {
    const own = aCleaning({ job_due_months: 6 });
    expect(dueOf([own])).toEqual([["a", Date.UTC(2026, 3, 15, 13)]]);
    expect(dueAgain([own], {}, NOW)).toHaveLength(1);
    const later = { ...own, job_due_date: NOW - DAY };
    expect(dueOf([later])).toEqual([["a", NOW - DAY]]);
    expect(dueOf([{ ...later, job_due_months: 0 }])).toEqual([]);
  });

  it.each(["lead", "install_scheduled", "service"] as const)(
    "a later cleaning that is %s takes the place off the list, until it is cancelled",
    (job_status) => {
      const booked = aCleaning({
        ...{ _id: "b", job_status, job_install_date: undefined },
        _creationTime: LAST_FALL + 9 * DAY,
        job_address: " 12 elm  street",
      });
      expect(dueOf([aCleaning(), booked])).toEqual([]);
      const cancelled = { ...booked, job_status: "cancelled" } as const;
      expect(dueOf([aCleaning(), cancelled])).toHaveLength(1);
      const elsewhere = { ...booked, job_address: "14 Elm Street" };
      expect(dueOf([aCleaning(), elsewhere])).toHaveLength(1);
      const ofOther = { ...booked, job_customer_id: "C-1002" };
      expect(dueOf([aCleaning(), ofOther])).toHaveLength(1);
      const gutters = { ...booked, job_categories: [] };
      expect(dueOf([aCleaning(), gutters])).toHaveLength(1);
    },
  );

  it("only the newest cleaning of imported years counts, whatever the order of the file", () => {
    const years = [2019, 2025, 2022].map((year) =>
      aCleaning({ _id: String(year), job_install_date: Date.UTC(year, 9, 1) }),
    );
    expect(dueOf(years)).toEqual([["2025", Date.UTC(2026, 9, 1)]]);
  });

  it("lists what has become due last first", () => {
    const at = (id: string, days: number) =>
      aCleaning({
        ...{ _id: id, job_address: id },
        job_install_date: LAST_FALL + days * DAY,
      });
    const list = dueOf([at("c", 0), at("b", 2), at("a", 0)]);
    expect(list.map(([id]) => id)).toEqual(["b", "a", "c"]);
  });
});

describe("monthsAfter", () => {
  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2024-02-29", 12, "2025-02-28"],
    ["2026-11-29", 6, "2027-05-29"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-15", -13, "2024-12-15"],
  ])("%s and %i months is %s", (from, months, to) => {
    const at = monthsAfter(Date.parse(`${from}T14:05Z`), months);
    expect(new Date(at).toISOString().slice(0, 16)).toBe(`${to}T14:05`);
  });

  const time = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2090, 0) });
  const months = fc.integer({ min: 1, max: 60 });

  it("a cleaning that is due at a time was done before `doneBefore` of that time", () => {
    fc.assert(
      fc.property(time, months, fc.nat(40), (done, due_months, days) => {
        const due = monthsAfter(done, due_months);
        expect(done).toBeLessThan(doneBefore(due, { due_months }));
        const later = monthsAfter(done + days * DAY, due_months);
        expect(later).toBeGreaterThanOrEqual(due);
      }),
    );
  });
});

it("a year is over a year later", () => {
  expect(overdueBefore(NOW)).toBe(Date.UTC(2025, 9, 20, 13));
});

it("a place is the same in any case, and a job's due time is read only if it is a cleaning", () => {
  expect(placeOf(aCleaning())).toBe("C-1001 12 elm street");
  expect(isCleaning(aCleaning({ job_status: "cancelled" }))).toBe(false);
  expect(dueFrom(aCleaning({ job_status: "approved" }))).toBeNull();
  const own = { isOwn: true, from: 5 };
  expect(dueAt(own, {})).toBe(5);
  expect(dueAt({ ...own, isOwn: false }, {})).toBeNull();
});
