import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type {
  Change,
  CustomerRow,
  JobRow,
  Reads,
  Rows,
  Write,
} from "../../../domain/changes/change";
import {
  createJob as createJobChange,
  createsCustomer,
  type CreateJobArgs,
} from "../../../domain/changes/createJob";
import {
  changedFields,
  isEmpty,
  replacedFields,
} from "../../../domain/changes/fields";
import {
  updateJob as updateJobChange,
  type UpdateJobArgs,
} from "../../../domain/changes/updateJob";
import { changedMark } from "../../../domain/operations";
import { isClientKey, requireNewKey } from "../clientKeys";
import { nextCustomerId } from "../customers/counters";
import { getCustomer } from "../customers/customers";
import { byRule, must } from "../errors";
import { getJob, requireJob } from "./jobs";
import type { JobValues } from "./validators";

/** Returns the id of the job. */
export async function createJob(
  ctx: MutationCtx,
  workspaceId: string,
  args: CreateJobArgs,
): Promise<Id<"jobs">> {
  const { clientKey } = args;
  if (clientKey !== undefined) {
    requireNewKey(clientKey, await getJob(ctx, workspaceId, clientKey));
    if (createsCustomer(args))
      requireNewKey(clientKey, await getCustomer(ctx, workspaceId, clientKey));
  }
  const customerId = createsCustomer(args)
    ? await nextCustomerId(ctx, workspaceId)
    : "";
  const { ids } = await applyChange(ctx, workspaceId, {
    change: createJobChange,
    args,
    customerId,
  });
  return must(ids.at(-1), "a new job") as Id<"jobs">;
}

/** Returns what the change replaced of what the person had not seen, or null. */
export async function updateJob(
  ctx: MutationCtx,
  workspaceId: string,
  {
    base,
    ...args
  }: UpdateJobArgs & {
    /** What the person saw of the fields that they changed. */
    readonly base?: JobValues | undefined;
  },
): Promise<{ replaced: JobValues } | null> {
  const seen = await withCustomerId(ctx, workspaceId, base);
  const { writes } = await applyChange(ctx, workspaceId, {
    change: updateJobChange,
    args,
  });
  return replacedBy(writes, seen);
}

/** What the writes replaced of what the person had not seen, or null. */
export function replacedBy<Values extends object>(
  writes: readonly Write[],
  seen: Values | undefined,
): { replaced: Values } | null {
  const replaced = writes
    .filter((write) => write.kind === "patch")
    // The customer's own value before the change, rather than the job's copy of it.
    .toReversed()
    .map(({ row, fields }) => replacedFields(row, fields, seen));
  return replaced.every((each) => each === null)
    ? null
    : { replaced: Object.assign({}, ...replaced) as Values };
}

/** What a person saw may name a customer by the key that the device gave. */
async function withCustomerId(
  ctx: QueryCtx,
  workspaceId: string,
  base: JobValues = {},
): Promise<JobValues> {
  const { job_customer_id: named } = base;
  if (named === undefined || !isClientKey(named)) return base;
  const customer = await getCustomer(ctx, workspaceId, named);
  return { ...base, job_customer_id: customer?.customer_id ?? named };
}

interface Applied {
  readonly writes: readonly Write[];
  /** Of the inserted rows, in their order. */
  readonly ids: readonly string[];
}

/** Reads the rows of a change, applies its definition, and writes what it returns. */
export async function applyChange<Args>(
  ctx: MutationCtx,
  workspaceId: string,
  {
    change,
    args,
    customerId = "",
  }: {
    change: Change<Args>;
    args: Args;
    /** For a customer whom the change creates. */
    customerId?: string;
  },
): Promise<Applied> {
  const rows = await readRows(ctx, workspaceId, change.reads(args));
  const writes = byRule(() => change.apply(rows, args, { customerId }));
  const ids: string[] = [];
  for (const [at, write] of writes.entries()) {
    if (write.kind === "insert")
      ids.push(await insert(ctx, workspaceId, write));
    else if (write.kind === "patch")
      await patch(ctx, write, at === 0 ? write.row : null);
    else await ctx.db.delete("jobs", write.row._id as Id<"jobs">);
  }
  return { writes, ids };
}

async function readRows(
  ctx: MutationCtx,
  workspaceId: string,
  { job, jobs = [], customers = [], customerOfJob = false }: Reads,
): Promise<Rows> {
  const foundJobs = new Map<string, JobRow | null>();
  const foundCustomers = new Map<string, CustomerRow | null>();
  const names = [...customers];
  if (job !== undefined) {
    const row = await requireJob(ctx, workspaceId, job);
    foundJobs.set(job, row);
    if (customerOfJob) names.push(row.job_customer_id);
  }
  for (const id of jobs) foundJobs.set(id, await getJob(ctx, workspaceId, id));
  for (const id of names)
    if (!foundCustomers.has(id))
      foundCustomers.set(id, await getCustomer(ctx, workspaceId, id));
  return {
    job: (id) => foundJobs.get(id) ?? undefined,
    customer: (id) => foundCustomers.get(id) ?? undefined,
  };
}

type Insert = Extract<Write, { kind: "insert" }>;
type Patch = Extract<Write, { kind: "patch" }>;

async function insert(
  ctx: MutationCtx,
  workspaceId: string,
  { table, fields }: Insert,
): Promise<string> {
  return table === "jobs"
    ? await ctx.db.insert("jobs", {
        ...(fields as Omit<Doc<"jobs">, "_id" | "_creationTime">),
        workspaceId,
      })
    : await ctx.db.insert("customers", { ...fields, workspaceId });
}

/**
 * Writes only the differences from the row as it is now: the copies in a job follow a write to its customer
 * (derived.ts). `current` is null after another write of the change.
 */
async function patch(
  ctx: MutationCtx,
  write: Patch,
  current: Patch["row"] | null,
): Promise<void> {
  if (write.table === "jobs") {
    const id = write.row._id as Id<"jobs">;
    const row = current ?? must(await ctx.db.get("jobs", id), "a changed job");
    const fields = write.fields as Partial<Doc<"jobs">>;
    const change = changedFields(row, fields);
    if (isEmpty(change)) return;
    await ctx.db.patch("jobs", id, { ...change, ...changedMark(row) });
    return;
  }
  const { row, fields } = write;
  const change = changedFields(row, fields);
  if (isEmpty(change)) return;
  const id = row._id as Id<"customers">;
  await ctx.db.patch("customers", id, { ...change, ...changedMark(row) });
}
