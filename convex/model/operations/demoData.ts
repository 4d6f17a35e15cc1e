import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { fakeCustomer, fakeJob } from "../../../domain/demo/fakeData";
import { fakeDataInput, type FakeDataInput } from "../../../domain/demo/fakeDataInput";
import type { InputOf } from "../../../domain/calls/inputRules";
import type { DemoMark } from "../../../domain/calls/operations";
import type { Member } from "../access";
import { nextCustomerNumber } from "../customers/counters";
import { createCustomer } from "../customers/customers";
import { notFound, parse } from "../errors";
import { findFile } from "../files/rows";
import { ANY_MARK, markedColors, markedItems } from "../inventory/demoMarks";
import { createJob } from "../writes/applyChange";
import { recordProgress, runOperation, type Counts } from "./operations";
import type { DemoData } from "./validators";

/** How many customers and jobs one transaction creates. */
const ROW_BATCH_SIZE = 40;

/** How many jobs without a photo follow, after each photo has been used once. */
const JOBS_WITHOUT_PHOTO = 3;

export type FakeBatch = Omit<FakeDataInput, "withStock"> & {
  readonly now: number;
};

/** Creates customers with jobs around today, and stock if requested. */
export async function generateFakeData(
  ctx: ActionCtx,
  member: Member,
  args: InputOf<typeof fakeDataInput>,
): Promise<Counts> {
  const { customers, jobsPerCustomer, timeZone, withStock, job_photo_estimate } = parse(
    fakeDataInput,
    args,
  );
  const now = Date.now();
  const batchSize = Math.ceil(ROW_BATCH_SIZE / (1 + jobsPerCustomer));
  return await runOperation(ctx, { member, task: "generate" }, async (operationId) => {
    for (let left = customers; left > 0; left -= batchSize)
      await ctx.runMutation(internal.operations.generateBatch, {
        operationId,
        customers: Math.min(left, batchSize),
        jobsPerCustomer,
        timeZone,
        job_photo_estimate,
        now,
      });
    if (withStock)
      await ctx.runMutation(internal.operations.generateStock, {
        operationId,
      });
  });
}

/** Runs one step, by the same rules as a person's own input. */
export async function generateBatch(
  ctx: MutationCtx,
  operation: Doc<"tasks">,
  { customers, jobsPerCustomer, timeZone, job_photo_estimate: photos, now }: FakeBatch,
): Promise<void> {
  const { workspaceId, counts } = operation;
  for (const photo of photos)
    if ((await findFile(ctx, workspaceId, photo)) === null)
      throw notFound("file", "job_photo_estimate");
  let jobsMade = counts["jobsCreated"] ?? 0;
  const first = await nextCustomerNumber(ctx, workspaceId);
  for (let number = first; number < first + customers; number++) {
    const customer = fakeCustomer(number);
    const made = await createCustomer(ctx, workspaceId, {
      ...customer,
      demo: "unchanged",
    });
    for (let at = 0; at < jobsPerCustomer; at++) {
      const photo = photos[jobsMade % (photos.length + JOBS_WITHOUT_PHOTO)];
      await createJob(ctx, workspaceId, {
        job_customer_id: made.customer_id,
        ...fakeJob(number, {
          ...{ at, of: jobsPerCustomer, made: jobsMade++ },
          ...{ now, timeZone },
        }),
        job_photo_estimate: photo === undefined ? [] : [photo],
        demo: "unchanged",
      });
    }
  }
  await recordProgress(ctx, operation, {
    customersCreated: customers,
    jobsCreated: customers * jobsPerCustomer,
  });
}

/** How many edited demo rows are named before they are removed. */
const MAX_NAMED = 10;

/** What the Generate card of Settings needs to know. Reads a few rows only. */
export async function getDemoData(ctx: QueryCtx, workspaceId: string): Promise<DemoData> {
  const customers = (mark: DemoMark | undefined) =>
    ctx.db
      .query("customers")
      .withIndex("by_workspace_and_demo", (q) => q.eq("workspaceId", workspaceId).eq("demo", mark));
  const jobs = (mark: DemoMark) =>
    ctx.db
      .query("jobs")
      .withIndex("by_workspace_and_demo", (q) => q.eq("workspaceId", workspaceId).eq("demo", mark));
  const changed = [
    ...(await jobs("changed").take(MAX_NAMED + 1)).map(
      (job) => `${job.customer_name}, ${job.job_address}`,
    ),
    ...(await customers("changed").take(MAX_NAMED + 1)).map(({ customer_name }) => customer_name),
  ];
  const unchanged =
    (await customers("unchanged").first()) ??
    (await jobs("unchanged").first()) ??
    (await markedItems(ctx, workspaceId).first()) ??
    (await markedColors(ctx, workspaceId).first());
  return {
    hasDemoData: unchanged !== null || changed.length > 0,
    hasRealCustomers: (await customers(undefined).first()) !== null,
    changed: changed.slice(0, MAX_NAMED),
    hasMoreChanged: changed.length > MAX_NAMED,
  };
}

/** A customer who has a job left is kept and loses the mark: the job is no demo data. */
export async function deleteDemoCustomers(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const customers = await ctx.db
    .query("customers")
    .withIndex("by_workspace_and_demo", (q) =>
      q.eq("workspaceId", workspaceId).gte("demo", ANY_MARK),
    )
    .take(ROW_BATCH_SIZE);
  if (customers.length === 0) return null;
  let customersKept = 0;
  for (const { _id, customer_id } of customers) {
    const job = await ctx.db
      .query("jobs")
      .withIndex("by_workspace_and_customer", (q) =>
        q.eq("workspaceId", workspaceId).eq("job_customer_id", customer_id),
      )
      .first();
    if (job === null) await ctx.db.delete("customers", _id);
    else {
      await ctx.db.patch("customers", _id, { demo: undefined });
      customersKept += 1;
    }
  }
  return {
    customersDeleted: customers.length - customersKept,
    customersKept,
  };
}
