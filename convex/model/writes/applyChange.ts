/** Runs the definitions of domain/changes: reads the rows of a change, applies it, and writes what it returns. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Definition } from "../../../domain/changes/change";
import {
  createJob as createJobChange,
  type CreateJobArgs,
} from "../../../domain/changes/createJob";
import { changedFields, isEmpty, replacedFields } from "../../../domain/changes/fields";
import type { ColorRow, Reads, Rows, Write } from "../../../domain/changes/rows";
import { changedMark } from "../../../domain/calls/operations";
import { trashKeyOf } from "../../../domain/history/trashKeys";
import type { Member } from "../access";
import { isClientKey, requireNewKey } from "../clientKeys";
import { nextCustomerId } from "../customers/counters";
import { getCustomer } from "../customers/customers";
import { byRule, must } from "../errors";
import { getColorRow } from "../inventory/colors";
import { getItemRow, writePrice } from "../inventory/items";
import { writeReorderLevel } from "../inventory/reorderLevels";
import { writeMove } from "../inventory/stock";
import { getJob, requireJob } from "../jobs/jobs";
import { linesOf, writeLine } from "../jobs/lines";
import { readLineStock } from "../jobs/lineStock";
import { writeTemplates } from "../messages/templates";
import { officeOf, writeSettings } from "../office/settings";

/** Where a change is written, and who makes it. */
interface Writer {
  readonly ctx: MutationCtx;
  readonly member: Member;
}

interface Applied {
  /** The rows before the writes. */
  readonly rows: Rows;
  readonly writes: readonly Write[];
  /** The ids of the inserted rows, in the order of the writes. */
  readonly ids: readonly string[];
}

export async function applyChange<Args>(
  writer: Writer,
  change: Definition<Args>,
  args: Args,
): Promise<Applied> {
  const { ctx, member } = writer;
  const made = { customerId: await newCustomerId(writer, change, args) };
  const rows = await readRows(ctx, member.workspaceId, change.reads(args));
  const writes = byRule(() => change.apply(rows, args, made));
  const ids: string[] = [];
  for (const [at, write] of writes.entries()) {
    const id = await writeRow(writer, write, at === 0);
    if (id !== null) ids.push(id);
  }
  return { rows, writes, ids };
}

/** Creates a job for the office, from a file or as example data. Returns its id. */
export async function createJob(
  ctx: MutationCtx,
  workspaceId: string,
  args: CreateJobArgs,
): Promise<Id<"jobs">> {
  const member = { workspaceId, by: "", byName: "" };
  const { ids } = await applyChange({ ctx, member }, createJobChange, args);
  return must(ids.at(-1), "a new job") as Id<"jobs">;
}

/** The replaced values that the person had not seen, or null. */
export async function replacedBy(
  ctx: QueryCtx,
  workspaceId: string,
  { writes, base }: { writes: readonly Write[]; base: object | undefined },
): Promise<object | null> {
  const seen = await withCustomerId(ctx, workspaceId, base);
  const replaced = writes
    // The customer's own value before the change, rather than the job's copy of it.
    .toReversed()
    .flatMap((write) => {
      const isOfLine = write.kind === "set" && write.table === "lines";
      if (write.kind !== "patch" && !isOfLine) return [];
      const { row, fields } = write;
      return row && fields ? [replacedFields(row, fields, seen)] : [];
    });
  return replaced.every((each) => each === null)
    ? null
    : (Object.assign({}, ...replaced) as object);
}

/** What a person saw may name a customer by the device's client key. */
async function withCustomerId(
  ctx: QueryCtx,
  workspaceId: string,
  base: { readonly job_customer_id?: string } = {},
): Promise<object> {
  const { job_customer_id: named } = base;
  if (named === undefined || !isClientKey(named)) return base;
  const customer = await getCustomer(ctx, workspaceId, named);
  return { ...base, job_customer_id: customer?.customer_id ?? named };
}

/** The id for the customer whom the change creates; empty if it creates none. */
async function newCustomerId<Args>(
  { ctx, member: { workspaceId } }: Writer,
  change: Definition<Args>,
  args: Args,
): Promise<string> {
  if (change.creates === undefined) return "";
  const { clientKey, tables } = change.creates(args);
  const isCustomer = tables.includes("customers");
  if (clientKey !== undefined) {
    requireNewKey(clientKey, await getJob(ctx, workspaceId, clientKey));
    if (isCustomer) requireNewKey(clientKey, await getCustomer(ctx, workspaceId, clientKey));
  }
  return isCustomer ? await nextCustomerId(ctx, workspaceId) : "";
}

