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
import { moveTask, requireTask, runTask, type Counts } from "./operations";

/** How many customers and jobs one transaction makes. */
const MADE_AT_ONCE = 150;

export type FakeBatch = FakeDataInput & {
  readonly taskId: Id<"tasks">;
  readonly now: number;
};

/** Customers with jobs around today, as many as asked for. */
export async function generateFakeData(
  ctx: ActionCtx,
  workspaceId: string,
  args: FakeDataInput,
): Promise<Counts> {
  const { customers, jobsPerCustomer } = parse(fakeDataInput, args);
  const now = Date.now();
  const atOnce = Math.ceil(MADE_AT_ONCE / (1 + jobsPerCustomer));
  return await runTask(
    ctx,
    { workspaceId, task: "generate" },
    async (taskId) => {
      for (let left = customers; left > 0; left -= atOnce)
        await ctx.runMutation(internal.tasks.generateSome, {
          taskId,
          customers: Math.min(left, atOnce),
          jobsPerCustomer,
          now,
        });
    },
  );
}

/** One step. They are made as a person makes them, by the same rules. */
export async function generateSome(
  ctx: MutationCtx,
  { taskId, customers, jobsPerCustomer, now }: FakeBatch,
): Promise<void> {
  const task = await requireTask(ctx, taskId);
  const { workspaceId } = task;
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
  await moveTask(ctx, task, {
    customersCreated: customers,
    jobsCreated: customers * jobsPerCustomer,
  });
}
