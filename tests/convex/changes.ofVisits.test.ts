import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewJob } from "../support/builders";
import {
  NOT_SIGNED_IN,
  openBackend,
  openForTwo,
  refusalOf,
  refused,
  type Caller,
} from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const [NINE, TEN] = [Date.UTC(2026, 10, 20, 9), Date.UTC(2026, 10, 20, 10)];

/** Ana and Dana, of one office. */
function office(): { ana: Caller; dana: Caller } {
  const backend = openBackend();
  const of = (name: string) =>
    backend.withIdentity({
      subject: name.toLowerCase(),
      ...{ name, org_id: "office" },
    });
  return { ana: of("Ana"), dana: of("Dana") };
}

it("says who moved a visit, from when, and where it is now", async () => {
  const { ana, dana } = office();
  const id = await ana.mutation(api.jobs.create, aNewJob({ job_estimate_date: NINE }));
  await dana.mutation(api.jobs.update, { id, job_estimate_date: TEN });
  await dana.mutation(api.jobs.update, { id, job_notes: "Bring the ladder." });
  const [history, ...others] = await ana.query(api.changes.ofVisits, {
    jobIds: [id, id],
  });
  expect(others).toEqual([]);
  expect(history).toMatchObject({
    jobId: id,
    job: { job_estimate_date: TEN, job_status: "lead" },
    changes: [
      {
        isOwn: false,
        byName: "Dana",
        before: { job_estimate_date: NINE },
        after: { job_estimate_date: TEN },
      },
      {
        isOwn: true,
        byName: "Ana",
        before: null,
        after: { job_estimate_date: NINE },
      },
    ],
    deletedBy: null,
  });
});

it("says who deleted a job, and nothing about an unknown one", async () => {
  const { ana, dana } = office();
  const id = await ana.mutation(api.jobs.create, aNewJob());
  await dana.mutation(api.jobs.deleteJob, { id });
  const none = { job: null, changes: [] };
  expect(await ana.query(api.changes.ofVisits, { jobIds: [id, "unknown"] })).toEqual([
    { ...none, jobId: id, deletedBy: { isOwn: false, byName: "Dana" } },
  ]);
  expect(await dana.query(api.changes.ofVisits, { jobIds: [id] })).toMatchObject([
    { deletedBy: { isOwn: true } },
  ]);
});

it("returns nothing of another workspace's job, even if it is deleted", async () => {
  const { anna, bo } = openForTwo();
  const id = await anna.mutation(api.jobs.create, aNewJob());
  const deleted = await anna.mutation(api.jobs.create, aNewJob());
  await anna.mutation(api.jobs.deleteJob, { id: deleted });
  const histories = await bo.query(api.changes.ofVisits, {
    jobIds: [id, deleted],
  });
  expect(histories).toEqual([]);
});

it("refuses more jobs than one call reads, and a caller who is not signed in", async () => {
  const { t, anna } = openForTwo();
  const jobIds = Array.from({ length: 41 }, (_, number) => `job${number}`);
  expect(await refusalOf(anna.query(api.changes.ofVisits, { jobIds }))).toEqual(
    refused("jobIds", "Ask for at most 40 jobs at once."),
  );
  expect(await refusalOf(t.query(api.changes.ofVisits, { jobIds: [] }))).toEqual(NOT_SIGNED_IN);
});
