import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { changedFields, isSame } from "../../../domain/changes/fields";
import { NO_FILES } from "../../../domain/changes/fileLists";
import { JOB_FILE_FIELDS } from "../../../domain/job/jobs";
import { crewsOfJobs, knownCrew, MAX_CREWS, withUsedCrews } from "../../../domain/job/crews";
import type { CrewedJob } from "../../../domain/job/crewVisits";
import { copyCustomer } from "../customers/copies";
import { getCustomer } from "../customers/customers";
import { countFileUses } from "../files/files";
import { settingsRow, writeSettings } from "../office/settings";
import { writeNoteWords } from "../search/noteWords";
import type { Deriving, Written } from "../written";
import { deleteCleaning, isOfCleaning, writeCleaning } from "./cleanings";
import { deleteJobSearch, isSearchedJob, writeJobSearch } from "./search";
import { moveLines } from "./lines";
import { moveLineSums, trashLineSums } from "./lineSums";
import { isSummarized, statusTimeOf, trashSummary, writeSummary } from "./summaries";

/** Updates the uses of a written job's files, its summary, its search words and what it copies; its lines follow it. */
export async function updateDerivedOfJob(
  deriving: Deriving,
  { before, after, isRestored = false }: Written<Doc<"jobs">>,
): Promise<void> {
  const { ctx, bringsBack, isStep, person, statusTime: givenTime = Date.now() } = deriving;
  const lists = { before: before ?? NO_FILES, after: after ?? NO_FILES };
  const job = after ?? before;
  if (job === null) return;
  if (JOB_FILE_FIELDS.some((f) => !isSame(lists.before[f], lists.after[f])))
    await countFileUses(ctx, job.workspaceId, { ...lists, bringsBack });
  if (after === null) {
    await deleteJobSearch(ctx, job);
    await trashSummary(ctx, job, person);
    await moveLines(ctx, job, true);
    await trashLineSums(ctx, job, true);
    await deleteCleaning(ctx, job);
    return;
  }
  const change = before === null ? after : changedFields(before, after);
  if (isSearchedJob(change) || isSummarized(change)) {
    const statusTime = isRestored ? await statusTimeOf(ctx, after) : givenTime;
    const by = { person, at: statusTime };
    const summaryId = await writeSummary(ctx, after, by);
    if (isSearchedJob(change)) await writeJobSearch(ctx, after, summaryId);
  }
  if (before === null || "job_notes" in change) await writeNoteWords(ctx, after, after.job_notes);
  if (isOfCleaning(change)) await writeCleaning(ctx, after);
  if (!isStep) await listCrews({ ...ctx, db: deriving.plain }, after.workspaceId, change);
  const isMoved = before !== null && before.job_customer_id !== after.job_customer_id;
  if (isMoved || isRestored) await copyCurrentCustomer(ctx, after);
  if (isRestored) {
    await moveLines(ctx, after, false);
    await trashLineSums(ctx, after, false);
  }
  if (before && ("job_install_date" in change || "job_status" in change))
    await moveLineSums(ctx, after);
}

/**
 * Adds the crews that a person has newly named to the office's list, so that every screen shows one name of a crew and
 * suggests it. A file may name everybody who ever worked there, so an import adds none.
 */
async function listCrews(ctx: MutationCtx, workspaceId: string, change: CrewedJob): Promise<void> {
  const named = crewsOfJobs([change]).filter((crew) => crew !== undefined);
  if (named.length === 0) return;
  const office = (await settingsRow(ctx, workspaceId)) ?? {};
  const unknown = named.filter((crew) => knownCrew(crew, office) === undefined);
  const crews = [...withUsedCrews(office, unknown)];
  if (unknown.length > 0 && crews.length <= MAX_CREWS)
    await writeSettings(ctx, workspaceId, { crews });
}

/**
 * Copies the customer's current fields: the customer may have changed while the job was in the trash, or be another
 * one.
 */
async function copyCurrentCustomer(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  const { workspaceId, job_customer_id: customerId } = job;
  const customer = await getCustomer(ctx, workspaceId, customerId);
  if (customer !== null) await copyCustomer(ctx, job, customer);
}
