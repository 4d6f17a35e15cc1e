import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { searchWords } from "../../../domain/search";
import { writeWords } from "../search/words";

/** The fields with the words by which a job is found. */
const SEARCHED_FIELDS: readonly (keyof Doc<"jobs">)[] = [
  "job_customer_id",
  "job_customer_phone",
  "customer_name",
  "job_address",
  "job_city",
];

export function isSearchedJob(change: Partial<Doc<"jobs">>): boolean {
  return SEARCHED_FIELDS.some((field) => field in change);
}

export async function writeJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  summaryId: Id<"jobSummaries">,
): Promise<void> {
  const { job_customer_id: customerId, job_customer_phone: phone } = job;
  const texts = [job.customer_name, job.job_address, job.job_city];
  const words = searchWords({ texts, customerId, phone });
  await writeWords(ctx, { ...nameOf(job), summaryId }, words);
}

export async function deleteJobSearch(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  await writeWords(ctx, nameOf(job), []);
}

function nameOf({ workspaceId, _id, _creationTime }: Doc<"jobs">) {
  const createdAt = _creationTime;
  return { workspaceId, of: "jobs", rowId: _id, createdAt } as const;
}
