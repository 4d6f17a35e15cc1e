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
import { eachOfPage } from "../batches";
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

/** Returns the position from which the next batch goes on, or null at the end. */
type Batch = (
  ctx: MutationCtx,
  workspaceId: string,
  position: string | null,
) => Promise<string | null>;

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
  jobs: rebuildJobs(rebuildJob),
  jobSearch: async (ctx, workspaceId, position) => {
    const rows = ctx.db
      .query("jobSearch")
      .withIndex("by_workspace_and_job", (q) =>
        q.eq("workspaceId", workspaceId),
      );
    const from = { position, most: OBSOLETE_BATCH_SIZE };
    return await eachOfPage(ctx, { rows, ...from }, (row) =>
      ctx.db.delete("jobSearch", row._id),
    );
  },
  names: rebuildCustomers,
  totals: countSummaries,
  notes: rebuildJobs(rebuildNotes),
};

function rebuildJobs(
  rebuildOne: (ctx: MutationCtx, job: Doc<"jobs">) => Promise<void>,
): Batch {
  return async (ctx, workspaceId, position) => {
    const jobs = ctx.db
      .query("jobs")
      .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId));
    const from = { position, most: ROW_BATCH_SIZE };
    return await eachOfPage(ctx, { rows: jobs, ...from }, (job) =>
      rebuildOne(ctx, job),
    );
  };
}

async function rebuildCustomers(
  ctx: MutationCtx,
  workspaceId: string,
  position: string | null,
): Promise<string | null> {
  const customers = ctx.db
    .query("customers")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId));
  const from = { position, most: ROW_BATCH_SIZE };
  return await eachOfPage(
    ctx,
    { rows: customers, ...from },
    async (customer) => {
      await writeCustomerSearch(ctx, customer);
      if (customer.searchText !== undefined)
        await ctx.db.patch("customers", customer._id, {
          searchText: undefined,
        });
    },
  );
}

/** Counts the jobs that no write has counted since the totals exist. */
async function countSummaries(
  ctx: MutationCtx,
  workspaceId: string,
  position: string | null,
): Promise<string | null> {
  const summaries = ctx.db
    .query("jobSummaries")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", workspaceId));
  const from = { position, most: SUMMARY_BATCH_SIZE };
  const added: Record<string, number>[] = [];
  const next = await eachOfPage(
    ctx,
    { rows: summaries, ...from },
    async (summary) => {
      if (summary.isCounted) return;
      await ctx.db.patch("jobSummaries", summary._id, { isCounted: true });
      added.push({ [summary.job_status]: 1 });
    },
  );
  await addToTotals(ctx, { workspaceId, person: "" }, added);
  return next;
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
