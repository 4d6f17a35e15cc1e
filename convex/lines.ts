import { v } from "convex/values";
import { addLines, editLines, removeLines } from "../domain/changes/jobLines";
import { putBackLines, takeLines } from "../domain/changes/lineStock";
import { mutationOf, workspaceQuery } from "./functions";
import { getJob } from "./model/jobs/jobs";
import { linesOf, linesOfJobs } from "./model/jobs/lines";
import { neededFor } from "./model/jobs/lineSums";
import {
  line,
  lineChangeArgs,
  lineChanged,
  lineValues,
  needed as neededItems,
  newLineArgs,
} from "./model/jobs/validators";

/** The lines of a job, by its id or client key, in any order; none for an unknown job. */
export const ofJob = workspaceQuery({
  args: { id: v.string() },
  returns: v.array(line),
  handler: async (ctx, { id }) => {
    const job = await getJob(ctx, ctx.workspaceId, id);
    return job === null ? [] : await linesOf(ctx, ctx.workspaceId, job._id);
  },
});

/** The lines of several jobs, by their ids. */
export const ofJobs = workspaceQuery({
  args: { jobIds: v.array(v.string()) },
  returns: v.array(line),
  handler: async (ctx, { jobIds }) => await linesOfJobs(ctx, ctx.workspaceId, jobIds),
});

/** What the installs in [from, until) still need, and the stock of it. Seamless gutter needs coil, with the waste. */
export const needed = workspaceQuery({
  args: { from: v.number(), until: v.number(), wastePercent: v.number() },
  returns: neededItems,
  handler: async (ctx, of) => await neededFor(ctx, ctx.workspaceId, of),
});

export const add = mutationOf(addLines, {
  args: { id: v.string(), lines: v.array(v.object(newLineArgs)) },
});

export const edit = mutationOf(editLines, {
  args: {
    id: v.string(),
    lines: v.array(v.object(lineChangeArgs)),
    base: v.optional(lineValues),
    added: v.optional(v.array(v.object(newLineArgs))),
  },
  returns: lineChanged,
});

export const remove = mutationOf(removeLines, {
  args: { id: v.string(), keys: v.array(v.string()) },
});

/** Takes what the lines need from stock, as far as it is there. Returns what is missing. */
export const take = mutationOf(takeLines, {
  args: { id: v.string(), wastePercent: v.number() },
  returns: v.object({ left: v.array(v.string()) }),
});

export const putBack = mutationOf(putBackLines, { args: { id: v.string() } });
