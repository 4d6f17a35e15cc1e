/**
 * Merges customers: those whom a rule finds to be the same person, or two whom
 * a person names. They are read in pages and merged in steps of one transaction
 * each. A customer changed since it was read is left alone: it may be someone
 * else now.
 */
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server.js";
import { completionOf, findDuplicates, findSharedContacts } from "../../../domain/names/duplicates";
import { isTrashKey } from "../../../domain/history/trashKeys";
import type { Member } from "../access";
import { eachOfBatch, isBatchFull } from "../batches";
import { changedFields, isEmpty } from "../../../domain/changes/fields";
import { conflict, invalid, must } from "../errors";
import { allCustomers } from "../customers/comparedCustomers";
import { moveDetails } from "../customers/details";
import { copyCustomer } from "../customers/copies";
import { requireCustomer, toCustomer, writeCustomer } from "../customers/customers";
import { recordProgress, requireOperation, resultOf, runOperation } from "./operations";
import type { ComparedGroup, Deduped } from "./validators";
import type { Customer, SharedContacts } from "../customers/validators";

const GROUP_BATCH_SIZE = 50;

/** How many customers and jobs one transaction merges. */
const ROW_BATCH_SIZE = 40;

/** The limits of one result: as many as a person looks through at once. */
const MAX_SETS = 100;
const MAX_CUSTOMERS_OF_A_SET = 50;

export async function dedupeCustomers(ctx: ActionCtx, member: Member): Promise<Deduped> {
  return await mergeGroups(ctx, { member, task: "dedupe" }, async () =>
    findDuplicates(await allCustomers(ctx, member.workspaceId)),
  );
}

/** Moves the jobs of one customer to another, and removes the first. Returns the run of the history. */
export async function mergeTwo(
  ctx: ActionCtx,
  member: Member,
  pair: { kept: string; duplicate: string },
): Promise<Id<"changes">> {
  if (pair.kept === pair.duplicate) throw invalid("duplicate", "Choose two different customers.");
  const merged: { run?: Id<"changes"> } = {};
  const { duplicatesRemoved } = await mergeGroups(
    ctx,
    { member, task: "merge" },
    async (operationId) => {
      const { run, ...group } = await ctx.runQuery(internal.operations.customersToMerge, {
        workspaceId: member.workspaceId,
        operationId,
        ...pair,
      });
      merged.run = run;
      return [group];
    },
  );
  if (duplicatesRemoved === 0)
    throw conflict("One of them was changed meanwhile. Look at both again.");
  return must(merged.run, "the run of the merge");
}

/** The customers who share a phone number or an e-mail address. */
export async function sharedContacts(ctx: ActionCtx, workspaceId: string): Promise<SharedContacts> {
  const sets = findSharedContacts(await allCustomers(ctx, workspaceId));
  return {
    total: sets.length,
    sets: sets.slice(0, MAX_SETS).map((customers) => customers.slice(0, MAX_CUSTOMERS_OF_A_SET)),
  };
}

type Duplicates = { readonly kept: Customer; readonly duplicates: Customer[] };

async function mergeGroups(
  ctx: ActionCtx,
  start: { member: Member; task: "dedupe" | "merge" },
  find: (operationId: Id<"tasks">) => Promise<readonly Duplicates[]>,
): Promise<Deduped> {
  const counts = await runOperation(ctx, start, async (operationId) => {
    let left: ComparedGroup[] = (await find(operationId)).map((group) => ({
      ...group,
      isAffected: false,
    }));
    while (left.length > 0) {
      const unfinished = await ctx.runMutation(internal.operations.mergeBatch, {
        operationId,
        groups: left.slice(0, GROUP_BATCH_SIZE),
      });
      left = [...unfinished, ...left.slice(GROUP_BATCH_SIZE)];
    }
  });
  return resultOf(counts, ["groupsAffected", "duplicatesRemoved"]);
}

export async function customersToMerge(
  ctx: QueryCtx,
  {
    workspaceId,
    operationId,
    kept,
    duplicate,
  }: {
    workspaceId: string;
    operationId: Id<"tasks">;
    kept: string;
    duplicate: string;
  },
): Promise<Duplicates & { run: Id<"changes"> }> {
  const { runId } = await requireOperation(ctx, operationId);
  return {
    run: must(runId, "the run of a new operation"),
    kept: toCustomer(await requireCustomer(ctx, workspaceId, kept)),
    duplicates: [toCustomer(await requireCustomer(ctx, workspaceId, duplicate))],
  };
}

