import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareSortKeys,
  distanceFrom,
  JOB_SORTS,
  jobSortKey,
  toggleCreatedSort,
  toggleDateSort,
  UNDATED_DISTANCE,
  type JobSort,
  type SortableJob,
} from "@domain/job/jobOrder";

const NOW = 10_000;

function aSortable(id: string, fields: Partial<SortableJob> = {}): SortableJob {
  return { id, createdAt: 1, ...fields };
}

function idsIn(sort: JobSort, jobs: readonly SortableJob[]): string[] {
  return [...jobs]
    .sort((a, b) => compareSortKeys(jobSortKey(a, sort, NOW), jobSortKey(b, sort, NOW)))
    .map((job) => job.id);
}

describe("the distance from now", () => {
  // Spec 9.11
  it("the distance from now is that of the nearer date, past or future", () => {
    expect(
      distanceFrom(NOW, {
        job_estimate_date: NOW - 5,
        job_install_date: NOW + 3,
      }),
    ).toBe(3);
    expect(distanceFrom(NOW, { job_estimate_date: NOW - 5 })).toBe(5);
    expect(distanceFrom(NOW, { job_install_date: NOW })).toBe(0);
    expect(distanceFrom(NOW, {})).toBe(UNDATED_DISTANCE);
  });
});

describe("the job list", () => {
  const old = aSortable("old", { createdAt: 1, job_estimate_date: NOW + 50 });
  const undated = aSortable("undated", { createdAt: 2 });
  const past = aSortable("past", { createdAt: 3, job_install_date: NOW - 10 });
  const both = aSortable("both", {
    createdAt: 4,
    job_estimate_date: NOW - 900,
    job_install_date: NOW + 20,
  });
  const jobs = [undated, both, old, past];

  it.each([
    ["created_desc", ["both", "past", "undated", "old"]],
    ["created_asc", ["old", "undated", "past", "both"]],
    ["nearest", ["past", "both", "old", "undated"]],
    ["farthest", ["old", "both", "past", "undated"]],
  ] as const)("the job list in the order %s is %j", (sort, ids) => {
    expect(idsIn(sort, jobs)).toEqual(ids);
  });

  // Spec 9.11
  it("breaks ties in creation time by distance, undated last", () => {
    const same = [
      aSortable("undated"),
      aSortable("far", { job_estimate_date: NOW + 100 }),
      aSortable("near", { job_install_date: NOW - 1 }),
    ];
    expect(idsIn("created_desc", same)).toEqual(["near", "far", "undated"]);
    expect(idsIn("created_asc", same)).toEqual(["near", "far", "undated"]);
  });

  it("breaks ties in distance by the newer job, then by id", () => {
    const same = [
      aSortable("b", { job_estimate_date: NOW + 5 }),
      aSortable("a", { job_estimate_date: NOW - 5 }),
      aSortable("new", { createdAt: 9, job_estimate_date: NOW + 5 }),
    ];
    expect(idsIn("nearest", same)).toEqual(["new", "a", "b"]);
    expect(idsIn("farthest", same)).toEqual(["new", "a", "b"]);
  });

  it("gives every job a unique sort key, independent of the input order", () => {
    const anyJob = fc.record({
      createdAt: fc.integer({ min: 0, max: 5 }),
      job_estimate_date: fc.option(fc.integer({ min: NOW - 9, max: NOW + 9 }), {
        nil: undefined,
      }),
      job_install_date: fc.option(fc.integer({ min: NOW - 9, max: NOW + 9 }), {
        nil: undefined,
      }),
    });
    fc.assert(
      fc.property(fc.array(anyJob), fc.constantFrom(...JOB_SORTS), (some, sort) => {
        const named = some.map((job, at) => ({ ...job, id: `j${at}` }));
        const ids = idsIn(sort, named);
        expect(idsIn(sort, [...named].reverse())).toEqual(ids);
        const keys = named.map((job) => jobSortKey(job, sort, NOW));
        for (const key of keys)
          expect(keys.filter((other) => compareSortKeys(key, other) === 0)).toHaveLength(1);
      }),
    );
  });
});

describe("the sort toggles", () => {
  it("the sort toggles switch between nearest and farthest, and between newest and oldest", () => {
    expect(toggleDateSort("created_desc")).toBe("nearest");
    expect(toggleDateSort("nearest")).toBe("farthest");
    expect(toggleDateSort("farthest")).toBe("nearest");
    expect(toggleCreatedSort("nearest")).toBe("created_desc");
    expect(toggleCreatedSort("created_desc")).toBe("created_asc");
    expect(toggleCreatedSort("created_asc")).toBe("created_desc");
  });
});
