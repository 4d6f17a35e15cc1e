import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { fakeCustomer, fakeJob } from "../../../domain/fakeData";
import {
  fakeDataInput,
  type FakeDataInput,
} from "../../../domain/fakeDataInput";
import { nextCustomerNumber } from "../customers/counters";
import { createCustomer } from "../customers/customers";
import { parse } from "../errors";
import { createJob } from "../jobs/jobs";
import {
  recordProgress,
  requireOperation,
  runOperation,
  type Counts,
} from "./operations";

/** How many customers and jobs one transaction creates. */
const ROW_BATCH_SIZE = 150;

export type FakeBatch = FakeDataInput & {
  readonly operationId: Id<"tasks">;
  readonly now: number;
};

/** Creates customers with jobs around today. */
export async function generateFakeData(
  ctx: ActionCtx,
  workspaceId: string,
  args: FakeDataInput,
): Promise<Counts> {
  const { customers, jobsPerCustomer } = parse(fakeDataInput, args);
  const now = Date.now();
  const batchSize = Math.ceil(ROW_BATCH_SIZE / (1 + jobsPerCustomer));
  return await runOperation(
    ctx,
    { workspaceId, task: "generate" },
    async (operationId) => {
      for (let left = customers; left > 0; left -= batchSize)
        await ctx.runMutation(internal.operations.generateBatch, {
          operationId,
          customers: Math.min(left, batchSize),
          jobsPerCustomer,
          now,
        });
    },
  );
}

/** Runs one step, by the same rules as a person's own input. */
export async function generateBatch(
  ctx: MutationCtx,
  { operationId, customers, jobsPerCustomer, now }: FakeBatch,
): Promise<void> {
  const operation = await requireOperation(ctx, operationId);
  const { workspaceId } = operation;
  const first = await nextCustomerNumber(ctx, workspaceId);
  for (let number = first; number < first + customers; number++) {
    const customer = fakeCustomer(number);
    const made = await createCustomer(ctx, workspaceId, customer);
    for (let at = 0; at < jobsPerCustomer; at++)
      await createJob(ctx, workspaceId, {
        job_customer_id: made.customer_id,
        ...fakeJob(number, { at, of: jobsPerCustomer, now }),
      });
  }
  await recordProgress(ctx, operation, {
    customersCreated: customers,
    jobsCreated: customers * jobsPerCustomer,
  });
}