/** One step: as much as fits in one transaction. Returns what is left. */
export async function mergeBatch(
  ctx: MutationCtx,
  operation: Doc<"tasks">,
  groups: ComparedGroup[],
): Promise<ComparedGroup[]> {
  const left: ComparedGroup[] = [];
  let rows = 0;
  let groupsAffected = 0;
  let duplicatesRemoved = 0;
  for (const group of groups) {
    if (rows >= ROW_BATCH_SIZE || (rows > 0 && (await isBatchFull(ctx)))) {
      left.push(group);
      continue;
    }
    const merged = await mergeGroup(ctx, group, ROW_BATCH_SIZE - rows);
    rows += merged.rows;
    duplicatesRemoved += merged.removed;
    if (merged.removed > 0 && !group.isAffected) groupsAffected += 1;
    if (merged.left !== null) left.push(merged.left);
  }
  await recordProgress(ctx, operation, { groupsAffected, duplicatesRemoved });
  return left;
}

type Merged = {
  /** How many of the step's rows the group has used. */
  readonly rows: number;
  readonly removed: number;
  readonly left: ComparedGroup | null;
};

async function mergeGroup(
  ctx: MutationCtx,
  group: ComparedGroup,
  mostRows: number,
): Promise<Merged> {
  let kept = await getUnchanged(ctx, group.kept);
  const waiting = [...group.duplicates];
  let rows = 1;
  let removed = 0;
  while (kept !== null && rows < mostRows) {
    if (rows > 1 && (await isBatchFull(ctx))) break;
    const compared = waiting.at(0);
    if (compared === undefined) break;
    const duplicate = await getUnchanged(ctx, compared);
    if (duplicate !== null) {
      kept = await complete(ctx, kept, duplicate);
      const moved = await moveJobs(ctx, duplicate, {
        kept,
        most: mostRows - rows,
      });
      rows += moved.rows;
      if (!moved.isDone) break;
      await moveDetails(ctx, duplicate, kept);
      await ctx.db.delete("customers", duplicate._id);
      removed += 1;
    }
    rows += 1;
    waiting.shift();
  }
  if (kept === null || waiting.length === 0) return { rows, removed, left: null };
  const isAffected = group.isAffected || removed > 0;
  const left = { kept: toCustomer(kept), duplicates: waiting, isAffected };
  return { rows, removed, left };
}

/** Copies fields that only the duplicate has to the kept customer; the copies in jobs follow. */
async function complete(
  ctx: MutationCtx,
  kept: Doc<"customers">,
  duplicate: Doc<"customers">,
): Promise<Doc<"customers">> {
  // With a real person's record in it, the kept customer is no demo data.
  const unmarked = kept.demo !== undefined && duplicate.demo === undefined;
  const completion = {
    ...completionOf(kept, duplicate),
    ...(unmarked ? { demo: undefined } : {}),
  };
  if (isEmpty(completion)) return kept;
  return await writeCustomer(ctx, kept, completion);
}

async function moveJobs(
  ctx: MutationCtx,
  { workspaceId, customer_id }: Doc<"customers">,
  { kept, most }: { kept: Doc<"customers">; most: number },
): Promise<{ rows: number; isDone: boolean }> {
  const jobs = ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("job_customer_id", customer_id),
    );
  const { count, isDone } = await eachOfBatch(ctx, { rows: jobs, most }, (job) =>
    copyCustomer(ctx, job, kept),
  );
  return { rows: count, isDone };
}

/** The row; null if it has changed since it was compared. */
async function getUnchanged(ctx: QueryCtx, compared: Customer): Promise<Doc<"customers"> | null> {
  const row = await ctx.db.get("customers", compared._id);
  if (row === null || isTrashKey(row.workspaceId)) return null;
  const now = toCustomer(row);
  const isSame = isEmpty(changedFields(now, compared)) && isEmpty(changedFields(compared, now));
  return isSame ? row : null;
}
