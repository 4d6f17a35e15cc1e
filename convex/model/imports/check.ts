/**
 * The check of a file before its import: what is new, what is here already, and which customers look like known ones.
 * It writes its findings beside the file and changes nothing else. An action goes through the
 * chunks, one transaction each; after a kill the check is run again.
 */
import { internal } from "../../_generated/api.js";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server.js";
import { FileCheck, type KeyedRow } from "../../../domain/imports/checkRows";
import { IMPORT_INCOMPLETE, IMPORT_STARTED } from "../../../domain/imports/findings";
import type { ImportRow } from "../../../domain/imports/rows";
import type { SourceKey } from "../../../domain/imports/sourceKeys";
import type { Member } from "../access";
import { conflict, must } from "../errors";
import { allCustomers } from "../customers/comparedCustomers";
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
  while (chunkCount === null) chunkCount = await ctx.runMutation(internal.imports.beginCheck, of);
  let found: Counts = {};
  const check = new FileCheck(await allCustomers(ctx, member.workspaceId));
  for (let index = 0; index < chunkCount; index++) {
    const json = await ctx.runQuery(internal.imports.rowsToCheck, {
      ...of,
      index,
    });
    const keyed = check.withKeys(JSON.parse(json) as ImportRow[]);
    const known = await ctx.runQuery(internal.imports.knownKeys, {
      workspaceId: member.workspaceId,
      sources: keyed.flatMap(sourcesOf),
    });
    const { plans, ...news } = check.plan(keyed, known);
    found = await ctx.runMutation(internal.imports.savePlans, {
      ...of,
      index,
      plans: JSON.stringify(plans),
      ...news,
    });
  }
  return found;
}

function sourcesOf({ source, customer }: KeyedRow) {
  return [source, customer.source].map(({ key, traits }) => ({
    key,
    traits: [...traits],
  }));
}

type OfImport = {
  readonly workspaceId: string;
  readonly by: string;
  readonly importId: string;
};

/** Forgets an earlier check, a batch at a time. Returns the number of chunks; null while there is more to forget. */
export async function beginCheck(ctx: MutationCtx, of: OfImport): Promise<number | null> {
  const staged = await requireImport(ctx, of, of.importId);
  if (staged.state !== "staging" && staged.state !== "checked") throw conflict(IMPORT_STARTED);
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

/** The keys of a chunk's rows and customers that are imported already. */
export async function knownKeys(
  ctx: QueryCtx,
  of: { readonly workspaceId: string; readonly sources: readonly SourceKey[] },
): Promise<string[]> {
  const bySource = new Map(of.sources.map((source) => [source.key, source]));
  const keys: string[] = [];
  for (const [key, source] of bySource)
    if ((await findImported(ctx, of.workspaceId, source)) !== null) keys.push(key);
  return keys;
}

/** Stores what the import does with the rows of a chunk. Returns the counts so far. */
export async function savePlans(
  ctx: MutationCtx,
  of: OfImport & {
    readonly index: number;
    readonly plans: string;
    readonly findings: readonly NewFinding[];
    readonly found: Counts;
  },
): Promise<Counts> {
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
  for (const [name, count] of Object.entries(of.found)) found[name] = (found[name] ?? 0) + count;
  const state = of.index === staged.chunkCount - 1 ? "checked" : "staging";
  await ctx.db.patch("imports", importId, { found, state });
  return found;
}
