import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { createJob } from "../domain/changes/createJob";
import { deleteJob as deleteJobChange } from "../domain/changes/deleteJob";
import {
  addFiles as addFilesChange,
  moveFile as moveFileChange,
  removeFile as removeFileChange,
} from "../domain/changes/jobFiles";
import { WAITING_KINDS } from "../domain/job/waitingJobs";
import { moveVisits as moveVisitsChange } from "../domain/changes/moveVisits";
import { setStatuses as setStatusesChange } from "../domain/changes/setStatuses";
import { updateJob } from "../domain/changes/updateJob";
import { mutationOf, workspaceMutation, workspaceQuery } from "./functions";
import { countWaitingJobs } from "./model/jobs/counts";
import { countDue, pageOfDue } from "./model/jobs/dueJobs";
import { jobsOfCustomer, totalsOf } from "./model/jobs/customerJobs";
import { copyForDevice } from "./model/jobs/deviceCopy";
import { jobsLastingInto } from "./model/jobs/lasting";
import { pageOfJobs, searchJobs } from "./model/jobs/pages";
import { allJobs, jobsOfDay, listJobDates } from "./model/jobs/schedule";
import { getJob, lastPlaceOf, toJob } from "./model/jobs/jobs";
import { totalsByStatus } from "./model/jobs/totals";
import { listWaitingJobs } from "./model/jobs/waiting";
import { createUploadUrl } from "./model/files/uploadTickets";
import {
  customerTotals,
  deviceCopy,
  dueJob,
  fileId,
  fileIds,
  fileListArgs,
  job,
  jobChangeArgs,
  jobCounts,
  jobChanged,
  jobDates,
  jobLocation,
  jobSort,
  jobStatus,
  jobTotals,
  jobValues,
  newJobArgs,
  visitMoveArgs,
  waitingJob,
} from "./model/jobs/validators";
import { literals } from "./model/validators";

/** Every job, the newest first. A screen that shows a list of jobs uses `list`. */
export const getAll = workspaceQuery({
  args: {},
  returns: v.array(job),
  handler: async (ctx) => (await allJobs(ctx, ctx.workspaceId)).map(toJob),
});

export const get = workspaceQuery({
  args: { id: v.string() },
  returns: v.union(job, v.null()),
  handler: async (ctx, { id }) => {
    const found = await getJob(ctx, ctx.workspaceId, id);
    return found === null ? null : toJob(found);
  },
});

/** Called by `usePaginatedQuery`: search, filter and order apply to all jobs. */
export const list = workspaceQuery({
  args: {
    paginationOpts: paginationOptsValidator,
    search: v.string(),
    status: v.union(jobStatus, v.null()),
    sort: jobSort,
    now: v.number(),
  },
  returns: paginationResultValidator(job),
  handler: async (ctx, listing) => await pageOfJobs(ctx, ctx.workspaceId, listing),
});

/** The first matches of a search, which finds at most 1,000. */
export const search = workspaceQuery({
  args: {
    search: v.string(),
    status: v.union(jobStatus, v.null()),
    sort: jobSort,
    now: v.number(),
    count: v.number(),
  },
  returns: v.object({
    jobs: v.array(job),
    canLoadMore: v.boolean(),
    total: v.number(),
    leftOut: v.union(v.null(), literals(["older", "unread"])),
    isReady: v.boolean(),
  }),
  handler: async (ctx, listing) => await searchJobs(ctx, ctx.workspaceId, listing),
});

/** The jobs with a time in [dayStart, dayEnd), the earliest first. */
export const getScheduledForDay = workspaceQuery({
  args: { dayStart: v.number(), dayEnd: v.number() },
  returns: v.array(job),
  handler: async (ctx, { dayStart, dayEnd }) => {
    const day = { from: dayStart, until: dayEnd };
    const jobs = await jobsOfDay(ctx, ctx.workspaceId, day);
    return jobs.map(toJob);
  },
});

/** The jobs with a visit that begins before a time and lasts beyond it, by its begin: see `visitsInto`. */
export const listLasting = workspaceQuery({
  args: { at: v.number() },
  returns: v.array(job),
  handler: async (ctx, { at }) => {
    const jobs = await jobsLastingInto(ctx, ctx.workspaceId, at);
    return jobs.map(toJob);
  },
});

/** The jobs with a date, or with one in [from, until). */
export const listDates = workspaceQuery({
  args: {
    range: v.optional(v.object({ from: v.number(), until: v.number() })),
  },
  returns: v.array(jobDates),
  handler: async (ctx, { range }) => await listJobDates(ctx, ctx.workspaceId, range ?? null),
});

