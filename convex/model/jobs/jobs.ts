import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { movedInList } from "../../../domain/fileOrder";
import {
  CUSTOMER_REQUIRED,
  jobChange,
  jobInput,
} from "../../../domain/jobInput";
import { DEFAULT_JOB_STATUS, type JobFileField } from "../../../domain/jobs";
import { changedMark, type DemoMark } from "../../../domain/operations";
import { changedFields, clearNulls, isEmpty, replacedFields } from "../changes";
import { isClientKey, requireNewKey } from "../clientKeys";
import { customerCopies } from "../customers/copies";
import {
  createCustomer,
  getCustomer,
  updateCustomer,
} from "../customers/customers";
import { invalid, notFound, parse, wrongType } from "../errors";
import { givenLists, NO_FILES } from "../files/files";
import type {
  Job,
  JobChangeArgs,
  JobLocation,
  JobValues,
  NewJobArgs,
} from "./validators";

export function toJob(row: Doc<"jobs">): Job {
  const { workspaceId: _workspaceId, ...job } = row;
  return job;
}

/** By its id, or by the key that the device gave. */
export async function getJob(
  ctx: QueryCtx,
  workspaceId: string,
  id: string,
): Promise<Doc<"jobs"> | null> {
  if (isClientKey(id))
    return await ctx.db
      .query("jobs")
      .withIndex("by_workspace_and_client_key", (q) =>
        q.eq("workspaceId", workspaceId).eq("clientKey", id),
      )
      .unique();
  const jobId = ctx.db.normalizeId("jobs", id);
  const job = jobId === null ? null : await ctx.db.get("jobs", jobId);
  return job?.workspaceId === workspaceId ? job : null;
}

export async function lastPlaceOf(
  ctx: QueryCtx,
  workspaceId: string,
  customerId: string,
): Promise<JobLocation | null> {
  const job = await ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("job_customer_id", customerId),
    )
    .order("desc")
    .first();
  if (job === null) return null;
  const { job_address, job_city } = job;
  return { job_address, ...(job_city !== undefined && { job_city }) };
}

export async function requireJob(
  ctx: QueryCtx,
  workspaceId: string,
  id: string,
): Promise<Doc<"jobs">> {
  const job = await getJob(ctx, workspaceId, id);
  if (job !== null) return job;
  const isId = isClientKey(id) || ctx.db.normalizeId("jobs", id) !== null;
  throw isId ? notFound("job", "id") : wrongType("id");
}

/**
 * Creates a job and creates or updates its customer in one transaction: if the
 * job is rejected, the customer stays as it was. A new customer gets the job's
 * client key too, so that a device can name them before it knows their id.
 */
export async function createJob(
  ctx: MutationCtx,
  workspaceId: string,
  { demo, clientKey, ...args }: NewJobArgs & { readonly demo?: DemoMark },
): Promise<Id<"jobs">> {
  if (clientKey !== undefined)
    requireNewKey(clientKey, await getJob(ctx, workspaceId, clientKey));
  const customer = await customerOfNewJob(ctx, workspaceId, {
    ...args,
    clientKey,
  });
  const input = clearNulls(parse(jobInput, args));
  const files = givenLists(NO_FILES, args);
  return await ctx.db.insert("jobs", {
    workspaceId,
    ...input,
    ...customerCopies(customer),
    job_status: input.job_status ?? DEFAULT_JOB_STATUS,
    job_categories: input.job_categories ?? [],
    ...files,
    demo,
    clientKey,
  });
}

type JobUpdate = JobChangeArgs & {
  readonly id: string;
  /** What the person saw of the fields that they changed. */
  readonly base?: JobValues | undefined;
};

