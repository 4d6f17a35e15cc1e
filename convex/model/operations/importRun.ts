/**
 * The import of a checked file, as a long-running operation: each step writes rows of one chunk and moves on in the
 * same transaction. So a step that was killed has written nothing, and the next one begins with the same row.
 */
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server.js";
import { STEP_ROWS } from "../../../domain/imports/chunks";
import { completionOf } from "../../../domain/names/duplicates";
import {
  IMPORT_NOT_CHECKED,
  IMPORT_STARTED,
  type CustomerPlan,
  type RowPlan,
} from "../../../domain/imports/findings";
import { withLeftovers } from "../../../domain/imports/leftoverNotes";
import type { ImportedCustomer, ImportRow, JobImportRow } from "../../../domain/imports/rows";
import type { SourceKey } from "../../../domain/imports/sourceKeys";
import { changedMark } from "../../../domain/calls/operations";
import { isEmpty } from "../../../domain/changes/fields";
import { storedCrew, type Crews } from "../../../domain/job/crews";
import { EARLIEST_DATE } from "../../../domain/job/jobInput";
import type { Member } from "../access";
import { isBatchFull } from "../batches";
import { conflict, must } from "../errors";
import { createCustomer, getCustomer, writeCustomer } from "../customers/customers";
import { settingsRow } from "../office/settings";
import { createJob } from "../writes/applyChange";
import { beginOperation, recordProgress, requireOperation, runSteps } from "./operations";
import type { Recorder } from "../writes/recorder";
import { addDetails } from "../customers/details";
import { findImported, findImportedCustomer } from "../imports/importedRows";
import { getChunk, isRead, requireImport } from "../imports/staging";
import type { Imported } from "../imports/validators";

/** Imports a checked file. Returns the counts, and the run of the history by which it is undone. */
export async function runImport(
  ctx: ActionCtx,
  member: Member,
  importId: string,
): Promise<Imported> {
  const begun: { operationId: Id<"tasks">; run: Id<"changes"> } = await ctx.runMutation(
    internal.imports.beginRun,
    { member, importId },
  );
  const counts = await runSteps(ctx, begun.operationId, async (operationId) => {
    let isDone = false;
    while (!isDone)
      isDone = await ctx.runMutation(internal.imports.importBatch, {
        operationId,
      });
  });
  return { counts, run: begun.run };
}

/** Begins the operation, in the transaction that sees that the file is ready. */
export async function beginImportRun(
  ctx: MutationCtx,
  { member, importId }: { member: Member; importId: string },
): Promise<{ operationId: Id<"tasks">; run: Id<"changes"> }> {
  const file = await requireImport(ctx, member, importId);
  if (file.state === "running" || file.state === "done") throw conflict(IMPORT_STARTED);
  if (file.state !== "checked") throw conflict(IMPORT_NOT_CHECKED);
  const start = { member, task: "import", file } as const;
  const operationId = await beginOperation(ctx, start);
  const operation = await requireOperation(ctx, operationId);
  const run = must(operation.runId, "the run of a new operation");
  await ctx.db.patch("imports", file._id, { state: "running", runId: run });
  return { operationId, run };
}

/** One step. Returns whether it was the last. */
export async function importBatch(recorder: Recorder, operation: Doc<"tasks">): Promise<boolean> {
  const ctx = { ...recorder.ctx, db: recorder.plain };
  const { importId } = operation;
  const file = importId && (await ctx.db.get("imports", importId));
  if (!file || !isRead(file)) return true;
  const { _id, nextChunk, nextRow = 0, chunkCount } = file;
  const chunk = nextChunk < chunkCount ? await getChunk(ctx, file, nextChunk) : null;
  if (chunk === null) {
    const done = { state: "done", nextChunk: chunkCount } as const;
    await ctx.db.patch("imports", _id, done);
    const of = { workspaceId: file.workspaceId, importId: _id };
    await ctx.scheduler.runAfter(0, internal.imports.removeRows, of);
    return true;
  }
  const step = new ImportStep(recorder, file);
  const { end, isWhole } = await step.write(chunk, nextRow);
  await ctx.db.patch("imports", _id, {
    nextChunk: isWhole ? nextChunk + 1 : nextChunk,
    nextRow: isWhole ? undefined : end,
  });
  await recordProgress(ctx, operation, step.counts);
  return false;
}

/** Writes rows of one chunk. */
class ImportStep {
  readonly counts: Record<string, number> = {};
  readonly #recorder: Recorder;
  readonly #file: Doc<"imports">;
  /** The customers of this step, by their keys. */
  readonly #customers = new Map<string, Doc<"customers">>();
  #office: Crews | undefined;

  constructor(recorder: Recorder, file: Doc<"imports">) {
    this.#recorder = recorder;
    this.#file = file;
  }

