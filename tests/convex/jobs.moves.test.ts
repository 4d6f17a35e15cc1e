import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { VISITS_MOVED_ALREADY } from "@domain/job/visits";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 10, 23, 15);
const TUESDAY = MONDAY + 24 * HOUR;

/** An estimate on Monday, and another job's install an hour later. */
async function aDay(caller: Caller) {
  const estimate = await caller.mutation(api.jobs.create, aNewJob({ job_estimate_date: MONDAY }));
  const install = await caller.mutation(
    api.jobs.create,
    aNewJob({ job_install_date: MONDAY + HOUR }),
  );
  return [
    { id: estimate, field: "job_estimate_date", from: MONDAY, to: TUESDAY },
    {
      id: install,
      field: "job_install_date",
      from: MONDAY + HOUR,
      to: TUESDAY + HOUR,
    },
  ] as const;
}

async function times(caller: Caller): Promise<(number | undefined)[]> {
  const jobs = await caller.query(api.jobs.getAll, {});
  return jobs.toReversed().map((job) => job.job_estimate_date ?? job.job_install_date);
}

describe("jobs.moveVisits", () => {
  it("moves the visits of a day, with one entry and one undo", async () => {
    const { anna } = openForTwo();
    const visits = await aDay(anna);
    const intentId = crypto.randomUUID();
    const before = await anna.query(api.jobs.getAll, {});
    const move = { visits: [...visits], intentId };
    expect(await anna.mutation(api.jobs.moveVisits, move)).toEqual({
      moved: 2,
      left: [],
    });
    expect(await times(anna)).toEqual([TUESDAY, TUESDAY + HOUR]);
    const [entry] = await anna.query(api.changes.recent, {});
    expect(entry).toMatchObject({
      kind: "jobs.moveVisits",
      counts: { visits: 2 },
      isUndoable: true,
    });

    expect(await anna.mutation(api.changes.undoIntent, { undoneIntent: intentId })).toBe(true);
    expect(await anna.query(api.jobs.getAll, {})).toEqual(before);
    const [undo, undone, ...others] = await anna.query(api.changes.recent, {});
    expect([undo?.kind, undo?.counts, undone?.isUndone]).toEqual([
      "changes.undo",
      { visits: 2 },
      true,
    ]);
    expect(others.map(({ kind }) => kind)).toEqual(["jobs.create", "jobs.create"]);
  });

  it("a move is an entry of its own in the history of each job", async () => {
    const { anna } = openForTwo();
    const [visit] = await aDay(anna);
    await anna.mutation(api.jobs.update, {
      id: visit.id,
      job_estimate_date: MONDAY + 5,
    });
    const later = { ...visit, from: MONDAY + 5 };
    await anna.mutation(api.jobs.moveVisits, { visits: [later] });
    const { page } = await anna.query(api.changes.ofSubject, {
      subject: visit.id,
      paginationOpts: { numItems: 9, cursor: null },
    });
    expect(page.map(({ kind }) => kind)).toEqual(["jobs.moveVisits", "jobs.update", "jobs.create"]);
  });

  it("leaves visits that somebody else has moved or deleted meanwhile", async () => {
    const { anna } = openForTwo();
    const visits = await aDay(anna);
    const [estimate, install] = visits;
    await anna.mutation(api.jobs.update, {
      id: estimate.id,
      job_estimate_date: MONDAY + 1,
    });
    expect(await anna.mutation(api.jobs.moveVisits, { visits: [...visits] })).toEqual({
      moved: 1,
      left: [estimate.id],
    });
    expect(await times(anna)).toEqual([MONDAY + 1, TUESDAY + HOUR]);
    await anna.mutation(api.jobs.deleteJob, { id: install.id });
    const again = anna.mutation(api.jobs.moveVisits, { visits: [...visits] });
    expect((await refusalOf(again)).message).toBe(VISITS_MOVED_ALREADY);
  });

  it("refuses more than 100 visits, none, a wrong time and another workspace's job", async () => {
    const { anna, bo } = openForTwo();
    const [visit] = await aDay(anna);
    const refusal = async (caller: Caller, visits: (typeof visit)[]) =>
      (await refusalOf(caller.mutation(api.jobs.moveVisits, { visits }))).message;
    const limit = "Move at most 100 visits at once.";
    expect(
      await refusal(
        anna,
        Array.from({ length: 101 }, () => visit),
      ),
    ).toBe(limit);
    expect(await refusal(anna, [])).toBe(limit);
    expect(await refusal(anna, [{ ...visit, to: 5 }])).toContain("between the years 2000 and 2099");
    expect(await refusal(bo, [visit])).toBe(VISITS_MOVED_ALREADY);
    expect(await times(anna)).toEqual([MONDAY, MONDAY + HOUR]);
  });
});

describe("dragged visits", () => {
  it("a dragged visit is undone by itself, although other drags are less than two minutes old", async () => {
    const { anna } = openForTwo();
    const [{ id }] = await aDay(anna);
    const drag = async (job_estimate_date: number) => {
      const intentId = crypto.randomUUID();
      const args = { id, job_estimate_date, isMove: true, intentId };
      await anna.mutation(api.jobs.update, args);
      return intentId;
    };
    await drag(TUESDAY);
    const second = await drag(TUESDAY + HOUR);
    await anna.mutation(api.changes.undoIntent, { undoneIntent: second });
    const job = await anna.query(api.jobs.get, { id });
    expect(job?.job_estimate_date).toBe(TUESDAY);
  });
});
