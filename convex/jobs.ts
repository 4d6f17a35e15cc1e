import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "./_generated/server";
import { requireWorkspace } from "./model/access";
import { pageOfJobs } from "./model/jobs/pages";
import { allJobs, jobsOfDay, listJobDates } from "./model/jobs/schedule";
import {
  addJobFiles,
  createJob,
  deleteJob as deleteJobRow,
  getJob,
  removeJobFile,
  requireJob,
  toJob,
  updateJob,
} from "./model/jobs/jobs";
import { createUploadUrl } from "./model/files/uploadTickets";
import {
  fileIds,
  job,
  jobChangeArgs,
  jobDates,
  jobFileField,
  jobSort,
  jobStatus,
  newJobArgs,
} from "./model/validators";

/** Every job, the newest first. A screen that lists jobs uses `list`. */
export const getAll = query({
  args: {},
  returns: v.array(job),
  handler: async (ctx) => {
    const workspaceId = await requireWorkspace(ctx);
    const jobs = await allJobs(ctx, workspaceId);
    return jobs.map(toJob);
  },
});

export const get = query({
  args: { id: v.string() },
  returns: v.union(job, v.null()),
  handler: async (ctx, { id }) => {
    const workspaceId = await requireWorkspace(ctx);
    const found = await getJob(ctx, workspaceId, id);
    return found === null ? null : toJob(found);
  },
});

/** For `usePaginatedQuery`: search, filter and order act on all jobs. */
export const list = query({
  args: {
    paginationOpts: paginationOptsValidator,
    search: v.string(),
    status: v.union(jobStatus, v.null()),
    sort: jobSort,
    now: v.number(),
  },
  returns: paginationResultValidator(job),
  handler: async (ctx, listing) => {
    const workspaceId = await requireWorkspace(ctx);
    return await pageOfJobs(ctx, workspaceId, listing);
  },
});

/** The jobs with a time in [dayStart, dayEnd), the earliest first. */
export const getScheduledForDay = query({
  args: { dayStart: v.number(), dayEnd: v.number() },
  returns: v.array(job),
  handler: async (ctx, { dayStart, dayEnd }) => {
    const workspaceId = await requireWorkspace(ctx);
    const day = { from: dayStart, until: dayEnd };
    const jobs = await jobsOfDay(ctx, workspaceId, day);
    return jobs.map(toJob);
  },
});

/** The dated jobs: all of them, or those with a date in [from, until). */
export const listDates = query({
  args: {
    range: v.optional(v.object({ from: v.number(), until: v.number() })),
  },
  returns: v.array(jobDates),
  handler: async (ctx, { range }) => {
    const workspaceId = await requireWorkspace(ctx);
    return await listJobDates(ctx, workspaceId, range ?? null);
  },
});

export const create = mutation({
  args: newJobArgs,
  returns: v.id("jobs"),
  handler: async (ctx, args) => {
    const workspaceId = await requireWorkspace(ctx);
    return await createJob(ctx, workspaceId, args);
  },
});

export const update = mutation({
  args: { id: v.id("jobs"), ...jobChangeArgs },
  returns: v.null(),
  handler: async (ctx, args) => {
    const workspaceId = await requireWorkspace(ctx);
    await updateJob(ctx, workspaceId, args);
    return null;
  },
});

export const deleteJob = mutation({
  args: { id: v.id("jobs") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const workspaceId = await requireWorkspace(ctx);
    await deleteJobRow(ctx, await requireJob(ctx, workspaceId, id));
    return null;
  },
});

export const addFiles = mutation({
  args: { id: v.id("jobs"), field: jobFileField, fileIds },
  returns: v.null(),
  handler: async (ctx, { id, ...added }) => {
    const workspaceId = await requireWorkspace(ctx);
    await addJobFiles(ctx, await requireJob(ctx, workspaceId, id), added);
    return null;
  },
});

export const removeFile = mutation({
  args: { id: v.id("jobs"), field: jobFileField, fileId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { id, ...removed }) => {
    const workspaceId = await requireWorkspace(ctx);
    await removeJobFile(ctx, await requireJob(ctx, workspaceId, id), removed);
    return null;
  },
});

/** Where to POST one file, once, within the hour (convex/http.ts). */
export const generateUploadUrl = mutation({
  args: {},
  returns: v.string(),
  handler: async (ctx) => {
    const workspaceId = await requireWorkspace(ctx);
    return await createUploadUrl(ctx, workspaceId);
  },
});