/** The address of the customer's last job; null for an unknown customer. */
export const lastPlace = workspaceQuery({
  args: { customer_id: v.string() },
  returns: v.union(jobLocation, v.null()),
  handler: async (ctx, { customer_id }) => await lastPlaceOf(ctx, ctx.workspaceId, customer_id),
});

/** One page of the jobs of a customer, the newest first. */
export const ofCustomer = workspaceQuery({
  args: { customer_id: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(job),
  handler: async (ctx, of) => await jobsOfCustomer(ctx, ctx.workspaceId, of),
});

/** The sums over the jobs of a customer, and the next visit after `now`. */
export const totalsOfCustomer = workspaceQuery({
  args: { customer_id: v.string(), now: v.number() },
  returns: customerTotals,
  handler: async (ctx, of) => await totalsOf(ctx, ctx.workspaceId, of),
});

/** What a device keeps to work without signal: see `copyForDevice`. */
export const forDevice = workspaceQuery({
  args: { from: v.number(), until: v.number() },
  returns: deviceCopy,
  handler: async (ctx, range) => await copyForDevice(ctx, ctx.workspaceId, range),
});

/** The number of jobs of each status that has any; null while a rebuild counts the jobs of an earlier version. */
export const totals = workspaceQuery({
  args: {},
  returns: v.nullable(jobTotals),
  handler: async (ctx) => await totalsByStatus(ctx, ctx.workspaceId),
});

/** The numbers of jobs that wait for the office. Each count stops at 100. */
export const countWaiting = workspaceQuery({
  args: { deliveredBefore: v.number() },
  returns: jobCounts,
  handler: async (ctx, { deliveredBefore }) =>
    await countWaitingJobs(ctx, ctx.workspaceId, deliveredBefore),
});

/** The newest jobs of a kind that wait for the office: at most 50. */
export const listWaiting = workspaceQuery({
  args: { kind: literals(WAITING_KINDS), deliveredBefore: v.number() },
  returns: v.array(waitingJob),
  handler: async (ctx, of) => await listWaitingJobs(ctx, { workspaceId: ctx.workspaceId, ...of }),
});

/** One page of the jobs that are due again within a year before `now`, the latest due first. */
export const listDue = workspaceQuery({
  args: { paginationOpts: paginationOptsValidator, now: v.number() },
  returns: paginationResultValidator(dueJob),
  handler: async (ctx, of) => await pageOfDue(ctx, ctx.workspaceId, of),
});

/** The number of jobs that have been due for more than a year. Counting stops at 100. */
export const countOverdue = workspaceQuery({
  args: { now: v.number() },
  returns: v.number(),
  handler: async (ctx, { now }) =>
    await countDue(ctx, { workspaceId: ctx.workspaceId, kind: "overdue", now }),
});

export const create = mutationOf(createJob, {
  args: newJobArgs,
  returns: v.id("jobs"),
});

export const update = mutationOf(updateJob, {
  args: { id: v.string(), ...jobChangeArgs, base: v.optional(jobValues) },
  returns: jobChanged,
});

/** Moves the visits of a day, in one transaction that one undo takes back. */
export const moveVisits = mutationOf(moveVisitsChange, {
  args: { visits: v.array(v.object(visitMoveArgs)) },
  returns: v.object({
    moved: v.number(),
    /** The jobs whose visits stay. Missing in the stored results of earlier versions. */
    left: v.optional(v.array(v.string())),
  }),
});

/** Gives jobs one status, in one transaction that one undo takes back. */
export const setStatuses = mutationOf(setStatusesChange, {
  args: {
    jobs: v.array(v.object({ id: v.string(), seen: jobStatus })),
    job_status: v.string(),
  },
  returns: v.object({ changed: v.number(), left: v.array(v.string()) }),
});

export const deleteJob = mutationOf(deleteJobChange, {
  args: { id: v.string() },
});

export const addFiles = mutationOf(addFilesChange, {
  args: { ...fileListArgs, fileIds, batch: v.optional(v.string()) },
});

export const removeFile = mutationOf(removeFileChange, {
  args: { ...fileListArgs, fileId },
});

/** Moves one file of a list behind another one; to the start if `after` is null. */
export const moveFile = mutationOf(moveFileChange, {
  args: { ...fileListArgs, fileId, after: v.nullable(fileId) },
});

/** The URL to POST one file to, once, within an hour (convex/http.ts). */
export const generateUploadUrl = workspaceMutation({
  kind: "jobs.generateUploadUrl",
  args: {},
  returns: v.string(),
  handler: async (ctx) => await createUploadUrl(ctx, ctx.member),
});
