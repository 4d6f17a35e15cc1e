import { internal } from "../../_generated/api";
import type { Doc, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { JOB_FILE_FIELDS } from "../../../domain/jobs";
import { changedFields, isSame } from "../changes";
import { copyCustomer, updateCustomerCopies } from "../customers/copies";
import { getCustomer } from "../customers/customers";
import {
  deleteCustomerSearch,
  isSearchedCustomer,
  writeCustomerSearch,
} from "../customers/search";
import { trashKeyOf } from "../../../domain/trashKeys";
import { countFileUses, NO_FILES } from "../files/files";
import { moveThumbnail } from "../files/thumbnails";
import { deleteJobSearch, isSearchedJob, writeJobSearch } from "../jobs/search";
import {
  isSummarized,
  statusTimeOf,
  trashSummary,
  writeSummary,
} from "../jobs/summaries";
import { rowOf, type Author, type Row } from "./rows";

/** A written row before and after; null where it is absent or in the trash. */
export type Written<Of = Row> = {
  readonly before: Of | null;
  readonly after: Of | null;
  readonly isRestored?: boolean;
};

/** The recorder, as far as it matters here (recorder.ts). */
type Writing = {
  readonly ctx: MutationCtx;
  readonly author: Author | null;
  readonly bringsBack: boolean;
};

/** Updates what follows from a row, in the transaction that writes the row. */
export async function updateDerived(
  recorder: Writing,
  table: TableNames,
  written: Written,
): Promise<void> {
  if (table === "jobs") await updateOfJob(recorder, asDocs<"jobs">(written));
  if (table === "customers")
    await updateOfCustomer(recorder, asDocs<"customers">(written));
  if (table === "files" && written.after === null && written.before !== null) {
    const file = rowOf<"files">(written.before);
    await moveThumbnail(recorder.ctx, file, trashKeyOf(file.workspaceId));
  }
}

async function updateOfJob(
  { ctx, bringsBack }: Writing,
  { before, after, isRestored = false }: Written<Doc<"jobs">>,
): Promise<void> {
  const lists = { before: before ?? NO_FILES, after: after ?? NO_FILES };
  const job = after ?? before;
  if (job === null) return;
  if (JOB_FILE_FIELDS.some((f) => !isSame(lists.before[f], lists.after[f])))
    await countFileUses(ctx, job.workspaceId, { ...lists, bringsBack });
  if (after === null) {
    await deleteJobSearch(ctx, job);
    await trashSummary(ctx, job);
    return;
  }
  const change = before === null ? after : changedFields(before, after);
  if (isSearchedJob(change) || isSummarized(change)) {
    const statusTime = isRestored ? await statusTimeOf(ctx, after) : Date.now();
    const summaryId = await writeSummary(ctx, after, statusTime);
    if (isSearchedJob(change)) await writeJobSearch(ctx, after, summaryId);
  }
  const isMoved =
    before !== null && before.job_customer_id !== after.job_customer_id;
  if (isMoved || isRestored) await copyCurrentCustomer(ctx, after);
}

/** The customer may have changed while the job was in the trash, or is another one. */
async function copyCurrentCustomer(
  ctx: MutationCtx,
  job: Doc<"jobs">,
): Promise<void> {
  const { workspaceId, job_customer_id: customerId } = job;
  const customer = await getCustomer(ctx, workspaceId, customerId);
  if (customer !== null) await copyCustomer(ctx, job, customer);
}

async function updateOfCustomer(
  { ctx, author }: Writing,
  { before, after, isRestored = false }: Written<Doc<"customers">>,
): Promise<void> {
  if (after === null) {
    if (before !== null) await deleteCustomerSearch(ctx, before);
    return;
  }
  const change = before === null ? after : changedFields(before, after);
  if (isSearchedCustomer(change)) await writeCustomerSearch(ctx, after);
  if (before === null && !isRestored) return;
  const isCopied =
    before?.customer_name !== after.customer_name ||
    before.customer_phone !== after.customer_phone;
  if (!isCopied || isRestored) return;
  // A step of a run changes many customers, each of whom may have many jobs.
  if (author?.runId === undefined) await updateCustomerCopies(ctx, after, null);
  else
    await ctx.scheduler.runAfter(0, internal.customers.followOn, {
      customerId: after._id,
      cursor: null,
    });
}

function asDocs<Table extends TableNames>(
  written: Written,
): Written<Doc<Table>> {
  const { before, after, ...rest } = written;
  return {
    before: before === null ? null : rowOf<Table>(before),
    after: after === null ? null : rowOf<Table>(after),
    ...rest,
  };
}
