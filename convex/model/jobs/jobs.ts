import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  CUSTOMER_REQUIRED,
  jobChange,
  jobInput,
} from "../../../domain/jobInput";
import { DEFAULT_JOB_STATUS, type JobFileField } from "../../../domain/jobs";
import { changedMark, type DemoMark } from "../../../domain/operations";
import { changedFields, clearNulls, isEmpty } from "../changes";
import { customerCopies } from "../customers/copies";
import {
  createCustomer,
  getCustomer,
  updateCustomer,
} from "../customers/customers";
import { invalid, must, notFound, parse } from "../errors";
import { countFileUses, givenLists, NO_FILES } from "../files/files";
import { deleteJobSearch, isSearched, writeJobSearch } from "./search";
import type { Job, JobChangeArgs, NewJobArgs } from "./validators";

export function toJob(row: Doc<"jobs">): Job {
  const { workspaceId: _workspaceId, ...job } = row;
  return job;
}

export async function getJob(
  ctx: QueryCtx,
  workspaceId: string,
  id: string,
): Promise<Doc<"jobs"> | null> {
  const jobId = ctx.db.normalizeId("jobs", id);
  const job = jobId === null ? null : await ctx.db.get("jobs", jobId);
  return job?.workspaceId === workspaceId ? job : null;
}

export async function requireJob(
  ctx: QueryCtx,
  workspaceId: string,
  id: Id<"jobs">,
): Promise<Doc<"jobs">> {
  const job = await getJob(ctx, workspaceId, id);
  if (job === null) throw notFound("job", "id");
  return job;
}

/**
 * Creates a job and creates or updates its customer in one transaction: if the
 * job is rejected, the customer stays as it was.
 */
export async function createJob(
  ctx: MutationCtx,
  workspaceId: string,
  { demo, ...args }: NewJobArgs & { readonly demo?: DemoMark },
): Promise<Id<"jobs">> {
  const customer = await customerOfNewJob(ctx, workspaceId, args);
  const input = clearNulls(parse(jobInput, args));
  const files = givenLists(NO_FILES, args);
  await countFileUses(ctx, workspaceId, { before: NO_FILES, after: files });
  const id = await ctx.db.insert("jobs", {
    workspaceId,
    ...customerCopies(customer),
    ...input,
    job_status: input.job_status ?? DEFAULT_JOB_STATUS,
    job_categories: input.job_categories ?? [],
    ...files,
    demo,
  });
  await writeJobSearch(ctx, must(await ctx.db.get("jobs", id), "a new job"));
  return id;
}

export async function updateJob(
  ctx: MutationCtx,
  workspaceId: string,
  { id, ...args }: JobChangeArgs & { readonly id: Id<"jobs"> },
): Promise<void> {
  const before = await requireJob(ctx, workspaceId, id);
  const input = clearNulls(parse(jobChange, args));
  const copies = await copiesForChange(ctx, before, args);
  // updateCustomer has already written the customer's change to their jobs.
  const job = isEmpty(copies) ? before : await requireJob(ctx, workspaceId, id);
  const files = givenLists(job, args);
  await countFileUses(ctx, workspaceId, { before: job, after: files });
  await changeJob(ctx, job, { ...copies, ...input, ...files });
}

export async function deleteJob(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  const { workspaceId } = job;
  await countFileUses(ctx, workspaceId, { before: job, after: NO_FILES });
  await deleteJobSearch(ctx, job);
  await ctx.db.delete("jobs", job._id);
}

/** Adds single elements, so that two phones adding at once both keep their photos. */
export async function addJobFiles(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  { field, fileIds }: { field: JobFileField; fileIds: Id<"_storage">[] },
): Promise<void> {
  const files = givenLists(job, { [field]: [...job[field], ...fileIds] });
  await countFileUses(ctx, job.workspaceId, { before: job, after: files });
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
  await countFileUses(ctx, job.workspaceId, { before: job, after: files });
  await changeJob(ctx, job, files);
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
  if (isSearched(change)) await writeJobSearch(ctx, { ...job, ...change });
}

async function customerOfNewJob(
  ctx: MutationCtx,
  workspaceId: string,
  { job_customer_id: customerId = "", customer: given }: NewJobArgs,
): Promise<Doc<"customers">> {
  if (customerId !== "") {
    const customer = await requireJobCustomer(ctx, workspaceId, customerId);
    return given === undefined
      ? customer
      : await updateCustomer(ctx, customer, given);
  }
  if (given === undefined || given.customer_name.trim() === "")
    throw invalid("customer_name", CUSTOMER_REQUIRED);
  return await createCustomer(ctx, workspaceId, given);
}

/** The customer copies of a job whose customer is replaced or changed. */
async function copiesForChange(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  { job_customer_id: customerId, customer: change }: JobChangeArgs,
): Promise<Partial<Doc<"jobs">>> {
  if (customerId === "") throw invalid("customer_name", CUSTOMER_REQUIRED);
  if (customerId === undefined && change === undefined) return {};
  const customer = await requireJobCustomer(
    ctx,
    job.workspaceId,
    customerId ?? job.job_customer_id,
  );
  return customerCopies(
    change === undefined
      ? customer
      : await updateCustomer(ctx, customer, change),
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
