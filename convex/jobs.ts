import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v } from "convex/values";
import { deleteJob as deleteJobChange } from "../domain/changes/deleteJob";
import {
  addFiles as addFilesChange,
  moveFile as moveFileChange,
  removeFile as removeFileChange,
} from "../domain/changes/jobFiles";
import { leftJobs } from "../domain/changes/change";
import { WAITING_KINDS } from "../domain/waitingJobs";
import { moveVisits as moveVisitsChange } from "../domain/changes/moveVisits";
import { setStatuses as setStatusesChange } from "../domain/changes/setStatuses";
import { workspaceMutation, workspaceQuery } from "./functions";
import { requireUuid } from "./model/clientKeys";
import { countWaitingJobs } from "./model/jobs/counts";
import { jobsOfCustomer, totalsOf } from "./model/jobs/customerJobs";
import { copyForDevice } from "./model/jobs/deviceCopy";
import { pageOfJobs, searchJobs } from "./model/jobs/pages";
import { allJobs, jobsOfDay, listJobDates } from "./model/jobs/schedule";
import { getJob, lastPlaceOf, toJob } from "./model/jobs/jobs";
import { totalsByStatus } from "./model/jobs/totals";
import { listWaitingJobs } from "./model/jobs/waiting";
import { applyChange, createJob, updateJob } from "./model/jobs/writes";
import { createUploadUrl } from "./model/files/uploadTickets";
import {
  customerTotals,
  deviceCopy,
  fileIds,
  job,
  jobChangeArgs,
  jobCounts,
  jobChanged,
  jobDates,
  jobFileField,
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
  handler: async (ctx, listing) =>
    await pageOfJobs(ctx, ctx.workspaceId, listing),
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
  handler: async (ctx, listing) =>
    await searchJobs(ctx, ctx.workspaceId, listing),
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

/** The jobs with a date, or with one in [from, until). */
export const listDates = workspaceQuery({
  args: {
    range: v.optional(v.object({ from: v.number(), until: v.number() })),
  },
  returns: v.array(jobDates),
  handler: async (ctx, { range }) =>
    await listJobDates(ctx, ctx.workspaceId, range ?? null),
});

/** The address of the customer's last job; null for an unknown customer. */
export const lastPlace = workspaceQuery({
  args: { customer_id: v.string() },
  returns: v.union(jobLocation, v.null()),
  handler: async (ctx, { customer_id }) =>
    await lastPlaceOf(ctx, ctx.workspaceId, customer_id),
});

/** One page of the jobs of a customer, the newest first. */
export const ofCustomer = workspaceQuery({
  args: { customer_id: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(job),
  handler: async (ctx, of) => await jobsOfCustomer(ctx, ctx.workspaceId, of),
});

/** What the jobs of a customer add up to, and the next visit after `now`. */
export const totalsOfCustomer = workspaceQuery({
  args: { customer_id: v.string(), now: v.number() },
  returns: customerTotals,
  handler: async (ctx, of) => await totalsOf(ctx, ctx.workspaceId, of),
});

/** What a device keeps to work without signal: see `copyForDevice`. */
export const forDevice = workspaceQuery({
  args: { from: v.number(), until: v.number() },
  returns: deviceCopy,
  handler: async (ctx, range) =>
    await copyForDevice(ctx, ctx.workspaceId, range),
});

/** The number of jobs of each status that has any; null while those of an earlier version are counted. */
export const totals = workspaceQuery({
  args: {},
  returns: v.nullable(jobTotals),
  handler: async (ctx) => await totalsByStatus(ctx, ctx.workspaceId),
});

/** The jobs that wait for the office: each count stops at 100. */
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
  handler: async (ctx, of) =>
    await listWaitingJobs(ctx, { workspaceId: ctx.workspaceId, ...of }),
});

export const create = workspaceMutation({
  kind: "jobs.create",
  args: newJobArgs,
  returns: v.id("jobs"),
  handler: async (ctx, args) => await createJob(ctx, ctx.workspaceId, args),
});

export const update = workspaceMutation({
  kind: "jobs.update",
  args: {
    id: v.string(),
    ...jobChangeArgs,
    base: v.optional(jobValues),
    /** True for a visit that was dragged: each drag is undone by itself. */
    isMove: v.optional(v.boolean()),
  },
  returns: jobChanged,
  handler: async (ctx, { isMove = false, ...args }) => {
    const changed = await updateJob(ctx, ctx.workspaceId, args);
    // The history needs a replaced value that the person had not seen.
    ctx.recorder.isSeparate = isMove || changed !== null;
    return changed;
  },
});

/** Moves the visits of a day, in one transaction that one undo takes back. */
export const moveVisits = workspaceMutation({
  kind: "jobs.moveVisits",
  args: { visits: v.array(v.object(visitMoveArgs)) },
  returns: v.object({
    moved: v.number(),
    /** The jobs whose visits stay. Missing in the stored answers of earlier versions. */
    left: v.optional(v.array(v.string())),
  }),
  handler: async (ctx, args) => {
    const change = moveVisitsChange;
    const { writes } = await applyChange(ctx, ctx.workspaceId, {
      change,
      args,
    });
    const moved = writes.length;
    ctx.recorder.counts = { visits: moved };
    return { moved, left: leftJobs(args.visits, writes) };
  },
});

/** Gives jobs one status, in one transaction that one undo takes back. */
export const setStatuses = workspaceMutation({
  kind: "jobs.setStatuses",
  args: {
    jobs: v.array(v.object({ id: v.string(), seen: jobStatus })),
    job_status: v.string(),
  },
  returns: v.object({ changed: v.number(), left: v.array(v.string()) }),
  handler: async (ctx, args) => {
    const change = setStatusesChange;
    const { writes } = await applyChange(ctx, ctx.workspaceId, {
      change,
      args,
    });
    const changed = writes.length;
    ctx.recorder.counts = { statuses: changed };
    return { changed, left: leftJobs(args.jobs, writes) };
  },
});

export const deleteJob = workspaceMutation({
  kind: "jobs.deleteJob",
  args: { id: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await applyChange(ctx, ctx.workspaceId, { change: deleteJobChange, args });
    return null;
  },
});

export const addFiles = workspaceMutation({
  kind: "jobs.addFiles",
  args: {
    id: v.string(),
    field: jobFileField,
    fileIds,
    /** The UUID of a batch: photos chosen together, each added by its own call. Undo removes the whole batch. */
    batch: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { batch, ...args }) => {
    if (batch !== undefined) requireUuid("batch", batch);
    ctx.recorder.batch = batch;
    await applyChange(ctx, ctx.workspaceId, { change: addFilesChange, args });
    return null;
  },
});

export const removeFile = workspaceMutation({
  kind: "jobs.removeFile",
  args: { id: v.string(), field: jobFileField, fileId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, args) => {
    await applyChange(ctx, ctx.workspaceId, { change: removeFileChange, args });
    return null;
  },
});

/** Moves one file of a list behind another one; to the start if `after` is null. */
export const moveFile = workspaceMutation({
  kind: "jobs.moveFile",
  args: {
    id: v.string(),
    field: jobFileField,
    fileId: v.id("_storage"),
    after: v.nullable(v.id("_storage")),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await applyChange(ctx, ctx.workspaceId, { change: moveFileChange, args });
    return null;
  },
});

/** The URL to POST one file to, once, within an hour (convex/http.ts). */
export const generateUploadUrl = workspaceMutation({
  kind: "jobs.generateUploadUrl",
  args: {},
  returns: v.string(),
  handler: async (ctx) => await createUploadUrl(ctx, ctx.member),
});