/** Returns what the change replaced of what the person had not seen, or null. */
export async function updateJob(
  ctx: MutationCtx,
  workspaceId: string,
  { id, base, ...args }: JobUpdate,
): Promise<{ replaced: JobValues } | null> {
  const before = await requireJob(ctx, workspaceId, id);
  if (args.job_customer_id === "")
    throw invalid("customer_name", CUSTOMER_REQUIRED);
  const input = clearNulls(parse(jobChange, args));
  const ofCustomer = await correctCustomer(ctx, before, { base, ...args });
  const copies = await copiesForChange(ctx, before, args);
  // updateCustomer has already written the customer's change to their jobs.
  const job = isEmpty(copies)
    ? before
    : await requireJob(ctx, workspaceId, before._id);
  const files = givenLists(job, args);
  const wanted = { ...input, ...copies, ...files };
  const seen = await withCustomerId(ctx, workspaceId, base);
  const ofJob = replacedFields(before, wanted, seen);
  await changeJob(ctx, job, wanted);
  return ofJob === null && ofCustomer === null
    ? null
    : { replaced: { ...ofJob, ...ofCustomer } };
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

/** Adds single elements, so that two phones adding at once both keep their photos. */
export async function addJobFiles(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  { field, fileIds }: { field: JobFileField; fileIds: Id<"_storage">[] },
): Promise<void> {
  const files = givenLists(job, { [field]: [...job[field], ...fileIds] });
  await changeJob(ctx, job, files);
}

/** Removing a file that is not in the list is not an error. */
export async function removeJobFile(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  { field, fileId }: { field: JobFileField; fileId: Id<"_storage"> },
): Promise<void> {
  const list = job[field].filter((id) => id !== fileId);
  const files = givenLists(job, { [field]: list });
  await changeJob(ctx, job, files);
}

interface FileMove {
  readonly field: JobFileField;
  readonly fileId: Id<"_storage">;
  readonly after: Id<"_storage"> | null;
}

/** A file that is not in the list is not an error: somebody removed it meanwhile. */
export async function moveJobFile(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  { field, fileId, after }: FileMove,
): Promise<void> {
  const list = movedInList(job[field], { moved: fileId, after });
  await changeJob(ctx, job, { [field]: list });
}

/** Writes only the differences. */
async function changeJob(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  wanted: Partial<Doc<"jobs">>,
): Promise<void> {
  const change = changedFields(job, wanted);
  if (isEmpty(change)) return;
  await ctx.db.patch("jobs", job._id, { ...change, ...changedMark(job) });
}

async function customerOfNewJob(
  ctx: MutationCtx,
  workspaceId: string,
  { job_customer_id: customerId = "", customer: given, clientKey }: NewJobArgs,
): Promise<Doc<"customers">> {
  if (customerId !== "") {
    const customer = await requireJobCustomer(ctx, workspaceId, customerId);
    return given === undefined
      ? customer
      : await updateCustomer(ctx, customer, given);
  }
  const name = given?.customer_name?.trim() ?? "";
  if (name === "") throw invalid("customer_name", CUSTOMER_REQUIRED);
  const fields = clearNulls(given ?? {});
  return await createCustomer(ctx, workspaceId, {
    ...fields,
    customer_name: fields.customer_name ?? name,
    clientKey,
  });
}

/** Returns what the correction replaced of what the person had not seen, or null. */
async function correctCustomer(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  args: Omit<JobUpdate, "id">,
): Promise<JobValues | null> {
  const { customer: change, base } = args;
  if (change === undefined) return null;
  const before = await correctedCustomer(ctx, job, args);
  const after = await updateCustomer(ctx, before, change);
  const given = Object.keys(change).map((field) => [
    field,
    after[field as keyof typeof after],
  ]);
  return replacedFields(before, Object.fromEntries(given) as object, base);
}

/** The customer copies of a job whose customer is replaced or changed. */
async function copiesForChange(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  { job_customer_id: chosen, customer: change }: JobChangeArgs,
): Promise<Partial<Doc<"jobs">>> {
  if (chosen === undefined && change === undefined) return {};
  const customer = await requireJobCustomer(
    ctx,
    job.workspaceId,
    chosen ?? job.job_customer_id,
  );
  return customerCopies(customer);
}

/** Of a customer who was merged with another one, the other one has the job. */
async function correctedCustomer(
  ctx: QueryCtx,
  { workspaceId, job_customer_id: present }: Doc<"jobs">,
  { customer_id: named, job_customer_id: chosen }: JobChangeArgs,
): Promise<Doc<"customers">> {
  const customer =
    named === undefined ? null : await getCustomer(ctx, workspaceId, named);
  return (
    customer ?? (await requireJobCustomer(ctx, workspaceId, chosen ?? present))
  );
}

async function requireJobCustomer(
  ctx: QueryCtx,
  workspaceId: string,
  customerId: string,
): Promise<Doc<"customers">> {
  const customer = await getCustomer(ctx, workspaceId, customerId);
  if (customer === null) throw notFound("customer", "job_customer_id");
  return customer;
}
