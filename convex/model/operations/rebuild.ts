/**
 * Writes the derived rows of jobs and customers that an earlier version stored:
 * search words, the words of names, summaries, totals and copied names. Each workspace is
 * done in batches of one transaction, each of which schedules the next. The
 * progress is stored with each batch: a second start continues there, and two runs
 * at once do each row once.
 */
import { internal } from "../../_generated/api.js";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server.js";
import { customerCopies } from "../../../domain/changes/change";
import { DERIVED_VERSION, NAMES_VERSION } from "../../../domain/search";
import { copyCustomer } from "../customers/copies";
import { getCustomer } from "../customers/customers";
import { writeCustomerSearch } from "../customers/search";
import { writeJobSearch } from "../jobs/search";
import { statusTimeOf, writeSummary } from "../jobs/summaries";
import { addToTotals } from "../jobs/totals";
import type { RebuildStep } from "./validators";
import { getDerivedVersion, isRebuilt } from "../derivedVersion";

const WORKSPACE_BATCH_SIZE = 100;

/** Small, so that other calls wait little for a batch on one machine. */
const ROW_BATCH_SIZE = 25;
const SUMMARY_BATCH_SIZE = 100;
const OBSOLETE_BATCH_SIZE = 200;

/**
 * Starts the rebuild of every workspace that needs it. A workspace with rows has
 * a counter; they are read from the cursor on.
 */
export async function startRebuild(
  ctx: MutationCtx,
  cursor: string | null,
): Promise<void> {
  const counters = await ctx.db
    .query("counters")
    .paginate({ cursor, numItems: WORKSPACE_BATCH_SIZE });
  for (const { workspaceId } of counters.page) {
    const derived = await getDerivedVersion(ctx, workspaceId);
    const isCurrent = derived?.version === DERIVED_VERSION;
    if (isCurrent && derived.step === undefined) continue;
    if (!isCurrent) await begin(ctx, workspaceId, derived);
    await ctx.scheduler.runAfter(0, internal.rebuild.step, { workspaceId });
  }
  if (!counters.isDone)
    await ctx.scheduler.runAfter(0, internal.rebuild.start, {
      cursor: counters.continueCursor,
    });
}

type Position = Pick<Doc<"derivedVersions">, "version" | "step" | "cursor">;

async function begin(
  ctx: MutationCtx,
  workspaceId: string,
  derived: Doc<"derivedVersions"> | null,
): Promise<void> {
  const step =
    derived !== null && (await isRebuilt(ctx, workspaceId))
      ? firstMissing(derived)
      : "customers";
  const position: Position = { version: DERIVED_VERSION, step, cursor: null };
  if (derived === null)
    await ctx.db.insert("derivedVersions", { workspaceId, ...position });
  else await ctx.db.patch("derivedVersions", derived._id, position);
}

/** What a workspace with search words and summaries lacks. */
function firstMissing({ version, step }: Position): RebuildStep {
  return version < NAMES_VERSION || step === "names" ? "names" : "totals";
}

/** Runs the next batch of a workspace and schedules the one after it. */
export async function rebuildStep(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<void> {
  const derived = await getDerivedVersion(ctx, workspaceId);
  if (derived?.step === undefined) return;
  const { _id, step, cursor = null } = derived;
  const batch = await BATCHES[step](ctx, workspaceId, cursor);
  const next = batch.isDone ? NEXT_STEP[step] : step;
  await ctx.db.patch("derivedVersions", _id, {
    step: next,
    cursor: batch.isDone ? undefined : batch.continueCursor,
  });
  if (next !== undefined)
    await ctx.scheduler.runAfter(0, internal.rebuild.step, { workspaceId });
}

type Batch = (
  ctx: MutationCtx,
  workspaceId: string,
  cursor: string | null,
) => Promise<{ isDone: boolean; continueCursor: string }>;

const NEXT_STEP: Readonly<Record<RebuildStep, RebuildStep | undefined>> = {
  customers: "jobs",
  jobs: "jobSearch",
  jobSearch: undefined,
  names: "totals",
  totals: undefined,
};

const BATCHES: Readonly<Record<RebuildStep, Batch>> = {
  customers: rebuildCustomers,
  jobs: async (ctx, workspaceId, cursor) => {
    const batch = await ctx.db
      .query("jobs")
      .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
      .paginate({ cursor, numItems: ROW_BATCH_SIZE });
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
};

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
}
