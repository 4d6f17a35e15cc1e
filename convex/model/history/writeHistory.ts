import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server.js";
import { CLOCK_TOLERANCE_MS, ONE_EDIT_MS, type ChangeKind } from "../../../domain/history/history";
import { isSame } from "../../../domain/changes/fields";
import { must } from "../errors";
import { changeOfBatch, recordBatch } from "./intents";
import { noteOpened } from "./openedMessages";
import { labelOf } from "../writes/labels";
import { isNothing, joinWrites, type Recorder } from "../writes/recorder";
import { ensureRemoval } from "./retention";
import { subjectOfRow } from "./subjects";
import { rowOf, type Author } from "../writes/rows";
import type { Write } from "../writes/validators";

/** Kinds of calls whose writes are one entry, whatever they change: a tool of Settings. */
const TOOLS: readonly ChangeKind[] = ["inventorySeed.seedDefaults"];

/** Kinds of calls that change both items of a pair. */
const OF_PAIRS: readonly ChangeKind[] = ["inventory.upsertAliasPrices", "inventory.setUnit"];

type Entry = Omit<Doc<"changes">, "_id" | "_creationTime">;

/**
 * Writes the history of what the recorder collected. Returns the id by which
 * the change is undone, or null if nothing changed.
 */
export async function writeHistory(recorder: Recorder): Promise<Id<"changes"> | null> {
  const { author, undoes, batch, opened } = recorder;
  const ctx = { ...recorder.ctx, db: recorder.plain };
  if (opened !== undefined) {
    const who = authorship(must(author, "an author"));
    await noteOpened(ctx, { ...who, ...opened, writes: [] });
    return null;
  }
  const { runId, member } = must(author, "an author");
  const groups = [...headOf(recorder), ...(await groupsOf(recorder))];
  if (runId !== undefined) {
    // Customers before their jobs: an undo takes the last first.
    for (const group of groups.toReversed()) await writePart(ctx, runId, group);
    return runId;
  }
  const [first, ...others] = groups;
  if (first === undefined) return null;
  const mayJoin = undoes === undefined && !recorder.isSeparate;
  if (others.length === 0 && mayJoin) {
    const joined = await joinToEarlier(ctx, first, batch);
    if (joined !== null) return joined.id;
  }
  const id = await ctx.db.insert("changes", { ...first, undoes });
  if (batch !== undefined) await recordBatch(ctx, member.workspaceId, { batch, changeId: id });
  for (const other of others) await ctx.db.insert("changes", { ...other, partOf: id });
  if (undoes !== undefined) await markUndone(ctx, undoes, id);
  await ensureRemoval(ctx, member.workspaceId);
  return id;
}

/** The entry for a change with counts: its writes are in its parts. */
function headOf({ author, counts, writes }: Recorder): Entry[] {
  if (counts === undefined || writes.size === 0) return [];
  const who = authorship(must(author, "an author"));
  return [{ ...who, subject: "", subjectLabel: "", writes: [], counts }];
}

/** Marks the undone change with its undo. What that change had itself undone is valid again. */
async function markUndone(
  ctx: MutationCtx,
  id: Id<"changes">,
  undoneBy: Id<"changes">,
): Promise<void> {
  const undone = must(await ctx.db.get("changes", id), "the undone change");
  await ctx.db.patch("changes", id, { undoneBy });
  if (undone.undoes !== undefined)
    await ctx.db.patch("changes", undone.undoes, { undoneBy: undefined });
}

/** The fields of an entry about its author. */
export function authorship({ member, kind, deviceAt }: Author) {
  const now = Date.now();
  const differs = deviceAt !== undefined && Math.abs(deviceAt - now) >= CLOCK_TOLERANCE_MS;
  return { ...member, kind, ...(differs ? { deviceAt } : {}) };
}

/** One entry for each job, customer or item; jobs first, then customers. */
async function groupsOf(recorder: Recorder): Promise<Entry[]> {
  const { author, writes } = recorder;
  const who = authorship(must(author, "an author"));
  const all = [...writes.values()];
  if (TOOLS.includes(who.kind))
    return all.length === 0 ? [] : [{ ...who, subject: "", subjectLabel: "", writes: all }];
  const groups = new Map<string, Write[]>();
  for (const write of all) {
    const subject = await subjectOf(recorder, write);
    const said = withName(recorder, write);
    groups.set(subject, [...(groups.get(subject) ?? []), said]);
  }
  const entries: Entry[] = [];
  for (const [subject, own] of groups)
    entries.push({
      ...who,
      subject,
      subjectLabel: await subjectLabelOf(recorder, subject),
      writes: own,
    });
  const sorted = entries.sort((a, b) => rankOf(a) - rankOf(b));
  if (!OF_PAIRS.includes(who.kind)) return sorted;
  // The items of a pair have one price and one unit: either history names both.
  const subjectLabel = sorted.map((entry) => entry.subjectLabel).join(" and ");
  return sorted.map((entry) => ({ ...entry, subjectLabel }));
}

