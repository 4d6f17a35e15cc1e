/**
 * The batches of a rebuild. Each row is written in one transaction from its form of the version before to the new one:
 * a search at any moment finds it in one of the two.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server.js";
import { customerCopies } from "../../../domain/changes/rows";
import {
  NAMES_VERSION,
  SEARCH_VERSION,
  TOTALS_VERSION,
} from "../../../domain/search";
import { copyCustomer } from "../customers/copies";
import { getCustomer } from "../customers/customers";
import { writeCustomerSearch } from "../customers/search";
import { writeJobSearch } from "../jobs/search";
import { getSummary, statusTimeOf, writeSummary } from "../jobs/summaries";
import { addToTotals } from "../jobs/totals";
import { writeNoteWords } from "../search/noteWords";
import type { RebuildStep } from "./validators";

/** Small, so that other calls wait little for a batch on one machine. */
const ROW_BATCH_SIZE = 25;
const SUMMARY_BATCH_SIZE = 100;
const OBSOLETE_BATCH_SIZE = 200;

/** By the version before: what version 5 lacks. A version that changes rows of earlier ones has to empty it. */
const SHORTER: Readonly<Record<number, RebuildStep>> = {
  [SEARCH_VERSION]: "names",
  [NAMES_VERSION]: "totals",
  [TOTALS_VERSION]: "notes",
};

/** A workspace of any other version is written whole. */
export function firstStep(version: number): RebuildStep {
  return SHORTER[version] ?? "customers";
}

type Batch = (
  ctx: MutationCtx,
  workspaceId: string,
  cursor: string | null,
) => Promise<{ isDone: boolean; continueCursor: string }>;

export const NEXT_STEP: Readonly<Record<RebuildStep, RebuildStep | undefined>> =
  {
    customers: "jobs",
    jobs: "jobSearch",
    jobSearch: undefined,
    names: "totals",
    totals: "notes",
    notes: undefined,
  };

export const BATCHES: Readonly<Record<RebuildStep, Batch>> = {
  customers: rebuildCustomers,
  jobs: async (ctx, workspaceId, cursor) => {
    const batch = await batchOfJobs(ctx, workspaceId, cursor);
    for (const job of batch.page) await rebuildJob(ctx, job);
    return batch;
  },
  jobSearch: async (ctx, workspaceId, cursor) => {
    const batch = await ctx.db
      .query("jobSearch")
      .withIndex("by_workspace_and_job", (q) =>
        q.eq("workspaceId", workspaceId),
      )
      .paginate({ cursor, numItems: OBSOLETE_BATCH_SIZE });
    for (const { _id } of batch.page) await ctx.db.delete("jobSearch", _id);
    return batch;
  },
  names: rebuildCustomers,
  totals: countSummaries,
  notes: async (ctx, workspaceId, cursor) => {
    const batch = await batchOfJobs(ctx, workspaceId, cursor);
    for (const job of batch.page) await rebuildNotes(ctx, job);
    return batch;
  },
};

async function batchOfJobs(
  ctx: MutationCtx,
  workspaceId: string,
  cursor: string | null,
) {
  return await ctx.db
    .query("jobs")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .paginate({ cursor, numItems: ROW_BATCH_SIZE });
}

async function rebuildCustomers(
  ctx: MutationCtx,
  workspaceId: string,
  cursor: string | null,
) {
  const batch = await ctx.db
    .query("customers")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .paginate({ cursor, numItems: ROW_BATCH_SIZE });
  for (const customer of batch.page) {
    await writeCustomerSearch(ctx, customer);
    if (customer.searchText !== undefined)
      await ctx.db.patch("customers", customer._id, { searchText: undefined });
  }
  return batch;
}

/** Counts the jobs that no write has counted since the totals exist. */
async function countSummaries(
  ctx: MutationCtx,
  workspaceId: string,
  cursor: string | null,
) {
  const batch = await ctx.db
    .query("jobSummaries")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", workspaceId))
    .paginate({ cursor, numItems: SUMMARY_BATCH_SIZE });
  const uncounted = batch.page.filter(({ isCounted }) => !isCounted);
  for (const { _id } of uncounted)
    await ctx.db.patch("jobSummaries", _id, { isCounted: true });
  const added = uncounted.map(({ job_status }) => ({ [job_status]: 1 }));
  await addToTotals(ctx, { workspaceId, person: "" }, added);
  return batch;
}

async function rebuildJob(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  const { workspaceId, job_customer_id: customerId } = job;
  const customer = await getCustomer(ctx, workspaceId, customerId);
  if (customer !== null) await copyCustomer(ctx, job, customer);
  const copied =
    customer === null ? job : { ...job, ...customerCopies(customer) };
  const statusTime = await statusTimeOf(ctx, job);
  const by = { person: "", at: statusTime };
  const summaryId = await writeSummary(ctx, copied, by);
  await writeJobSearch(ctx, copied, summaryId);
  await writeNoteWords(ctx, job, job.job_notes);
}

/** The summary of the version before has the notes themselves, which are then obsolete. */
async function rebuildNotes(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  await writeNoteWords(ctx, job, job.job_notes);
  const summary = await getSummary(ctx, job.workspaceId, job._id);
  if (summary?.foldedNotes !== undefined)
    await ctx.db.patch("jobSummaries", summary._id, { foldedNotes: undefined });
}
