import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { JOBS_CHANGED_ALREADY, type JobStatus } from "@domain/job/jobs";
import { STATUS_UNKNOWN } from "@domain/job/jobInput";
import { MARKED_TOO_LATE } from "@domain/job/visits";
import { aNewJob } from "../support/builders";
import { NOT_SIGNED_IN, openForTwo, refusalOf, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Jobs of the statuses, as a person saw them. */
async function seenJobs(caller: Caller, ...statuses: readonly JobStatus[]) {
  const jobs: { id: string; seen: JobStatus }[] = [];
  for (const seen of statuses) {
    const job = aNewJob({ job_status: seen });
    jobs.push({ id: await caller.mutation(api.jobs.create, job), seen });
  }
  return jobs;
}

async function statuses(caller: Caller): Promise<JobStatus[]> {
  const jobs = await caller.query(api.jobs.getAll, {});
  return jobs.toReversed().map(({ job_status }) => job_status);
}

describe("jobs.setStatuses", () => {
  it("gives jobs one status, with one entry, one undo, and their totals", async () => {
    const { anna } = openForTwo();
    const jobs = await seenJobs(anna, "lead", "called");
    const before = await anna.query(api.jobs.getAll, {});
    const intentId = crypto.randomUUID();
    const set = { jobs, job_status: "approved", intentId };
    expect(await anna.mutation(api.jobs.setStatuses, set)).toEqual({
      changed: 2,
      left: [],
    });
    expect(await statuses(anna)).toEqual(["approved", "approved"]);
    expect(await anna.query(api.jobs.totals, {})).toEqual({ approved: 2 });
    const [entry] = await anna.query(api.changes.recent, {});
    expect(entry).toMatchObject({
      kind: "jobs.setStatuses",
      counts: { statuses: 2 },
      isUndoable: true,
    });
    await anna.mutation(api.changes.undoIntent, { undoneIntent: intentId });
    expect(await anna.query(api.jobs.getAll, {})).toEqual(before);
    expect(await anna.query(api.jobs.totals, {})).toEqual({
      lead: 1,
      called: 1,
    });
  });

  it("names the jobs that somebody else has changed or deleted meanwhile, and leaves them", async () => {
    const { anna } = openForTwo();
    const jobs = await seenJobs(anna, "lead", "lead", "lead");
    const [first, second, third] = jobs.map(({ id }) => id);
    await anna.mutation(api.jobs.update, { id: second!, job_status: "called" });
    await anna.mutation(api.jobs.deleteJob, { id: third! });
    const set = { jobs, job_status: "service" };
    expect(await anna.mutation(api.jobs.setStatuses, set)).toEqual({
      changed: 1,
      left: [second, third],
    });
    expect(await statuses(anna)).toEqual(["service", "called"]);
    const again = anna.mutation(api.jobs.setStatuses, {
      ...set,
      jobs: jobs.filter(({ id }) => id !== first),
    });
    expect(await refusalOf(again)).toMatchObject({
      code: "CONFLICT",
      message: JOBS_CHANGED_ALREADY,
    });
  });

  it("finds a job by the key that a device gave it, and names it by that key", async () => {
    const { anna } = openForTwo();
    const keys = [crypto.randomUUID(), crypto.randomUUID()] as const;
    for (const clientKey of keys) await anna.mutation(api.jobs.create, aNewJob({ clientKey }));
    const jobs = [
      { id: keys[0], seen: "lead" as const },
      { id: keys[1], seen: "called" as const },
    ];
    expect(await anna.mutation(api.jobs.setStatuses, { jobs, job_status: "Called" })).toEqual({
      changed: 1,
      left: [keys[1]],
    });
  });

  it("refuses more than 100 jobs, none, an unknown status, another office's job and the signed-out", async () => {
    const { t, anna, bo } = openForTwo();
    const jobs = await seenJobs(anna, "lead");
    const refusal = async (caller: Caller, given: typeof jobs, job_status = "called") =>
      await refusalOf(caller.mutation(api.jobs.setStatuses, { jobs: given, job_status }));
    const limit = { message: "Change at most 100 jobs at once." };
    const many = Array.from({ length: 101 }, () => jobs[0]!);
    expect(await refusal(anna, many)).toMatchObject(limit);
    expect(await refusal(anna, [])).toMatchObject(limit);
    expect(await refusal(anna, jobs, "soon")).toMatchObject({
      field: "job_status",
      message: STATUS_UNKNOWN,
    });
    expect(await refusal(bo, jobs)).toMatchObject({
      message: JOBS_CHANGED_ALREADY,
    });
    expect(await refusal(t, jobs)).toEqual(NOT_SIGNED_IN);
    expect(await statuses(anna)).toEqual(["lead"]);
  });
});

describe("a status that a crew marks", () => {
  async function marked(present: JobStatus, job_status: JobStatus) {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob({ job_status: present }));
    const mark = { id, job_status, isForward: true };
    return { anna, call: anna.mutation(api.jobs.update, mark) };
  }

  it("a status that a crew marks is set if the job has not come as far", async () => {
    const { anna, call } = await marked("called", "estimate_sent");
    await call;
    expect(await statuses(anna)).toEqual(["estimate_sent"]);
  });

  it("a status that a crew marks never takes a job backwards that the office has moved on meanwhile", async () => {
    for (const present of ["estimate_sent", "approved", "completed"] as const) {
      const { anna, call } = await marked(present, "estimate_sent");
      await call;
      expect(await statuses(anna)).toEqual([present]);
      expect(await anna.query(api.changes.recent, {})).toHaveLength(1);
    }
  });

  it("a status that a crew marks is refused for a job that is Service or Cancelled by now", async () => {
    for (const present of ["service", "cancelled"] as const) {
      const { anna, call } = await marked(present, "completed");
      expect(await refusalOf(call)).toMatchObject({
        code: "CONFLICT",
        message: MARKED_TOO_LATE,
      });
      expect(await statuses(anna)).toEqual([present]);
    }
  });
});