/** The write with the size of the price, the size and category of the level, or the name of the line. */
function withName({ rows }: Recorder, write: Write): Write {
  if (write.table === "jobLines") return { ...write, name: lineOf(rows, write.id).name };
  if (write.table === "inventoryReorderLevels") {
    const row = must(rows.get(write.id), "a written level");
    const { size, category } = rowOf<"inventoryReorderLevels">(row);
    return { ...write, size, name: category };
  }
  if (write.table !== "inventoryPrices") return write;
  const price = must(rows.get(write.id), "a written price");
  return { ...write, size: rowOf<"inventoryPrices">(price).size };
}

function lineOf(rows: Recorder["rows"], id: string): Doc<"jobLines"> {
  return rowOf<"jobLines">(must(rows.get(id), "a written line"));
}

function rankOf({ writes }: Entry): number {
  const order = ["jobs", "customers"];
  const at = order.indexOf(writes[0]?.table ?? "");
  return at < 0 ? order.length : at;
}

/** The company name is in two tables. Texts that are written with the settings belong to the settings' entry. */
async function subjectOf(
  { rows, writes, plain, ctx }: Recorder,
  { table, id }: Write,
): Promise<string> {
  if (table === "messageTemplates") {
    const all = [...writes.values()];
    return all.find((each) => each.table === "officeSettings")?.id ?? id;
  }
  const row = must(rows.get(id), "a written row");
  return await subjectOfRow({ ...ctx, db: plain }, table, row);
}

/** The tables of the subjects of other rows. */
const NAMED_TABLES = ["customers", "inventoryItems", "inventoryColors", "jobs"] as const;

async function subjectLabelOf({ rows, writes, plain }: Recorder, subject: string): Promise<string> {
  const row = rows.get(subject);
  const write = writes.get(subject);
  if (row !== undefined && write !== undefined) return labelOf(write.table, row);
  for (const table of NAMED_TABLES) {
    const id = plain.normalizeId(table, subject);
    const named = id === null ? null : await plain.get(table, id);
    if (named !== null) return labelOf(table, named);
  }
  return "";
}

/** Writes one part of a run for each subject, so that each is undone once. */
async function writePart(ctx: MutationCtx, runId: Id<"changes">, entry: Entry): Promise<void> {
  const part = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_part_and_subject", (q) =>
      q.eq("workspaceId", entry.workspaceId).eq("partOf", runId).eq("subject", entry.subject),
    )
    .unique();
  if (part === null) await ctx.db.insert("changes", { ...entry, partOf: runId });
  else
    await ctx.db.patch("changes", part._id, {
      writes: joinAll(part.writes, entry.writes),
    });
}

function joinAll(first: readonly Write[], second: readonly Write[]): Write[] {
  const joined = new Map(first.map((write) => [write.id, write]));
  for (const write of second) {
    const earlier = joined.get(write.id);
    joined.set(write.id, earlier === undefined ? write : joinWrites(earlier, write));
  }
  return [...joined.values()].filter((write) => !isNothing(write));
}

/**
 * Joins an edit to an earlier entry of the same fields by the same person: to
 * that of its batch, or to the last one of its subject if that is not older than
 * two minutes. Returns null if there is none. Edits that end where they began
 * leave no entry.
 */
async function joinToEarlier(
  ctx: MutationCtx,
  entry: Entry,
  batch: string | undefined,
): Promise<{ readonly id: Id<"changes"> | null } | null> {
  const [write] = entry.writes;
  if (entry.writes.length !== 1 || write === undefined || !isEdit(write)) return null;
  const earlier =
    batch === undefined
      ? await recentOf(ctx, entry)
      : await changeOfBatch(ctx, entry.workspaceId, batch);
  if (earlier === null || !isContinued(earlier, entry, write)) return null;
  const writes = joinAll(earlier.writes, [write]);
  if (writes.length === 0) {
    await ctx.db.delete("changes", earlier._id);
    return { id: null };
  }
  await ctx.db.patch("changes", earlier._id, { writes, lastAt: Date.now() });
  return { id: earlier._id };
}

async function recentOf(
  ctx: MutationCtx,
  { workspaceId, subject }: Entry,
): Promise<Doc<"changes"> | null> {
  const last = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", workspaceId).eq("subject", subject),
    )
    .order("desc")
    .first();
  const at = last?.lastAt ?? last?._creationTime ?? 0;
  return Date.now() - at < ONE_EDIT_MS ? last : null;
}

function isEdit({ moved, before }: Write): boolean {
  return moved === undefined && before !== null;
}

function isContinued(last: Doc<"changes">, { by, kind }: Entry, write: Write): boolean {
  const [earlier] = last.writes;
  return (
    last.by === by &&
    last.kind === kind &&
    last.partOf === undefined &&
    last.undoes === undefined &&
    last.undoneBy === undefined &&
    last.writes.length === 1 &&
    earlier !== undefined &&
    isEdit(earlier) &&
    earlier.id === write.id &&
    isFollowedBy(earlier, write)
  );
}

/** Whether others have edited the fields since the entry of a batch, which must not include their edit. */
function isFollowedBy({ after }: Write, { before }: Write): boolean {
  const fields = Object.keys(after);
  return (
    before !== null &&
    fields.length === Object.keys(before).length &&
    fields.every((field) => isSame(after[field], before[field]))
  );
}
