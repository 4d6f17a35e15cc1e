import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  explains,
  markOf,
  markText,
  seenVisits,
  visitChanges,
  visitKey,
  withSeen,
  type SeenVisit,
  type VisitHistory,
} from "@domain/job/dayChanges";
import { dayRange } from "@domain/dates/days";
import type { JobStatus } from "@domain/job/jobs";

const at = (hours: number, day = 20) => new Date(2026, 10, day, hours).getTime();

const DAY = dayRange("2026-11-20");

const aVisit = (change: Partial<SeenVisit> = {}): SeenVisit => ({
  jobId: "roof",
  name: "Ruth Okafor",
  type: "estimate",
  at: at(9),
  isCancelled: false,
  ...change,
});

type Changes = VisitHistory["changes"];

const aHistory = (
  changes: Changes,
  job: Partial<VisitHistory["job"]> | null = {},
): VisitHistory => ({
  jobId: "roof",
  job: job && { job_status: "approved", ...job },
  changes,
  deletedBy: null,
});

const byDana = (before: Changes[number]["before"], after: Changes[number]["after"]) => ({
  isOwn: false,
  byName: "Dana",
  before,
  after,
});

/** What a person reads about the one difference between two views of the day. */
function textOf(
  seen: readonly SeenVisit[],
  now: readonly SeenVisit[],
  history?: VisitHistory,
): string | null {
  const [change, ...others] = visitChanges(seen, now);
  expect(others).toEqual([]);
  const mark = markOf(change!, history, DAY);
  return mark && markText(mark);
}

describe("what a mark says", () => {
  it("names the earlier time of a visit that moved within the day, and who moved it", () => {
    const moved = aVisit({ at: at(14) });
    const history = aHistory([
      byDana({ job_status: "lead" }, { job_status: "approved" }),
      byDana({ job_estimate_date: at(9) }, { job_estimate_date: at(14) }),
    ]);
    expect(textOf([aVisit()], [moved], history)).toBe("Moved from 9:00 AM by Dana");
    expect(textOf([aVisit()], [moved])).toBe("Moved from 9:00 AM");
  });

  it("names the day from which a visit came", () => {
    const came = (from: number) =>
      textOf(
        [],
        [aVisit()],
        aHistory([
          byDana({ job_estimate_date: at(8) }, { job_estimate_date: at(9) }),
          byDana({ job_estimate_date: from }, { job_estimate_date: at(8) }),
        ]),
      );
    expect(came(at(10, 18))).toBe("Moved from Wed, 10:00 AM by Dana");
    expect(came(at(10, 2))).toBe("Moved from Mon, Nov 2, 26, 10:00 AM by Dana");
  });

  it("says that a visit is new if it had no time before", () => {
    const created = byDana(null, { job_estimate_date: at(9) });
    expect(textOf([], [aVisit()], aHistory([created]))).toBe("New, by Dana");
    const dated = byDana({ job_estimate_date: null }, { job_estimate_date: at(9) });
    expect(textOf([], [aVisit()], aHistory([dated]))).toBe("New, by Dana");
    const unscheduled = byDana({ job_estimate_date: at(9, 18) }, { job_estimate_date: null });
    expect(textOf([], [aVisit()], aHistory([dated, unscheduled]))).toBe("New, by Dana");
    expect(textOf([], [aVisit()])).toBe("New");
  });

  it("says that a visit was canceled, and that it is on again", () => {
    const cancelled = aVisit({ isCancelled: true });
    const by = (status: JobStatus) =>
      aHistory([
        byDana({ job_estimate_date: at(8) }, { job_estimate_date: at(9) }),
        { ...byDana({}, { job_status: status }), byName: "Amir" },
      ]);
    expect(textOf([aVisit()], [cancelled], by("cancelled"))).toBe("Cancelled by Amir");
    expect(textOf([cancelled], [aVisit()], by("approved"))).toBe("New, by Amir");
  });

  it("says where a visit went that left the day", () => {
    const left = (history?: VisitHistory) => textOf([aVisit()], [], history);
    const moved = byDana({ job_estimate_date: at(9) }, { job_estimate_date: 1 });
    const gone = byDana({ job_estimate_date: at(9) }, { job_estimate_date: null });
    expect(left(aHistory([moved], { job_estimate_date: at(9, 26) }))).toBe("Moved to Thu by Dana");
    expect(left(aHistory([], { job_estimate_date: at(9, 27) }))).toBe("Moved to Fri, Nov 27, 26");
    expect(left(aHistory([gone]))).toBe("Taken off the calendar by Dana");
    expect(
      left(
        aHistory([byDana({}, { job_status: "cancelled" }), gone], {
          job_status: "cancelled",
        }),
      ),
    ).toBe("Cancelled by Dana");
    const deletedBy = { isOwn: false, byName: "Dana" };
    expect(left({ ...aHistory([], null), deletedBy })).toBe("Deleted by Dana");
    expect(left(aHistory([], null))).toBe("Deleted");
    expect(left()).toBe("No longer on this day");
  });
});

