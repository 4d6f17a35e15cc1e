import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { stepMutation, workspaceAction, workspaceMutation, workspaceQuery } from "./functions";
import { getCustomer } from "./model/customers/customers";
import {
  beginCheck as beginCheckOfImport,
  checkImport,
  knownKeys as knownKeysOfChunk,
  rowsToCheck as rowsOfChunk,
  savePlans as savePlansOfChunk,
  type Counts,
} from "./model/imports/check";
import { details as customerDetails } from "./model/customers/validators";
import { detailsOf } from "./model/customers/details";
import {
  decideAll as decideAllFindings,
  decideOne,
  pageOfFindings,
} from "./model/imports/findings";
import {
  beginImportRun,
  importBatch as importChunk,
  runImport,
} from "./model/operations/importRun";
import {
  beginImport,
  discardImport,
  expireImport,
  findImport,
  removeRowsOf,
  requireImport,
  stagedImportOf,
  stageRows,
} from "./model/imports/staging";
import { previewUndo, undoPage as pageOfUndo } from "./model/operations/importUndo";
import {
  finding,
  imported,
  importChoice,
  importFields,
  importKind,
  newFinding,
  stagedImport,
  undoPreview,
  type Imported,
  type UndoPreview,
} from "./model/imports/validators";
import { counts, member } from "./model/operations/validators";

const importId = v.id("imports");
const ofImport = {
  workspaceId: v.string(),
  by: v.string(),
  importId: v.string(),
};
const storedImport = { workspaceId: v.string(), importId };
const cursor = v.union(v.string(), v.null());

/** The caller's file that was read last and is kept on the server; null without one. */
export const staged = workspaceQuery({
  args: {},
  returns: v.union(stagedImport, v.null()),
  handler: async (ctx) => await stagedImportOf(ctx, ctx.member),
});

/** Begins a file, whose rows follow in chunks. It replaces the caller's last file. */
export const begin = workspaceMutation({
  kind: "import",
  args: {
    kind: importKind,
    fileName: importFields.fileName,
    rowCount: importFields.rowCount,
    chunkCount: importFields.chunkCount,
  },
  returns: importId,
  handler: async (ctx, file) => await beginImport(ctx, ctx.member, file),
});

/** Stores a chunk of rows, as JSON (domain/imports/chunks.ts). The same chunk, sent again, changes nothing. */
export const stage = workspaceMutation({
  kind: "import",
  args: { importId, index: v.number(), rows: v.string() },
  returns: v.null(),
  handler: async (ctx, { importId: id, ...chunk }) => {
    await stageRows(ctx, await requireImport(ctx, ctx.member, id), chunk);
    return null;
  },
});

/** Finds rows that are new, that were imported before and that a person has to decide. Writes only these findings. */
export const check = workspaceAction({
  args: { importId },
  returns: counts,
  handler: async (ctx, { importId: id }): Promise<Counts> => await checkImport(ctx, ctx.member, id),
});

/** The look-alikes of a checked file; none if the file was removed. */
export const findings = workspaceQuery({
  args: {
    importId,
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(finding),
  handler: async (ctx, { importId: id, paginationOpts: page }) =>
    await pageOfFindings(ctx, await findImport(ctx, ctx.member, id), page),
});

/** Decides whether one look-alike is the known customer. */
export const decide = workspaceMutation({
  kind: "import",
  args: { importId, findingId: v.id("importFindings"), choice: importChoice },
  returns: v.null(),
  handler: async (ctx, { importId: id, ...choice }) => {
    await decideOne(ctx, await requireImport(ctx, ctx.member, id), choice);
    return null;
  },
});

/** Decides the same for all look-alikes that are not decided one by one. */
export const decideAll = workspaceMutation({
  kind: "import",
  args: { importId, choice: importChoice },
  returns: v.null(),
  handler: async (ctx, { importId: id, choice }) => {
    const file = await requireImport(ctx, ctx.member, id);
    await decideAllFindings(ctx, file, choice);
    return null;
  },
});

/** Imports a checked file, as one run of the history. */
export const start = workspaceAction({
  args: { importId },
  returns: imported,
  handler: async (ctx, { importId: id }): Promise<Imported> => await runImport(ctx, ctx.member, id),
});

/** Removes a file that was read, unless it is being imported. A file that was removed before is no error. */
export const discard = workspaceMutation({
  kind: "import",
  args: { importId },
  returns: v.null(),
  handler: async (ctx, { importId: id }) => {
    const file = await findImport(ctx, ctx.member, id);
    if (file !== null) await discardImport(ctx, file);
    return null;
  },
});

/** What an undo of the import removes and what it keeps. After the undo: what it has kept. */
export const undoCounts = workspaceAction({
  args: { id: v.id("changes") },
  returns: undoPreview,
  handler: async (ctx, { id }): Promise<UndoPreview> => await previewUndo(ctx, ctx.workspaceId, id),
});

/** The imported details of a customer that have no field; null if there is no such customer. */
export const details = workspaceQuery({
  args: { customer_id: v.string() },
  returns: v.union(customerDetails, v.null()),
  handler: async (ctx, { customer_id }) => {
    const customer = await getCustomer(ctx, ctx.workspaceId, customer_id);
    return customer === null ? null : await detailsOf(ctx, customer);
  },
});

/** Returns the number of chunks; null while findings of an earlier check are left. */
export const beginCheck = internalMutation({
  args: ofImport,
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, of) => await beginCheckOfImport(ctx, of),
});

export const rowsToCheck = internalQuery({
  args: { ...ofImport, index: v.number() },
  returns: v.string(),
  handler: async (ctx, of) => await rowsOfChunk(ctx, of),
});

export const knownKeys = internalQuery({
  args: {
    workspaceId: v.string(),
    sources: v.array(v.object({ key: v.string(), traits: v.array(v.string()) })),
  },
  returns: v.array(v.string()),
  handler: async (ctx, of) => await knownKeysOfChunk(ctx, of),
});

export const savePlans = internalMutation({
  args: {
    ...ofImport,
    index: v.number(),
    plans: v.string(),
    findings: v.array(newFinding),
    found: counts,
  },
  returns: counts,
  handler: async (ctx, of) => await savePlansOfChunk(ctx, of),
});

export const beginRun = internalMutation({
  args: { member, importId: v.string() },
  returns: v.object({ operationId: v.id("tasks"), run: v.id("changes") }),
  handler: async (ctx, of) => await beginImportRun(ctx, of),
});

/** Returns whether nothing is left to import. */
export const importBatch = stepMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await importChunk(ctx.recorder, ctx.operation),
});

export const undoPage = internalQuery({
  args: { workspaceId: v.string(), id: v.string(), cursor },
  returns: v.object({
    removed: counts,
    kept: undoPreview.fields.kept,
    next: cursor,
  }),
  handler: async (ctx, page) => await pageOfUndo(ctx, page),
});

/** Removes a file that nobody has imported for a day. */
export const expire = internalMutation({
  args: storedImport,
  returns: v.null(),
  handler: async (ctx, of) => {
    await expireImport(ctx, of);
    return null;
  },
});

export const removeRows = internalMutation({
  args: storedImport,
  returns: v.null(),
  handler: async (ctx, of) => {
    await removeRowsOf(ctx, of);
    return null;
  },
});
