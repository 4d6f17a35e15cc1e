import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { TimeRange } from "../../../domain/dates/days";
import { jobsOnDay, type JobTimes } from "../../../domain/job/schedule";
import { invalid } from "../errors";
import { atMostAll, LIST_LIMIT, readAll } from "../limits";
import { isRebuilt } from "../derivedVersion";
import type { JobDates } from "./validators";

/** Longer than any local day: 25 hours when clocks go back, and a margin. */
const LONGEST_DAY_MS = 36 * 60 * 60 * 1000;

/** The jobs of a day, by the earlier of their times within it. */
export async function jobsOfDay(
  ctx: QueryCtx,
  workspaceId: string,
  day: TimeRange,
): Promise<Doc<"jobs">[]> {
  const length = day.until - day.from;
  if (!(length > 0 && length <= LONGEST_DAY_MS))
    throw invalid("dayEnd", "A day ends after it starts, on the next day.");
  const jobs = await jobsWithin(ctx, workspaceId, day);
  return jobsOnDay(jobs, day);
}

/** The dated jobs of the workspace, or those with a date in the range. */
export async function listJobDates(
  ctx: QueryCtx,
  workspaceId: string,
  range: TimeRange | null,
): Promise<JobDates[]> {
  if (!(await isRebuilt(ctx, workspaceId))) {
    const jobs =
      range === null ? await allJobs(ctx, workspaceId) : await jobsWithin(ctx, workspaceId, range);
    return jobs.filter(isDated).map((job) => datesOf(job._id, job));
  }
  const summaries =
    range === null
      ? await allSummaries(ctx, workspaceId)
      : await summariesWithin(ctx, workspaceId, range);
  return summaries.filter(isDated).map((job) => datesOf(job.jobId, job));
}

/** Every job, the newest first. */
export async function allJobs(ctx: QueryCtx, workspaceId: string): Promise<Doc<"jobs">[]> {
  const jobs = ctx.db
    .query("jobs")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .order("desc");
  return await readAll(jobs, "jobs");
}

async function allSummaries(ctx: QueryCtx, workspaceId: string): Promise<Doc<"jobSummaries">[]> {
  const summaries = ctx.db
    .query("jobSummaries")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", workspaceId));
  const rows = await readAll(summaries, "jobs");
  return rows.sort((a, b) => b.jobCreatedAt - a.jobCreatedAt);
}

function isDated(job: JobTimes): boolean {
  return job.job_estimate_date !== undefined || job.job_install_date !== undefined;
}

export function datesOf(_id: Id<"jobs">, job: Omit<JobDates, "_id">): JobDates {
  return {
    _id,
    job_estimate_date: job.job_estimate_date,
    job_install_date: job.job_install_date,
    job_estimate_crew: job.job_estimate_crew,
    job_install_crew: job.job_install_crew,
    job_estimate_length: job.job_estimate_length,
    job_install_length: job.job_install_length,
    job_estimate_window: job.job_estimate_window,
    job_install_window: job.job_install_window,
    job_customer_id: job.job_customer_id,
    customer_name: job.customer_name,
    job_address: job.job_address,
    job_status: job.job_status,
    clientKey: job.clientKey,
  };
}

async function jobsWithin(
  ctx: QueryCtx,
  workspaceId: string,
  range: TimeRange,
): Promise<Doc<"jobs">[]> {
  return await eachOnce([
    estimatesWithin(ctx, workspaceId, range),
    installsWithin(ctx, workspaceId, range),
  ]);
}

/** The jobs with their estimate in the range, by its time. */
export function estimatesWithin(
  ctx: QueryCtx,
  workspaceId: string,
  { from, until }: TimeRange,
): Rows<Doc<"jobs">> {
  return ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_estimate", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .gte("job_estimate_date", from)
        .lt("job_estimate_date", until),
    );
}

/** The jobs with their install in the range, by its time. */
export function installsWithin(
  ctx: QueryCtx,
  workspaceId: string,
  { from, until }: TimeRange,
): Rows<Doc<"jobs">> {
  return ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_install", (q) =>
      q.eq("workspaceId", workspaceId).gte("job_install_date", from).lt("job_install_date", until),
    );
}

async function summariesWithin(
  ctx: QueryCtx,
  workspaceId: string,
  { from, until }: TimeRange,
): Promise<Doc<"jobSummaries">[]> {
  const estimates = ctx.db
    .query("jobSummaries")
    .withIndex("by_workspace_and_estimate", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .gte("job_estimate_date", from)
        .lt("job_estimate_date", until),
    );
  const installs = ctx.db
    .query("jobSummaries")
    .withIndex("by_workspace_and_install", (q) =>
      q.eq("workspaceId", workspaceId).gte("job_install_date", from).lt("job_install_date", until),
    );
  return await eachOnce([estimates, installs]);
}

type Rows<Row> = { take(count: number): Promise<Row[]> };

/** The jobs with their estimate or their install in a range, each once. */
async function eachOnce<Row extends { readonly _id: string }>(
  ranges: readonly Rows<Row>[],
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (const range of ranges)
    for (const row of await range.take(LIST_LIMIT + 1)) rows.set(row._id, row);
  return atMostAll([...rows.values()], "jobs");
}
