/**
 * The batches of a rebuild. Each row is written in one transaction from its form of the version before to the new one:
 * a search at any moment finds it in one of the two.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server.js";
import { customerCopies } from "../../../domain/changes/rows";
import { eachOfPage } from "../batches";
import { copyCustomer } from "../customers/copies";
import { getCustomer } from "../customers/customers";
import { writeCustomerSearch } from "../customers/search";
import { writeCleaning } from "../jobs/cleanings";
import { writeJobSearch } from "../jobs/search";
import { statusTimeOf, writeSummary } from "../jobs/summaries";
import { writeNoteWords } from "../search/noteWords";
import type { RebuildStep } from "./validators";

/** Small, so that other calls wait little for a batch on one machine. */
const ROW_BATCH_SIZE = 25;

/** Returns the position from which the next batch goes on, or null at the end. */
type Batch = (
  ctx: MutationCtx,
  workspaceId: string,
  position: string | null,
) => Promise<string | null>;

export const NEXT_STEP: Readonly<Partial<Record<RebuildStep, RebuildStep>>> = {
  customers: "jobs",
};

/** The batches of version 7, which writes every row again. */
export const BATCHES: Readonly<Partial<Record<RebuildStep, Batch>>> = {
  customers: rebuildCustomers,
  jobs: rebuildJobs,
};

async function rebuildJobs(
  ctx: MutationCtx,
  workspaceId: string,
  position: string | null,
): Promise<string | null> {
  const jobs = ctx.db
    .query("jobs")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId));
  const from = { position, most: ROW_BATCH_SIZE };
  return await eachOfPage(ctx, { rows: jobs, ...from }, (job) => rebuildJob(ctx, job));
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
  return await eachOfPage(ctx, { rows: customers, ...from }, (customer) =>
    writeCustomerSearch(ctx, customer),
  );
}

async function rebuildJob(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  const { workspaceId, job_customer_id: customerId } = job;
  const customer = await getCustomer(ctx, workspaceId, customerId);
  if (customer !== null) await copyCustomer(ctx, job, customer);
  const copied = customer === null ? job : { ...job, ...customerCopies(customer) };
  const statusTime = await statusTimeOf(ctx, job);
  const by = { person: "", at: statusTime };
  const summaryId = await writeSummary(ctx, copied, by);
  await writeJobSearch(ctx, copied, summaryId);
  await writeNoteWords(ctx, job, job.job_notes);
  await writeCleaning(ctx, copied);
}