async function readRows(
  ctx: QueryCtx,
  workspaceId: string,
  {
    job,
    jobs = [],
    customers = [],
    customerOfJob = false,
    linesOfJob = false,
    stockOfLines = false,
    settings = false,
    mayBeDeleted = false,
    items = [],
    colors = [],
  }: Reads,
): Promise<Rows> {
  const deleted =
    job !== undefined && mayBeDeleted ? await getJob(ctx, trashKeyOf(workspaceId), job) : null;
  const ofJob = job === undefined ? null : (deleted ?? (await requireJob(ctx, workspaceId, job)));
  const lines =
    ofJob !== null && linesOfJob ? await linesOf(ctx, ofJob.workspaceId, ofJob._id) : [];
  const customersOfAll =
    ofJob !== null && customerOfJob ? [...customers, ofJob.job_customer_id] : customers;
  const jobRows = await readAll(jobs, (id) => getJob(ctx, workspaceId, id));
  const customerRows = await readAll(customersOfAll, (id) => getCustomer(ctx, workspaceId, id));
  const itemRows = await readAll(items, (id) => getItemRow(ctx, workspaceId, id));
  const colorRows = new Map<string, ColorRow | null>();
  for (const { colorNumber, itemId = "", ...of } of colors) {
    const category = of.category ?? itemRows.get(itemId)?.category;
    const name = `${category} ${colorNumber}`;
    if (category === undefined || colorRows.has(name)) continue;
    const color = { category, colorNumber };
    colorRows.set(name, await getColorRow(ctx, workspaceId, color));
  }
  return {
    job: (id) => (id === job ? ofJob : jobRows.get(id)) ?? undefined,
    lines: () => lines,
    lineStock: stockOfLines ? await readLineStock(ctx, workspaceId, lines) : undefined,
    customer: (id) => customerRows.get(id) ?? undefined,
    ...(settings && { settings: (await officeOf(ctx, workspaceId)).settings }),
    item: (id) => itemRows.get(id) ?? undefined,
    color: (colorNumber, category) => colorRows.get(`${category} ${colorNumber}`) ?? undefined,
  };
}

/** Reads one row after another, as everywhere in `model/`, and each row once. */
async function readAll<Row>(
  ids: readonly string[],
  read: (id: string) => Promise<Row | null>,
): Promise<ReadonlyMap<string, Row | null>> {
  const rows = new Map<string, Row | null>();
  for (const id of ids) if (!rows.has(id)) rows.set(id, await read(id));
  return rows;
}

type Patch = Extract<Write, { kind: "patch" }>;

/** Returns the id of an inserted row, or null. `isFirst` is false after another write of the change. */
async function writeRow(
  { ctx, member }: Writer,
  write: Write,
  isFirst: boolean,
): Promise<string | null> {
  const { workspaceId } = member;
  switch (write.kind) {
    case "insert":
      return await insert(ctx, workspaceId, write);
    case "patch":
      await patch(ctx, write, isFirst ? write.row : null);
      return null;
    case "delete":
      await ctx.db.delete("jobs", write.row._id as Id<"jobs">);
      return null;
    case "move":
      return await writeMove(ctx, member, write);
    case "note":
      // The history stores it: see `openedMessage`.
      return null;
    case "set":
      if (write.table === "levels") await writeReorderLevel(ctx, workspaceId, write);
      else if (write.table === "prices") await writePrice(ctx, workspaceId, write);
      else if (write.table === "lines") await writeLine(ctx, member, write);
      else if (write.table === "units")
        await ctx.db.patch("inventoryItems", write.itemId as Id<"inventoryItems">, {
          ...write.fields,
          demo: undefined,
        });
      else if (write.table === "settings") await writeSettings(ctx, workspaceId, write.fields);
      else await writeTemplates(ctx, workspaceId, write.fields);
      return null;
  }
}

async function insert(
  ctx: MutationCtx,
  workspaceId: string,
  { table, fields }: Extract<Write, { kind: "insert" }>,
): Promise<string> {
  return table === "jobs"
    ? await ctx.db.insert("jobs", {
        ...(fields as Omit<Doc<"jobs">, "_id" | "_creationTime">),
        workspaceId,
      })
    : await ctx.db.insert("customers", { ...fields, workspaceId });
}

/**
 * Writes only the differences from the row as it is now: the copies in a job follow a write to its customer
 * (derived.ts). `current` is null after another write of the change.
 */
async function patch(ctx: MutationCtx, write: Patch, current: Patch["row"] | null): Promise<void> {
  if (write.table === "jobs") {
    const id = write.row._id as Id<"jobs">;
    const row = current ?? must(await ctx.db.get("jobs", id), "a changed job");
    const fields = write.fields as Partial<Doc<"jobs">>;
    const change = changedFields(row, fields);
    if (isEmpty(change)) return;
    await ctx.db.patch("jobs", id, { ...change, ...changedMark(row) });
    return;
  }
  const { row, fields } = write;
  const change = changedFields(row, fields);
  if (isEmpty(change)) return;
  const id = row._id as Id<"customers">;
  await ctx.db.patch("customers", id, { ...change, ...changedMark(row) });
}