  /** Writes rows of the chunk, at most STEP_ROWS. Returns where it has ended, and whether that is the chunk's end. */
  async write(chunk: Doc<"importChunks">, from: number) {
    const all = JSON.parse(chunk.rows) as ImportRow[];
    const planned = must(chunk.plans, "the plans of a checked chunk");
    const plans = JSON.parse(planned) as RowPlan[];
    const rows = all.slice(from, from + STEP_ROWS);
    let end = from;
    for (const row of rows) {
      if (end > from && (await isBatchFull(this.#recorder.ctx))) break;
      const plan = must(plans[end], "the plan of a row");
      if (plan.customer !== undefined) await this.#writeRow(row, plan, plan.customer);
      end += 1;
    }
    return { end, isWhole: end >= all.length };
  }

  async #writeRow(row: ImportRow, plan: RowPlan, of: CustomerPlan): Promise<void> {
    if (row.kind === "jobs") return await this.#writeJob(row, plan, of);
    const customer = await this.#customerOf(row, of);
    await this.#addDetails(customer, row);
    // The check found the row's customer in an earlier row: from now on the row's own key finds them too.
    if (plan.key !== of.key) await this.#record(plan, "customers", customer._id);
  }

  async #writeJob(row: JobImportRow, plan: RowPlan, of: CustomerPlan): Promise<void> {
    const { ctx } = this.#recorder;
    // Somebody else may have imported the same file since the check.
    if ((await findImported(ctx, this.#file.workspaceId, plan)) !== null) return;
    const customer = await this.#customerOf(row.customer, of);
    const { notes, rest } = withLeftovers(row.job_notes, row.leftovers);
    const { job_address, job_city, job_status, job_categories } = row;
    const { job_estimate_date, job_install_date, jobs_price } = row;
    const now = Date.now();
    const since = row.statusChangedAt ?? now;
    this.#recorder.statusTime = Math.min(Math.max(since, EARLIEST_DATE), now);
    const id = await createJob(ctx, this.#file.workspaceId, {
      job_customer_id: customer.customer_id,
      job_address,
      job_city: job_city ?? null,
      job_status,
      job_categories: [...job_categories],
      job_estimate_date: job_estimate_date ?? null,
      job_install_date: job_install_date ?? null,
      job_estimate_crew: await this.#storedCrew(row.job_estimate_crew),
      job_install_crew: await this.#storedCrew(row.job_install_crew),
      job_estimate_length: row.job_estimate_length ?? null,
      job_install_length: row.job_install_length ?? null,
      job_estimate_window: row.job_estimate_window ?? null,
      job_install_window: row.job_install_window ?? null,
      job_due_months: row.job_due_months ?? null,
      job_due_date: row.job_due_date ?? null,
      jobs_price: jobs_price ?? null,
      job_notes: notes ?? null,
    });
    this.#recorder.statusTime = undefined;
    await this.#record(plan, "jobs", id);
    this.#count("jobsCreated");
    const leftovers = rest.map(({ label, text }) => ({
      label: `${job_address}, ${label}`,
      text,
    }));
    await this.#addDetails(customer, { places: [], leftovers });
  }

  /** A crew of the office as its other jobs have it; null without one. */
  async #storedCrew(crew: string | undefined): Promise<string | null> {
    if (crew === undefined) return null;
    const { ctx } = this.#recorder;
    this.#office ??= (await settingsRow(ctx, this.#file.workspaceId)) ?? {};
    return storedCrew(crew, this.#office);
  }

  async #addDetails(
    customer: Doc<"customers">,
    given: Parameters<typeof addDetails>[2],
  ): Promise<void> {
    const isKept = await addDetails(this.#recorder.ctx, customer, given);
    if (!isKept) this.#count("detailsLeftOut");
  }

  /** The customer whom a row names. The first row that names a new one creates them. */
  async #customerOf(given: ImportedCustomer, plan: CustomerPlan): Promise<Doc<"customers">> {
    const { workspaceId } = this.#file;
    const { ctx } = this.#recorder;
    let customer =
      this.#customers.get(plan.key) ?? (await findImportedCustomer(ctx, workspaceId, plan));
    if (customer === null) {
      const known = await this.#knownCustomer(plan);
      if (known === null) customer = await this.#createCustomer(given);
      else {
        this.#count("customersMatched");
        customer = await this.#complete(known, given);
      }
      await this.#record(plan, "customers", customer._id);
    } else if (plan.completes) customer = await this.#complete(customer, given);
    this.#customers.set(plan.key, customer);
    return customer;
  }

  /** The customer whom the check found or a person chose, unless they were deleted since. */
  async #knownCustomer(plan: CustomerPlan): Promise<Doc<"customers"> | null> {
    const { workspaceId, _id: importId, restChoice } = this.#file;
    const { ctx } = this.#recorder;
    if (!plan.isAsked)
      return plan.known === undefined ? null : await getCustomer(ctx, workspaceId, plan.known);
    const finding = await ctx.db
      .query("importFindings")
      .withIndex("by_workspace_and_import_and_key", (q) =>
        q.eq("workspaceId", workspaceId).eq("importId", importId).eq("key", plan.key),
      )
      .first();
    if ((finding?.choice ?? restChoice) !== "same") return null;
    const { customer_id: id, key } = must(finding?.like, "a look-alike");
    if (id !== undefined) return await getCustomer(ctx, workspaceId, id);
    const source = { key: must(key, "the key of a look-alike"), traits: [] };
    return (
      this.#customers.get(source.key) ?? (await findImportedCustomer(ctx, workspaceId, source))
    );
  }

  async #createCustomer(given: ImportedCustomer): Promise<Doc<"customers">> {
    this.#count("customersCreated");
    const { ctx } = this.#recorder;
    return await createCustomer(ctx, this.#file.workspaceId, given);
  }

  /** Adds the contacts that a known customer lacks, as a merge does. */
  async #complete(known: Doc<"customers">, given: ImportedCustomer): Promise<Doc<"customers">> {
    const { customer_id, _creationTime } = known;
    const compared = { ...given, customer_id, _creationTime };
    const completion = completionOf(known, compared);
    if (isEmpty(completion)) return known;
    const change = { ...completion, ...changedMark(known) };
    return await writeCustomer(this.#recorder.ctx, known, change);
  }

  async #record(
    { key, traits }: SourceKey,
    table: Doc<"importedRows">["table"],
    rowId: string,
  ): Promise<void> {
    const { workspaceId, runId: run } = this.#file;
    const runId = must(run, "the run of an import");
    const row = { key, traits: [...traits], table, rowId };
    const of = { workspaceId, runId };
    await this.#recorder.ctx.db.insert("importedRows", { ...of, ...row });
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}
