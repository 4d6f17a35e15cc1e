/**
 * The check of a file before its import: what is new, what is here already, which customers look like known ones, and
 * which rows are faulty. It writes its findings beside the file and changes nothing else. An action goes through the
 * chunks, one transaction each; after a kill the check is run again.
 */
import { internal } from "../../_generated/api.js";
import type {
  ActionCtx,
  MutationCtx,
  QueryCtx,
} from "../../_generated/server.js";
import {
  FileCheck,
  isOfInventory,
  type InventoryCheck,
  type KeyedRow,
} from "../../../domain/imports/checkRows";
import type { ComparedCustomer } from "../../../domain/duplicates";
import {
  IMPORT_INCOMPLETE,
  IMPORT_STARTED,
} from "../../../domain/imports/findings";
import type { ImportRow } from "../../../domain/imports/rows";
import type { SourceKey } from "../../../domain/imports/sourceKeys";
import type { Member } from "../access";
import { conflict, must } from "../errors";
import { countColors } from "../inventory/colors";
import { checkInventory, itemsOfRows } from "./inventoryRows";
import { findImported } from "./importedRows";
import { getChunk, removeFindings, requireImport } from "./staging";
import type { NewFinding } from "./validators";

export type Counts = Readonly<Record<string, number>>;

/** Checks the whole file. Returns the counts of what was found. */
export async function checkImport(
  ctx: ActionCtx,
  member: Member,
  importId: string,
): Promise<Counts> {
  const of = { workspaceId: member.workspaceId, by: member.by, importId };
  let chunkCount: number | null = null;
  while (chunkCount === null)
    chunkCount = await ctx.runMutation(internal.imports.beginCheck, of);
  const check = new FileCheck(await knownCustomers(ctx, member.workspaceId));
  for (let index = 0; index < chunkCount; index++) {
    const json = await ctx.runQuery(internal.imports.rowsToCheck, {
      ...of,
      index,
    });
    const keyed = check.withKeys(JSON.parse(json) as ImportRow[]);
    const known = await ctx.runQuery(internal.imports.knownRows, {
      workspaceId: member.workspaceId,
      keys: keyed.flatMap(keysOf),
      rows: JSON.stringify(keyed.map(({ row }) => row).filter(isOfInventory)),
    });
    const { plans, findings } = check.plan(keyed, known);
    const found = check.takeCounts();
    await ctx.runMutation(internal.imports.savePlans, {
      ...of,
      index,
      plans: JSON.stringify(plans),
      findings,
      found,
    });
  }
  return await ctx.runMutation(internal.imports.endCheck, of);
}

function keysOf({ source, customer }: KeyedRow) {
  const sources = customer === null ? [source] : [source, customer.source];
  return sources.map(({ key, traits }) => ({ key, traits: [...traits] }));
}

async function knownCustomers(
  ctx: ActionCtx,
  workspaceId: string,
): Promise<ComparedCustomer[]> {
  const all: ComparedCustomer[] = [];
  let cursor: string | null = null;
  do {
    const page: { customers: ComparedCustomer[]; next: string | null } =
      await ctx.runQuery(internal.operations.customersToCompare, {
        workspaceId,
        cursor,
      });
    for (const { customer_id, _creationTime, ...rest } of page.customers) {
      const { customer_name, customer_phone, customer_email } = rest;
      const contacts = { customer_name, customer_phone, customer_email };
      all.push({ customer_id, _creationTime, ...contacts });
    }
    cursor = page.next;
  } while (cursor !== null);
  return all;
}

type OfImport = {
  readonly workspaceId: string;
  readonly by: string;
  readonly importId: string;
};

/** Forgets an earlier check, a batch at a time. Returns the number of chunks; null while there is more to forget. */
export async function beginCheck(
  ctx: MutationCtx,
  of: OfImport,
): Promise<number | null> {
  const staged = await requireImport(ctx, of, of.importId);
  if (staged.state !== "staging" && staged.state !== "checked")
    throw conflict(IMPORT_STARTED);
  const { workspaceId, _id: importId, chunkCount } = staged;
  const last = await getChunk(ctx, staged, chunkCount - 1);
  if (last === null) throw conflict(IMPORT_INCOMPLETE);
  await ctx.db.patch("imports", importId, {
    state: "staging",
    found: {},
    decided: 0,
    restChoice: undefined,
  });
  const isMore = await removeFindings(ctx, { workspaceId, importId });
  return isMore ? null : chunkCount;
}

export async function rowsToCheck(
  ctx: QueryCtx,
  of: OfImport & { readonly index: number },
): Promise<string> {
  const staged = await requireImport(ctx, of, of.importId);
  const chunk = await getChunk(ctx, staged, of.index);
  if (chunk === null) throw conflict(IMPORT_INCOMPLETE);
  return chunk.rows;
}

/** What the database knows of the rows of a chunk. `rows` are those of stock and prices, as JSON. */
export async function knownRows(
  ctx: QueryCtx,
  of: {
    readonly workspaceId: string;
    readonly keys: readonly SourceKey[];
    readonly rows: string;
  },
): Promise<{
  keys: string[];
  inventory: InventoryCheck[];
  colorCount: number;
}> {
  const keys: string[] = [];
  const looked = new Set<string>();
  for (const source of of.keys) {
    if (looked.has(source.key)) continue;
    looked.add(source.key);
    if ((await findImported(ctx, of.workspaceId, source)) !== null)
      keys.push(source.key);
  }
  const inventory: InventoryCheck[] = [];
  const rows = JSON.parse(of.rows) as ImportRow[];
  const items = await itemsOfRows(ctx, of.workspaceId, rows);
  for (const row of rows)
    inventory.push(await checkInventory(ctx, of.workspaceId, { row, items }));
  const addsColors = inventory.some(({ newColor }) => newColor !== undefined);
  const colorCount = addsColors ? await countColors(ctx, of.workspaceId) : 0;
  return { keys, inventory, colorCount };
}

/** Stores what the import does with the rows of a chunk. */
export async function savePlans(
  ctx: MutationCtx,
  of: OfImport & {
    readonly index: number;
    readonly plans: string;
    readonly findings: readonly NewFinding[];
    readonly found: Counts;
  },
): Promise<void> {
  const staged = await requireImport(ctx, of, of.importId);
  const { workspaceId, _id: importId } = staged;
  const chunk = must(await getChunk(ctx, staged, of.index), "a checked chunk");
  await ctx.db.patch("importChunks", chunk._id, { plans: of.plans });
  for (const finding of of.findings)
    await ctx.db.insert("importFindings", {
      workspaceId,
      importId,
      ...finding,
    });
  const found = { ...staged.found };
  for (const [name, count] of Object.entries(of.found))
    found[name] = (found[name] ?? 0) + count;
  await ctx.db.patch("imports", importId, { found });
}

export async function endCheck(
  ctx: MutationCtx,
  of: OfImport,
): Promise<Counts> {
  const staged = await requireImport(ctx, of, of.importId);
  await ctx.db.patch("imports", staged._id, { state: "checked" });
  return staged.found;
}
