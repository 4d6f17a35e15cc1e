/** The sums over the lines of a job: one small row for each job with lines, from which the needs of days are read. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changedFields, isEmpty } from "../../../domain/changes/fields";
import type { TimeRange } from "../../../domain/dates/days";
import { needsOf, sumsOf } from "../../../domain/estimate/needs";
import { trashKeyOf } from "../../../domain/history/trashKeys";
import type { Deriving, Written } from "../written";
import { linesOf } from "./lines";
import { coilOf, StockReader } from "./lineStock";
import type { Needed } from "./validators";

/** The jobs of a large office's week. With more, the result says that it is incomplete. */
const MAX_JOBS = 200;

/** Notes the job of a written line. A line that only moves with its job changes no sum. */
export function updateDerivedOfLine(
  { toSum }: Deriving,
  { before, after }: Written<Doc<"jobLines">>,
): void {
  const line = after ?? before;
  const isMove = before && after && before.workspaceId !== after.workspaceId;
  if (line !== null && !isMove) toSum.add(line.jobId);
}

/** Writes the sums of the jobs whose lines a call has written: once, however many lines there are. */
export async function writeSums({ ctx, toSum }: Pick<Deriving, "ctx" | "toSum">): Promise<void> {
  for (const id of toSum) {
    const job = await ctx.db.get("jobs", id);
    if (job !== null) await writeLineSums(ctx, job);
  }
  toSum.clear();
}

/** Writes the differences to a job's sums. A job without lines has no row. */
async function writeLineSums(
  ctx: MutationCtx,
  { workspaceId, _id: jobId, job_install_date, job_status }: Doc<"jobs">,
): Promise<void> {
  const stored = await getSums(ctx, workspaceId, jobId);
  const lines = await linesOf(ctx, workspaceId, jobId);
  if (lines.length === 0) {
    if (stored !== null) await ctx.db.delete("lineSums", stored._id);
    return;
  }
  const ofJob = { jobId, job_install_date, job_status };
  const sums = { ...ofJob, ...sumsOf(lines) } as Omit<
    Doc<"lineSums">,
    "_id" | "_creationTime" | "workspaceId"
  >;
  if (stored === null) await ctx.db.insert("lineSums", { workspaceId, ...sums });
  else await ctx.db.patch("lineSums", stored._id, sums);
}

/** Updates the job's own fields in its sums. A job without lines has none. */
export async function moveLineSums(
  ctx: MutationCtx,
  { workspaceId, _id, job_install_date, job_status }: Doc<"jobs">,
): Promise<void> {
  const stored = await getSums(ctx, workspaceId, _id);
  if (stored === null) return;
  const change = changedFields(stored, { job_install_date, job_status });
  if (!isEmpty(change)) await ctx.db.patch("lineSums", stored._id, change);
}

/** Moves the sums into the trash with their job, and back. */
export async function trashLineSums(
  ctx: MutationCtx,
  { workspaceId, _id }: Doc<"jobs">,
  isDeleted: boolean,
): Promise<void> {
  const trash = trashKeyOf(workspaceId);
  const [from, to] = isDeleted ? [workspaceId, trash] : [trash, workspaceId];
  const stored = await getSums(ctx, from, _id);
  if (stored !== null) await ctx.db.patch("lineSums", stored._id, { workspaceId: to });
}

/** Deletes the sums of a job that is removed from the trash. */
export async function deleteLineSums(
  ctx: MutationCtx,
  { workspaceId, _id }: Doc<"jobs">,
): Promise<void> {
  const stored = await getSums(ctx, workspaceId, _id);
  if (stored !== null) await ctx.db.delete("lineSums", stored._id);
}

/** Whether something was taken from stock for a deleted job. */
export async function hasTaken(
  ctx: QueryCtx,
  workspaceId: string,
  jobId: Id<"jobs">,
): Promise<boolean> {
  const sums = await getSums(ctx, trashKeyOf(workspaceId), jobId);
  return sums !== null && sums.taken.some(({ quantity }) => quantity > 0);
}

async function getSums(
  ctx: QueryCtx,
  workspaceId: string,
  jobId: Id<"jobs">,
): Promise<Doc<"lineSums"> | null> {
  return await ctx.db
    .query("lineSums")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", workspaceId).eq("jobId", jobId))
    .unique();
}

/** What the installs in the range still need, with the stock of each item in its size and color. */
export async function neededFor(
  ctx: QueryCtx,
  workspaceId: string,
  { wastePercent, ...range }: TimeRange & { readonly wastePercent: number },
): Promise<Needed> {
  const rows = await ctx.db
    .query("lineSums")
    .withIndex("by_workspace_and_install", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .gte("job_install_date", range.from)
        .lt("job_install_date", range.until),
    )
    .take(MAX_JOBS + 1);
  const jobs = rows.slice(0, MAX_JOBS).filter(({ job_status }) => job_status !== "cancelled");
  const office = { coil: await coilOf(ctx, workspaceId), wastePercent };
  const dated = jobs.map(({ job_install_date: at, ...sums }) => ({
    ...{ ...sums, at },
  }));
  const stock = new StockReader(ctx, workspaceId);
  const needs: Needed["needs"] = [];
  for (const { itemId, at = range.from, ...need } of needsOf(dated, office)) {
    const place = itemId === undefined ? null : { ...need, itemId };
    const inStock = place && (await stock.ofItem(place));
    const undivided = place === null ? 0 : await stock.undivided(place);
    // Without an item it is a coil if it is counted in feet: in an office without a coil, seamless gutter has no item
    // either. A pair has none too, and is counted in pieces.
    const isCoil = itemId === office.coil?._id && (itemId !== undefined || need.unit === "foot");
    needs.push({ ...need, at, inStock, undivided, isCoil });
  }
  return { needs, jobs: jobs.length, isWhole: rows.length <= MAX_JOBS };
}