it("marks nothing that the person did", () => {
  const own = { isOwn: true, byName: "Ana" };
  const changes = [
    { ...own, before: {}, after: { job_status: "cancelled" } },
    { ...own, before: null, after: { job_estimate_date: at(14) } },
  ];
  const history = aHistory(changes, { job_estimate_date: at(14) });
  expect(textOf([], [aVisit()], history)).toBeNull();
  expect(textOf([aVisit()], [], history)).toBeNull();
  expect(textOf([aVisit()], [aVisit({ at: at(14) })], history)).toBeNull();
  expect(textOf([aVisit()], [aVisit({ isCancelled: true })], history)).toBeNull();
  const deleted = { ...aHistory([], null), deletedBy: own };
  expect(textOf([aVisit()], [], deleted)).toBeNull();
});

it("waits for a history that is as new as the change", () => {
  const [moved] = visitChanges([aVisit()], [aVisit({ at: at(14) })]);
  const of = (time?: number) => aHistory([], time === undefined ? {} : { job_estimate_date: time });
  expect(explains(of(at(14)), moved!, DAY)).toBe(true);
  expect(explains(of(at(9)), moved!, DAY)).toBe(false);
  const [left] = visitChanges([aVisit()], []);
  expect(explains(of(at(9)), left!, DAY)).toBe(false);
  expect(explains(of(at(9, 21)), left!, DAY)).toBe(true);
  expect(explains(aHistory([], null), left!, DAY)).toBe(true);
});

describe("for any changes in any order", () => {
  const job = fc.record({
    _id: fc.constantFrom("a", "b", "c", "d"),
    customer_name: fc.constant("Ruth Okafor"),
    job_status: fc.constantFrom<JobStatus>("approved", "cancelled"),
    job_estimate_date: time(),
    job_install_date: time(),
  });
  const jobs = fc.uniqueArray(job, { selector: ({ _id }) => _id });

  function time() {
    const some = fc.constantFrom(at(8), at(9), at(14), at(9, 21));
    return fc.option(some, { nil: undefined });
  }
  const byKey = (visits: readonly SeenVisit[]) =>
    visits.toSorted((a, b) => (visitKey(a) < visitKey(b) ? -1 : 1));

  it("the changes are exactly the difference between two views of the day", () => {
    fc.assert(
      fc.property(jobs, jobs, (before, after) => {
        const [seen, now] = [seenVisits(before, DAY), seenVisits(after, DAY)];
        const changes = visitChanges(seen, now);
        const changed = new Set(changes.map(({ visit }) => visitKey(visit)));
        expect(changed.size).toBe(changes.length);
        // What has no change is the same, and what has one is not.
        const same = (visits: readonly SeenVisit[]) =>
          byKey(visits.filter((visit) => !changed.has(visitKey(visit))));
        expect(same(seen)).toEqual(same(now));
        for (const key of changed) {
          const of = (visits: readonly SeenVisit[]) =>
            visits.find((visit) => visitKey(visit) === key);
          expect(of(seen)).not.toEqual(of(now));
        }
      }),
    );
  });

  it("a look at a visit ends its mark and no other", () => {
    fc.assert(
      fc.property(jobs, jobs, fc.func(fc.boolean()), (before, after, looks) => {
        const [seen, now] = [seenVisits(before, DAY), seenVisits(after, DAY)];
        const isLookedAt = (visit: SeenVisit) => looks(visitKey(visit));
        const left = visitChanges(withSeen(seen, now, isLookedAt), now);
        const expected = visitChanges(seen, now).filter(({ visit }) => !isLookedAt(visit));
        expect(new Set(left)).toEqual(new Set(expected));
        expect(
          visitChanges(
            withSeen(seen, now, () => true),
            now,
          ),
        ).toEqual([]);
      }),
    );
  });

  it("a device that looks after each change ends where the day is", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(jobs, fc.boolean())), (views) => {
        let seen: SeenVisit[] = [];
        for (const [listed, isLooked] of views) {
          const now = seenVisits(listed, DAY);
          if (!isLooked) continue;
          seen = withSeen(seen, now, () => true);
          expect(byKey(seen)).toEqual(byKey(now));
        }
      }),
    );
  });
});
